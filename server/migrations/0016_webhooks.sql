-- Up Migration

-- Who is told of what happens. `secret` and `previous_secret` are sealed. Each is attended by one job
-- at a time, until `attended_until` at the latest; from `wake_at` on there is something to send.
create table webhook (
  workspace_id uuid not null references workspace,
  id uuid not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  enabled boolean not null default true,
  disabled_reason text check ((disabled_reason is null) = enabled),
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz(3),
  failing_since timestamptz(3),
  attendant uuid,
  attended_until timestamptz(3),
  wake_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
);
create index webhook_wake on webhook (wake_at) where wake_at is not null;

-- One event on its way to one receiver. No foreign keys, so that an old day is dropped as a whole.
create table delivery (
  workspace_id uuid not null,
  created_at timestamptz(3) not null default now(),
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_at timestamptz(3) not null,
  event_type text not null,
  -- Not an enum: under a policy the planner does not look those up in an index.
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Attempts since it was last sent anew: they decide when the next one is made.
  tries integer not null default 0,
  last_status integer,
  last_problem text,
  next_attempt_at timestamptz(3) check ((next_attempt_at is not null) = (status = 'pending')),
  delivered_at timestamptz(3),
  primary key (workspace_id, id, created_at)
) partition by range (created_at);
create index delivery_newest on delivery (workspace_id, webhook_id, created_at desc, id desc);
-- Nearly all have arrived, and those need no index of their own.
create index delivery_open on delivery (workspace_id, webhook_id, status, created_at desc, id desc)
  where status <> 'delivered';
create index delivery_due on delivery (workspace_id, webhook_id, next_attempt_at, event_id) where status = 'pending';

create table delivery_attempt (
  workspace_id uuid not null,
  created_at timestamptz(3) not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz(3) not null default now(),
  ms integer not null,
  status integer,
  problem text,
  answer_headers jsonb not null,
  answer_body text not null,
  primary key (workspace_id, delivery_id, number, created_at)
) partition by range (created_at);

-- What came of the attempts of each hour.
create table webhook_hour (
  workspace_id uuid not null,
  webhook_id uuid not null,
  hour timestamptz(3) not null,
  delivered integer not null default 0,
  failed integer not null default 0,
  primary key (workspace_id, webhook_id, hour),
  foreign key (workspace_id, webhook_id) references webhook on delete cascade
);

alter table webhook enable row level security;
create policy own_workspace on webhook using (workspace_id = (select current_workspace()));
alter table delivery enable row level security;
create policy own_workspace on delivery using (workspace_id = (select current_workspace()));
alter table delivery_attempt enable row level security;
create policy own_workspace on delivery_attempt using (workspace_id = (select current_workspace()));
alter table webhook_hour enable row level security;
create policy own_workspace on webhook_hour using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on webhook, delivery, delivery_attempt, webhook_hour to outcrop_app;

-- `delivery` and its attempts have a partition for each UTC day, made a week ahead. A delivery that is
-- sent again stays in that of its own day.
create function day_partition(of_table text, day date) returns text
language sql immutable
as $$ select of_table || '_' || to_char(day, 'YYYY_MM_DD') $$;

create function make_delivery_partitions() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  today date := (now() at time zone 'UTC')::date;
  of_table text;
begin
  perform pg_advisory_xact_lock(hashtext('make_delivery_partitions'));
  foreach of_table in array array['delivery', 'delivery_attempt'] loop
    for ahead in 0..7 loop
      if to_regclass(day_partition(of_table, today + ahead)) is null then
        execute format('create table %I partition of %I for values from (%L) to (%L)',
                       day_partition(of_table, today + ahead), of_table,
                       (today + ahead)::timestamp at time zone 'UTC',
                       (today + ahead + 1)::timestamp at time zone 'UTC');
      end if;
    end loop;
  end loop;
end $$;

-- Kept for 30 days. When the lock is not to be had soon, the next run tries again.
create function drop_old_deliveries() returns setof text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s'
as $$
declare
  oldest date := (now() at time zone 'UTC')::date - 30;
  old record;
begin
  delete from webhook_hour where hour < now() - interval '25 hours';
  for old in
    select partition.relname as name from pg_inherits
    join pg_class partition on partition.oid = inhrelid
    join pg_class parent on parent.oid = inhparent
    where parent.relname in ('delivery', 'delivery_attempt')
      and partition.relname < day_partition(parent.relname, oldest)
    order by 1
  loop
    execute format('drop table %I', old.name);
    return next old.name;
  end loop;
end $$;

-- Receivers that have something to be sent and that nobody attends to, of all workspaces: the worker
-- then wakes each in its own.
create function webhooks_to_wake(most integer) returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select workspace_id, id from webhook
  where wake_at <= now() and (attended_until is null or attended_until < now())
  order by wake_at limit most
$$;

revoke execute on function make_delivery_partitions, drop_old_deliveries, webhooks_to_wake from public;
grant execute on function make_delivery_partitions, drop_old_deliveries, webhooks_to_wake to outcrop_app;

select make_delivery_partitions();
