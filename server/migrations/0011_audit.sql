-- Up Migration

-- Who did what. Nobody changes or removes an entry, and it names people by their ids only.
create table audit_entry (
  workspace_id uuid not null references workspace,
  created_at timestamptz(3) not null default now(),
  id uuid not null,
  action text not null,
  actor_kind text not null,
  actor_id uuid,
  correlation_id text,
  target text,
  detail jsonb not null,
  primary key (workspace_id, created_at, id)
);
create index audit_entry_action on audit_entry (workspace_id, action, created_at desc, id desc);

alter table audit_entry enable row level security;
create policy own_workspace on audit_entry using (workspace_id = (select current_workspace()));
grant select, insert on audit_entry to outcrop_app;
