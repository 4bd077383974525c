-- The baseline that created the database, and the files of `changes` that were applied.
create table migration (
  name text primary key,
  applied_at timestamptz(3) not null default now()
);

-- Proofs of the secrets of this cell. A process with another key would not recognize anyone.
create table cell_secret (
  name text primary key,
  proof bytea not null
);
grant select, insert on cell_secret to outcrop_app;

-- The responses of writes that carried an Idempotency-Key, kept for a day. `scope` is a hash of user,
-- method, path and key, so a key means nothing outside the workspace and user that sent it.
create table idempotency (
  workspace_id uuid not null references workspace,
  scope bytea not null check (octet_length(scope) = 32),
  body_hash bytea not null check (octet_length(body_hash) = 32),
  -- Null if the response was too large to keep.
  data json,
  created_at timestamptz(3) not null default now(),
  bytes bigint not null generated always as (coalesce(octet_length(data::text), 0)) stored,
  primary key (workspace_id, scope)
);
create index idempotency_age on idempotency (created_at);
alter table idempotency enable row level security;
create policy own_workspace on idempotency using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on idempotency to outcrop_app;

-- Responses that are no longer replayed, oldest first.
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

-- The queue itself is pg-boss's, in the schema `pgboss`, which db:migrate creates after these files. What
-- follows is added to it: turns, so that the backlog of one workspace does not delay the jobs of others.

-- The position of the job that was started last. A job that arrives takes a position behind it.
create table queue_clock (
  queue text primary key,
  position integer not null default 0
);
grant select, update on queue_clock to outcrop_app;

-- The last position that a workspace has taken in a queue: its backlog waits behind its own jobs.
create table queue_position (
  workspace_id uuid not null references workspace,
  queue text not null,
  position integer not null,
  primary key (workspace_id, queue)
);
alter table queue_position enable row level security;
create policy own_workspace on queue_position using (workspace_id = (select current_workspace()));
grant select, insert, update on queue_position to outcrop_app;

-- Positions only grow, and pg-boss stores them in 32 bits. Above 1,000,000,000 a queue starts again at 0.
-- The caller moves the waiting jobs by as much in the same transaction. Sending a job updates a position,
-- so no job is sent until it commits.
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

-- The attempt at a job that began last. A worker writes on behalf of a job only while this is its own
-- attempt. There is no foreign key: the job is a row of pg-boss, which deletes it when it likes.
create table job_claim (
  job_id uuid primary key,
  attempt integer not null,
  began_at timestamptz(3) not null default now()
);
grant select, insert, update, delete on job_claim to outcrop_app;

revoke execute on function purge_idempotency, restart_queue_positions from public;
grant execute on function purge_idempotency, restart_queue_positions to outcrop_app;
