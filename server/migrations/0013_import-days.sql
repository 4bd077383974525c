-- Up Migration

-- How many people were added on each day, in UTC: what workspace_usage counts by the month.
create table import_day (
  workspace_id uuid not null references workspace,
  day date not null,
  imports integer not null check (imports > 0),
  primary key (workspace_id, day)
);
alter table import_day enable row level security;
create policy own_workspace on import_day using (workspace_id = (select current_workspace()));
grant select, insert, update on import_day to outcrop_app;
