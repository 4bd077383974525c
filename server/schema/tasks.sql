create type task_status as enum ('queued', 'running', 'done', 'failed', 'cancelled');

-- Long work. A worker does it in slices; each slice moves `position` and the counts in the transaction
-- of its effect, so that it takes place once. `touched_at` is the last sign of life, so that a lost job
-- can be told from a slow one. There is no foreign key to the campaign: a task is kept as it was.
create table task (
  workspace_id uuid not null references workspace,
  id uuid not null,
  kind text not null,
  status task_status not null default 'queued',
  total integer,
  done integer not null default 0,
  failed integer not null default 0,
  counts jsonb not null default '{}',
  error text,
  input jsonb not null,
  position jsonb,
  cancel_asked boolean not null default false,
  undo_of uuid,
  actor_kind text not null,
  actor_id uuid,
  correlation_id text,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  touched_at timestamptz(3) not null default now(),
  campaign_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, undo_of) references task on delete cascade,
  check (done <= total and failed <= done)
);
create index task_newest on task (workspace_id, created_at desc, id desc);
-- A task is undone once.
create unique index task_undo on task (workspace_id, undo_of);
-- How many a workspace has under way, and which of them are lost. `touched_at` is not part of it:
-- it changes with every slice, and an index on it would have to change too.
create index task_open on task (workspace_id, created_at) where finished_at is null;
create index task_finished on task (finished_at) where finished_at is not null;
-- The newest tasks of a campaign.
create index task_campaign on task (workspace_id, campaign_id, created_at desc, id desc);
alter table task enable row level security;
create policy own_workspace on task using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on task to outcrop_app;

-- The prospects of a task, in order. `event_id` is the change that it made to the prospect, and
-- `previous` what was there before, so that it can be undone. There is no foreign key to the prospect,
-- which may be deleted.
create table task_target (
  workspace_id uuid not null,
  task_id uuid not null,
  number integer not null,
  prospect_id uuid not null,
  event_id uuid,
  previous jsonb,
  primary key (workspace_id, task_id, number),
  foreign key (workspace_id, task_id) references task on delete cascade
);
alter table task_target enable row level security;
create policy own_workspace on task_target using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on task_target to outcrop_app;

-- What a task could not do, and why. `row` keeps the order of its fields, which jsonb does not.
create table task_failure (
  workspace_id uuid not null,
  task_id uuid not null,
  number integer not null,
  reason text not null,
  "row" json not null,
  primary key (workspace_id, task_id, number),
  foreign key (workspace_id, task_id) references task on delete cascade
);
alter table task_failure enable row level security;
create policy own_workspace on task_failure using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on task_failure to outcrop_app;

