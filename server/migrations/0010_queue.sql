-- Up Migration

-- The queue itself is pg-boss's and stands in the schema pgboss; db:migrate makes it after these
-- files. What follows is what we add: turns, so that one workspace's long backlog does not stand in
-- front of everyone else's jobs, and the chores that go across workspaces.

-- The place of the job that was started last. A job that arrives takes its place behind it.
create table queue_clock (
  queue text primary key,
  place integer not null default 0
);
grant select, update on queue_clock to outcrop_app;

-- The last place that a workspace has taken in a queue: its backlog stands behind its own jobs.
create table queue_place (
  workspace_id uuid not null references workspace,
  queue text not null,
  place integer not null,
  primary key (workspace_id, queue)
);
alter table queue_place enable row level security;
create policy own_workspace on queue_place using (workspace_id = (select current_workspace()));
grant select, insert, update on queue_place to outcrop_app;

-- Places only grow, and pg-boss keeps them in 32 bits. Past the first thousand million a queue
-- starts to count anew: everything that waits keeps its distance to the clock.
create function recount_queue_places() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  late record;
begin
  if not exists (select from queue_clock where place > 1000000000) then
    return;
  end if;
  -- Whoever sends takes a place, so nobody sends until this is committed.
  lock table queue_place in exclusive mode;
  for late in select * from queue_clock where place > 1000000000 for update loop
    update pgboss.job set priority = priority + late.place
    where name = late.queue and state < 'active';
    update queue_place set place = greatest(place - late.place, 0) where queue = late.queue;
    update queue_clock set place = 0 where queue = late.queue;
  end loop;
end $$;

-- Events are kept for 13 months; then the partition of a whole month goes. It is not worth making
-- requests wait: when the lock is not to be had soon, the next run tries again.
create function drop_old_event_partitions() returns setof text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s'
as $$
declare
  old text;
begin
  for old in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'event'::regclass
      and relname < event_partition((current_month() - interval '13 months')::date)
    order by relname
  loop
    execute format('drop table %I', old);
    return next old;
  end loop;
end $$;

-- Answers that are no longer replayed, oldest first, at most so many at a time.
create function purge_idempotency(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select workspace_id, scope from idempotency
    where created_at < now() - interval '24 hours'
    order by created_at limit most
    for update skip locked
  ), gone as (
    delete from idempotency using old
    where idempotency.workspace_id = old.workspace_id and idempotency.scope = old.scope
    returning 1
  )
  select count(*)::integer from gone
$$;

revoke execute on function recount_queue_places, drop_old_event_partitions, purge_idempotency from public;
grant execute on function recount_queue_places, drop_old_event_partitions, purge_idempotency to outcrop_app;
