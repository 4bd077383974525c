-- Up Migration

set local lock_timeout = '5s';

-- The attempt at a job that began last. A worker writes on behalf of a job only while this is its own
-- attempt. No foreign key: the job is a row of pg-boss, which deletes it when it likes.
create table job_claim (
  job_id uuid primary key,
  attempt integer not null,
  began_at timestamptz(3) not null default now()
);
grant select, insert, update, delete on job_claim to outcrop_app;

-- Positions only grow, and pg-boss stores them in 32 bits. Above 1,000,000,000 a queue starts again at 0.
-- The caller moves the waiting jobs by as much in the same transaction. Sending a job updates a position,
-- so no job is sent until it commits.
drop function recount_queue_positions();
create function restart_queue_positions() returns table (queue text, moved_by integer)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not exists (select from queue_clock where position > 1000000000) then
    return;
  end if;
  lock table queue_position in exclusive mode;
  for queue, moved_by in
    select clock.queue, clock.position from queue_clock as clock where position > 1000000000 for update
  loop
    update queue_position as known set position = greatest(known.position - moved_by, 0)
    where known.queue = restart_queue_positions.queue;
    update queue_clock as clock set position = 0 where clock.queue = restart_queue_positions.queue;
    return next;
  end loop;
end $$;
revoke execute on function restart_queue_positions from public;
grant execute on function restart_queue_positions to outcrop_app;
