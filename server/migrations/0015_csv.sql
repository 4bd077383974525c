-- Up Migration

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
  primary key (workspace_id, id)
);
create index import_file_age on import_file (created_at);

-- `number` is the row's place in the file, as a spreadsheet counts; empty rows are left out.
-- `problem` says why it cannot be imported, where that is known already. The rows are written before
-- the file, whose columns and count they tell: the reference is checked at the end.
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

-- A CSV file that a task has written, in pieces. Kept for 7 days.
create table export_piece (
  workspace_id uuid not null,
  task_id uuid not null,
  number integer not null,
  content text not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, task_id, number),
  foreign key (workspace_id, task_id) references task on delete cascade
);
create index export_piece_age on export_piece (created_at);

alter table import_file enable row level security;
create policy own_workspace on import_file using (workspace_id = (select current_workspace()));
alter table import_row enable row level security;
create policy own_workspace on import_row using (workspace_id = (select current_workspace()));
alter table export_piece enable row level security;
create policy own_workspace on export_piece using (workspace_id = (select current_workspace()));
grant select, insert on import_file, import_row, export_piece to outcrop_app;

-- What is told of people in files must not outlast them for long. At most so many rows at a time;
-- a file goes when its rows are gone.
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

create function purge_exports(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select workspace_id, task_id, number from export_piece
    where created_at < now() - interval '7 days'
    order by created_at limit most
  ), gone as (
    delete from export_piece p using old
    where p.workspace_id = old.workspace_id and p.task_id = old.task_id and p.number = old.number
    returning 1
  )
  select count(*)::integer from gone
$$;

revoke execute on function purge_imports, purge_exports from public;
grant execute on function purge_imports, purge_exports to outcrop_app;
