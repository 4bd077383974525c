-- Up Migration

-- The answers of writes that carried an Idempotency-Key, kept for a day. `scope` is a hash of
-- user, method, path and key; a key means nothing outside the workspace and user that sent it.
create table idempotency (
  workspace_id uuid not null references workspace,
  scope bytea not null check (octet_length(scope) = 32),
  body_hash bytea not null check (octet_length(body_hash) = 32),
  data json not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, scope)
);
create index idempotency_age on idempotency (created_at);

alter table idempotency enable row level security;
create policy own_workspace on idempotency using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on idempotency to outcrop_app;
