-- Up Migration

-- What happened: the source of webhooks and of a prospect's timeline. No foreign keys, so that an
-- old month is dropped as a whole.
create table event (
  workspace_id uuid not null,
  created_at timestamptz(3) not null default now(),
  id uuid not null,
  type text not null,
  prospect_id uuid,
  actor_kind text not null,
  actor_id uuid,
  correlation_id text,
  data jsonb not null,
  previous jsonb,
  primary key (workspace_id, created_at, id)
) partition by range (created_at);
create index event_timeline on event (workspace_id, prospect_id, created_at desc, id desc)
  where prospect_id is not null;

alter table event enable row level security;
create policy own_workspace on event using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on event to outcrop_app;

create function event_partition(month date) returns text
language sql immutable
as $$ select 'event_' || to_char(month, 'YYYY_MM') $$;

-- Makes this month's partition and the three after it. A row without a partition is an error, so
-- this runs at migration, at every worker's start and daily.
create function make_event_partitions() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  month date;
begin
  -- Two processes starting at once must not both find the partition missing.
  perform pg_advisory_xact_lock(hashtext('make_event_partitions'));
  for ahead in 0..3 loop
    month := (current_month() + make_interval(months => ahead))::date;
    if to_regclass(event_partition(month)) is null then
      execute format('create table %I partition of event for values from (%L) to (%L)',
                     event_partition(month),
                     month::timestamp at time zone 'UTC',
                     (month + interval '1 month')::timestamp at time zone 'UTC');
    end if;
  end loop;
end $$;
revoke execute on function make_event_partitions from public;
grant execute on function make_event_partitions to outcrop_app;

select make_event_partitions();
