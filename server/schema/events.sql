-- Events are what webhooks and the timeline of a prospect are made from. There are no foreign keys, so
-- that an old month is dropped as a whole.
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

create function make_event_partitions(at timestamptz default now()) returns void
language sql security definer set search_path = public, pg_temp
as $$ select attach_months('event', at) $$;

-- Events are kept for 13 months.
create function drop_old_event_partitions(at timestamptz default now()) returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  select drop_oldest_partition('event',
    month_partition('event', (date_trunc('month', at at time zone 'UTC') - interval '13 months')::date))
$$;

revoke execute on function make_event_partitions, drop_old_event_partitions from public;
grant execute on function make_event_partitions, drop_old_event_partitions to outcrop_app;

select make_event_partitions();

-- Who did what. The role of the processes can neither change nor remove an entry, and an entry names
-- people by their ids only.
create table audit_entry (
  workspace_id uuid not null references workspace,
  created_at timestamptz(3) not null default now(),
  id uuid not null,
  action text not null,
  actor_kind text not null,
  actor_id uuid,
  correlation_id text,
  target text,
  detail jsonb not null,
  primary key (workspace_id, created_at, id)
);
create index audit_entry_action on audit_entry (workspace_id, action, created_at desc, id desc);
create index audit_entry_age on audit_entry (created_at);
-- What one user or token did.
create index audit_entry_actor on audit_entry (workspace_id, actor_id, created_at desc, id desc);
alter table audit_entry enable row level security;
create policy own_workspace on audit_entry using (workspace_id = (select current_workspace()));
grant select, insert on audit_entry to outcrop_app;

create function purge_audit(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select workspace_id, created_at, id from audit_entry
    where created_at < now() - interval '13 months'
    order by created_at limit most
  ), gone as (
    delete from audit_entry e using old
    where e.workspace_id = old.workspace_id and e.created_at = old.created_at and e.id = old.id
    returning 1
  )
  select count(*)::integer from gone
$$;

revoke execute on function purge_audit from public;
grant execute on function purge_audit to outcrop_app;
