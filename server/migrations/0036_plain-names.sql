-- Up Migration

set local lock_timeout = '5s';

-- A webhook is leased by one delivery job at a time, until `leased_until` at the latest. From `due_at` on
-- there is something to send.
alter table webhook rename column attendant to lease_id;
alter table webhook rename column attended_until to leased_until;
alter table webhook rename column wake_at to due_at;
alter index webhook_wake rename to webhook_due;

drop function webhooks_to_wake(integer);
create function due_webhooks(max integer) returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select workspace_id, id from webhook
  where due_at <= now() and (leased_until is null or leased_until < now())
  order by due_at limit max
$$;

alter table queue_clock rename column place to position;
alter table queue_place rename column place to position;
alter table queue_place rename to queue_position;
alter index queue_place_pkey rename to queue_position_pkey;

-- Positions only grow, and pg-boss stores them in 32 bits. Above 1,000,000,000 a queue starts again at 0,
-- and every waiting job keeps its distance to the clock.
drop function recount_queue_places();
create function recount_queue_positions() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  late record;
begin
  if not exists (select from queue_clock where position > 1000000000) then
    return;
  end if;
  -- Sending a job updates a position, so no job is sent until this commits.
  lock table queue_position in exclusive mode;
  for late in select * from queue_clock where position > 1000000000 for update loop
    update pgboss.job set priority = priority + late.position
    where name = late.queue and state < 'active';
    update queue_position set position = greatest(position - late.position, 0) where queue = late.queue;
    update queue_clock set position = 0 where queue = late.queue;
  end loop;
end $$;

revoke execute on function due_webhooks, recount_queue_positions from public;
grant execute on function due_webhooks, recount_queue_positions to outcrop_app;

-- Jobs that are waiting carry the lease under its old name.
do $$
begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job
    set data = data - 'attendant' || jsonb_build_object('leaseId', data -> 'attendant')
    where name in ('deliver', 'dead-letters') and data ? 'attendant';
  end if;
end $$;
