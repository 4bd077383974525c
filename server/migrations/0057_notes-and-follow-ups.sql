-- Up Migration

set local lock_timeout = '5s';

-- What a user wrote about a prospect: a note, or a call, meeting or message that took place at
-- `occurred_at`. The author may have left the workspace.
create table note (
  workspace_id uuid not null,
  id uuid not null,
  prospect_id uuid not null,
  kind text not null check (kind in ('note', 'call', 'meeting', 'message')),
  text text not null,
  occurred_at timestamptz(3) not null,
  author_id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, prospect_id) references prospect on delete cascade
);
create index note_prospect on note (workspace_id, prospect_id, occurred_at desc, id desc);

-- What a user plans to do with a prospect. `due_on` is a day of the calendar, without a time zone.
-- Each index has open and done ones apart, so that a page of one never reads the other.
create table follow_up (
  workspace_id uuid not null,
  id uuid not null,
  prospect_id uuid not null,
  title text not null,
  due_on date not null,
  assignee_id uuid,
  done_at timestamptz(3),
  is_open boolean not null default true check (is_open = (done_at is null)),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, prospect_id) references prospect on delete cascade,
  foreign key (workspace_id, assignee_id) references member on delete set null (assignee_id)
);
create index follow_up_prospect on follow_up (workspace_id, prospect_id, is_open, due_on, id);
create index follow_up_assignee on follow_up (workspace_id, assignee_id, is_open, due_on, id);
create index follow_up_due on follow_up (workspace_id, is_open, due_on, id);

alter table note enable row level security;
create policy own_workspace on note using (workspace_id = (select current_workspace()));
alter table follow_up enable row level security;
create policy own_workspace on follow_up using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on note, follow_up to outcrop_app;
