-- Names and addresses are compared in lower case, which needs letters beyond ASCII.
do $$
begin
  if lower('ÄΩЖ') <> 'äωж' then
    raise exception 'This database knows letters of ASCII only: create it with encoding UTF8 and lc_ctype C.UTF-8.';
  end if;
end $$;

revoke all on schema public from public;
grant usage on schema public to outcrop_app;

-- The workspace of the current transaction, or null: a transaction-local setting leaves an empty string
-- behind, and a bare cast of that would raise an error instead of showing nothing.
create function current_workspace() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.workspace_id', true), '')::uuid $$;

-- The user whose transaction this is, or null: then only what all members may see is visible.
create function current_member() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- Background work and a few endpoints count private conversations, too.
create function sees_all() returns boolean
language sql stable parallel safe
as $$ select coalesce(current_setting('app.sees_all', true), '') = 'on' $$;

create table plan (
  id text primary key,
  name text not null,
  monthly_imports integer not null check (monthly_imports >= 0),
  monthly_credits integer not null check (monthly_credits >= 0),
  allows_enrichment boolean not null default true,
  max_stored_bytes bigint not null default 2000000000 check (max_stored_bytes >= 0)
);
grant select on plan to outcrop_app;

insert into plan (id, name, monthly_imports, monthly_credits, max_stored_bytes) values
  ('free', 'Free', 250, 50, 1000000000),
  ('starter', 'Starter', 2500, 500, 2000000000),
  ('growth', 'Growth', 25000, 5000, 10000000000),
  ('scale', 'Scale', 250000, 50000, 50000000000);

create table workspace (
  id uuid primary key,
  name text not null,
  plan_id text not null references plan,
  created_at timestamptz(3) not null default now()
);
create index workspace_plan on workspace (plan_id);
alter table workspace enable row level security;
create policy own_workspace on workspace using (id = (select current_workspace()));
grant select, insert, update on workspace to outcrop_app;

create type member_role as enum ('viewer', 'member', 'admin', 'owner');

-- An integration user has tokens and cannot sign in. `last_seen_at` is the last use by session; a token
-- has its own. `mailed_kinds` are the kinds of notifications that the user also gets by email. From
-- `leaving_at` on, the user is no member any more: the row stays until the successor has everything that
-- the user owned.
create table member (
  workspace_id uuid not null references workspace,
  user_id uuid not null references auth."user",
  role member_role not null,
  created_at timestamptz(3) not null default now(),
  kind text not null default 'person'
    check (kind in ('person', 'integration') and (kind = 'person' or role <> 'owner')),
  last_seen_at timestamptz(3),
  mailed_kinds text[] not null default '{}',
  leaving_at timestamptz(3),
  successor_id uuid,
  check (leaving_at is not null or successor_id is null),
  primary key (workspace_id, user_id)
);
create index member_user on member (user_id);
alter table member enable row level security;
create policy own_workspace on member using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on member to outcrop_app;

-- Removing a member deletes their tokens, so no token can come back with the member. A token of kind
-- `browser` was created by connecting a browser: it opens the public API only, and always ends.
create table api_token (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  hash bytea not null check (octet_length(hash) = 32),
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  kind text not null default 'api'
    check (kind in ('api', 'browser') and (kind <> 'browser' or expires_at is not null)),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references member on delete cascade
);
create index api_token_member on api_token (workspace_id, user_id);
create index api_token_hash on api_token (hash);
alter table api_token enable row level security;
create policy own_workspace on api_token using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on api_token to outcrop_app;

-- One for each address: inviting it again replaces the earlier one and its code. The code of a `mailed`
-- invitation was shown to nobody, so it proves that its user reads the mailbox.
create table invitation (
  workspace_id uuid not null references workspace,
  id uuid not null,
  email text not null,
  role member_role not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  mailed boolean not null default false,
  invited_by uuid not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, email)
);
create index invitation_code on invitation (code_hash);
create index invitation_expiry on invitation (expires_at);
alter table invitation enable row level security;
create policy own_workspace on invitation using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on invitation to outcrop_app;

-- A browser that asks to be connected. It belongs to no workspace until a user confirms its code, so
-- outcrop_app reaches it only through functions. Both codes are stored as hashes.
create table connect_request (
  device_hash bytea primary key check (octet_length(device_hash) = 32),
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  browser text not null,
  address text not null,
  denied boolean not null default false,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index connect_request_expiry on connect_request (expires_at);

-- A confirmed browser, until it fetches its token. It ends with the member who confirmed it.
create table connect_grant (
  workspace_id uuid not null,
  device_hash bytea not null check (octet_length(device_hash) = 32),
  user_id uuid not null,
  browser text not null,
  address text not null,
  expires_at timestamptz(3) not null,
  primary key (workspace_id, device_hash),
  foreign key (workspace_id, user_id) references member on delete cascade
);
create index connect_grant_member on connect_grant (workspace_id, user_id);
create index connect_grant_device on connect_grant (device_hash);
create index connect_grant_expiry on connect_grant (expires_at);
alter table connect_grant enable row level security;
create policy own_workspace on connect_grant using (workspace_id = (select current_workspace()));
grant select, insert, delete on connect_grant to outcrop_app;