-- A task is kept for 90 days after its end, with its prospects and what failed; then it cannot be
-- undone any more. A task without a sign of life for a day has lost its job.
create function purge_tasks(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  purged integer;
  more integer;
begin
  update task
  set status = 'failed', finished_at = now(), started_at = coalesce(started_at, now()),
      input = input #- '{filter,q}',
      error = 'The work stopped and did not go on. What was done stays done; start it again.'
  where finished_at is null and touched_at < now() - interval '1 day';
  with old as (
    select x.workspace_id, x.task_id, x.number
    from task t
    join task_target x on x.workspace_id = t.workspace_id and x.task_id = t.id
    where t.finished_at < now() - interval '90 days'
    limit most
  )
  delete from task_target x using old
  where x.workspace_id = old.workspace_id and x.task_id = old.task_id and x.number = old.number;
  get diagnostics purged = row_count;
  with old as (
    select x.workspace_id, x.task_id, x.number
    from task t
    join task_failure x on x.workspace_id = t.workspace_id and x.task_id = t.id
    where t.finished_at < now() - interval '90 days'
    limit most - purged
  )
  delete from task_failure x using old
  where x.workspace_id = old.workspace_id and x.task_id = old.task_id and x.number = old.number;
  get diagnostics more = row_count;
  purged := purged + more;
  if purged < most then
    -- All that belongs to them is deleted already.
    with old as (
      select workspace_id, id from task
      where finished_at < now() - interval '90 days'
      order by finished_at limit most - purged
    )
    delete from task t using old where t.workspace_id = old.workspace_id and t.id = old.id;
    get diagnostics more = row_count;
    purged := purged + more;
  end if;
  return purged;
end $$;

-- A CSV file that was uploaded: what it holds, and its rows as they were sent. Kept for 30 days.
create table import_file (
  workspace_id uuid not null references workspace,
  id uuid not null,
  name text not null,
  rows integer not null,
  columns jsonb not null,
  delimiter text not null,
  encoding text not null,
  warnings jsonb not null,
  created_at timestamptz(3) not null default now(),
  bytes bigint not null default 0,
  primary key (workspace_id, id)
);
create index import_file_age on import_file (created_at);
alter table import_file enable row level security;
create policy own_workspace on import_file using (workspace_id = (select current_workspace()));
grant select, insert, update on import_file to outcrop_app;

-- `number` is the row's position in the file, as a spreadsheet counts; empty rows are left out.
-- `problem` says why it cannot be imported, where that is known already. The rows are written before
-- the file, which has their columns and count: the reference is checked at the end.
create table import_row (
  workspace_id uuid not null,
  import_id uuid not null,
  number integer not null,
  cells jsonb not null,
  problem text,
  primary key (workspace_id, import_id, number),
  foreign key (workspace_id, import_id) references import_file on delete cascade
    deferrable initially deferred
);
alter table import_row enable row level security;
create policy own_workspace on import_row using (workspace_id = (select current_workspace()));
grant select, insert, delete on import_row to outcrop_app;

-- Personal data in files must not outlast the prospects for long. A file is deleted when its rows are
-- gone.
create function purge_imports(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  purged integer;
  more integer;
begin
  with old as (
    select r.workspace_id, r.import_id, r.number
    from import_file f
    join import_row r on r.workspace_id = f.workspace_id and r.import_id = f.id
    where f.created_at < now() - interval '30 days'
    limit most
  )
  delete from import_row r using old
  where r.workspace_id = old.workspace_id and r.import_id = old.import_id and r.number = old.number;
  get diagnostics purged = row_count;
  with old as (
    select x.workspace_id, x.task_id, x.number
    from task t
    join task_failure x on x.workspace_id = t.workspace_id and x.task_id = t.id
    where t.kind in ('import', 'import_dry_run') and t.created_at < now() - interval '30 days'
    limit most - purged
  )
  delete from task_failure x using old
  where x.workspace_id = old.workspace_id and x.task_id = old.task_id and x.number = old.number;
  get diagnostics more = row_count;
  purged := purged + more;
  if purged < most then
    delete from import_file where created_at < now() - interval '30 days';
  end if;
  return purged;
end $$;

-- Immutable for texts, so that a generated column can use it.
create function size_of_texts(texts text[]) returns bigint
language sql immutable parallel safe
return octet_length(array_to_string(texts, ''));

-- A CSV file that a task has written, in pieces. Kept for 7 days. Each of `rows` is about the prospect at
-- the same position of `prospect_ids`, so that a deleted one can be taken out.
create table export_piece (
  workspace_id uuid not null,
  task_id uuid not null,
  number integer not null,
  heading text not null default '',
  rows text[] not null default '{}',
  prospect_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  bytes bigint not null generated always as (octet_length(heading) + size_of_texts(rows)) stored,
  primary key (workspace_id, task_id, number),
  foreign key (workspace_id, task_id) references task on delete cascade
);
create index export_piece_age on export_piece (created_at);
alter table export_piece enable row level security;
create policy own_workspace on export_piece using (workspace_id = (select current_workspace()));
grant select, insert, update on export_piece to outcrop_app;

-- A file goes as a whole when its last piece is old enough, so that none is offered that lacks its end.
create function purge_exports(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select p.workspace_id, p.task_id, p.number
    from export_piece p
    join task t on t.workspace_id = p.workspace_id and t.id = p.task_id
    where p.created_at < now() - interval '7 days'
      and coalesce(t.finished_at, t.touched_at) < now() - interval '7 days'
    order by p.created_at limit most
  ), gone as (
    delete from export_piece p using old
    where p.workspace_id = old.workspace_id and p.task_id = old.task_id and p.number = old.number
    returning 1
  )
  select count(*)::integer from gone
$$;

revoke execute on function purge_tasks, purge_imports, purge_exports from public;
grant execute on function purge_tasks, purge_imports, purge_exports to outcrop_app;
