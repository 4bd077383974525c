-- Up Migration

create type task_status as enum ('queued', 'running', 'done', 'failed', 'cancelled');

-- Long work. A worker does it piece by piece; each piece moves `position` and the counts in the
-- transaction of its effect, so that a piece is done once, whatever dies.
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
  primary key (workspace_id, id),
  foreign key (workspace_id, undo_of) references task on delete cascade,
  check (done <= total and failed <= done)
);
create index task_newest on task (workspace_id, created_at desc, id desc);
-- What is undone is undone once.
create unique index task_undo on task (workspace_id, undo_of);

-- Whom a task is about, in order. `event_id` is of the change that it made to the prospect, with
-- what was there before: by them it can be undone. No foreign key to prospects, who come and go.
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

alter table task enable row level security;
create policy own_workspace on task using (workspace_id = (select current_workspace()));
alter table task_target enable row level security;
create policy own_workspace on task_target using (workspace_id = (select current_workspace()));
alter table task_failure enable row level security;
create policy own_workspace on task_failure using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on task, task_target, task_failure to outcrop_app;
