-- `secret` and `previous_secret` are sealed. A webhook is leased by one delivery job at a time, until
-- `leased_until` at the latest. From `due_at` on there is something to send.
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
  lease_id uuid,
  leased_until timestamptz(3),
  due_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
);
create index webhook_due on webhook (due_at) where due_at is not null;
alter table webhook enable row level security;
create policy own_workspace on webhook using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on webhook to outcrop_app;

-- Webhooks of all workspaces that have something to send and that no job has leased.
create function due_webhooks(max integer) returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select workspace_id, id from webhook
  where due_at <= now() and (leased_until is null or leased_until < now())
  order by due_at limit max
$$;

-- One event on its way to one webhook. There are no foreign keys, so that an old day is dropped as a
-- whole.
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
alter table delivery enable row level security;
create policy own_workspace on delivery using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on delivery to outcrop_app;

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
alter table delivery_attempt enable row level security;
create policy own_workspace on delivery_attempt using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on delivery_attempt to outcrop_app;

create function make_delivery_partitions(at timestamptz default now()) returns void
language sql security definer set search_path = public, pg_temp
as $$ select attach_days('delivery', at); select attach_days('delivery_attempt', at) $$;

-- Kept for 30 days. A delivery that is sent again stays in the partition of its own day.
create function drop_old_deliveries(at timestamptz default now()) returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  select drop_oldest_partition(of_table, day_partition(of_table, (at at time zone 'UTC')::date - 30))
  from unnest(array['delivery', 'delivery_attempt']) as of_table
$$;

-- The results of the attempts of each hour.
create table webhook_hour (
  workspace_id uuid not null,
  webhook_id uuid not null,
  hour timestamptz(3) not null,
  delivered integer not null default 0,
  failed integer not null default 0,
  primary key (workspace_id, webhook_id, hour),
  foreign key (workspace_id, webhook_id) references webhook on delete cascade
);
alter table webhook_hour enable row level security;
create policy own_workspace on webhook_hour using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on webhook_hour to outcrop_app;

-- Hours that no endpoint reports any more, at most so many at a time.
create function purge_webhook_hours(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select workspace_id, webhook_id, hour from webhook_hour
    where hour < now() - interval '25 hours' limit most
    for update skip locked
  ), gone as (
    delete from webhook_hour using old
    where webhook_hour.workspace_id = old.workspace_id and webhook_hour.webhook_id = old.webhook_id
      and webhook_hour.hour = old.hour
    returning 1
  )
  select count(*)::integer from gone
$$;

revoke execute on function due_webhooks, make_delivery_partitions, drop_old_deliveries, purge_webhook_hours
  from public;
grant execute on function due_webhooks, make_delivery_partitions, drop_old_deliveries, purge_webhook_hours
  to outcrop_app;

select make_delivery_partitions();
