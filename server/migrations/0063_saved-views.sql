-- Up Migration

set local lock_timeout = '5s';

-- Filters, order and columns of the prospects table under a name. `private_to` is the only user who
-- sees it, and null if it is shared: a private view is deleted when its user leaves, a shared one
-- stays. `name_key` is the name as it is compared.
create table saved_view (
  workspace_id uuid not null references workspace,
  id uuid not null,
  name text not null,
  name_key text collate "C" not null,
  query text not null,
  columns jsonb not null,
  owner_id uuid,
  private_to uuid,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, owner_id) references member on delete set null (owner_id),
  foreign key (workspace_id, private_to) references member on delete cascade
);
create unique index saved_view_name on saved_view (workspace_id, private_to, name_key) nulls not distinct;
create index saved_view_owner on saved_view (workspace_id, owner_id);

-- Views in the navigation of a user.
create table view_pin (
  workspace_id uuid not null,
  user_id uuid not null,
  view_id uuid not null,
  primary key (workspace_id, user_id, view_id),
  foreign key (workspace_id, user_id) references member on delete cascade,
  foreign key (workspace_id, view_id) references saved_view on delete cascade
);
create index view_pin_view on view_pin (workspace_id, view_id);

alter table saved_view enable row level security;
create policy own_workspace on saved_view using (workspace_id = (select current_workspace()));
alter table view_pin enable row level security;
create policy own_workspace on view_pin using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on saved_view to outcrop_app;
grant select, insert, delete on view_pin to outcrop_app;
