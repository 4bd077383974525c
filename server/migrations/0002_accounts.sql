-- Up Migration

-- Search needs trigrams of letters in every script. A database whose ctype only knows ASCII
-- would silently find nobody called Анна or 李伟, so refuse to go on in one.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

do $$
begin
  if cardinality(show_trgm('анна')) = 0 or cardinality(show_trgm('李伟科')) = 0 then
    raise exception 'This database cannot index letters beyond ASCII: create it with encoding UTF8 and lc_ctype C.UTF-8.';
  end if;
end $$;

revoke all on schema public from public;
grant usage on schema public to outcrop_app;

-- The workspace of the current transaction, or null: a transaction-local setting leaves an empty
-- string behind, and a bare cast of that would raise instead of showing nothing.
create function current_workspace() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.workspace_id', true), '')::uuid $$;

create table plan (
  id text primary key,
  name text not null,
  monthly_imports integer not null check (monthly_imports >= 0),
  monthly_credits integer not null check (monthly_credits >= 0),
  allows_enrichment boolean not null default true
);

insert into plan (id, name, monthly_imports, monthly_credits) values
  ('free', 'Free', 250, 50),
  ('starter', 'Starter', 2500, 500),
  ('growth', 'Growth', 25000, 5000),
  ('scale', 'Scale', 250000, 50000);

create table workspace (
  id uuid primary key,
  name text not null,
  plan_id text not null references plan,
  created_at timestamptz(3) not null default now()
);
create index workspace_plan on workspace (plan_id);

create type member_role as enum ('viewer', 'member', 'admin', 'owner');

create table member (
  workspace_id uuid not null references workspace,
  user_id uuid not null references auth."user",
  role member_role not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id)
);
create index member_user on member (user_id);

-- Removing a member deletes their tokens by construction: none can come back with them later.
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
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references member on delete cascade
);
create index api_token_member on api_token (workspace_id, user_id);
create index api_token_hash on api_token (hash);

alter table workspace enable row level security;
create policy own_workspace on workspace using (id = (select current_workspace()));
alter table member enable row level security;
create policy own_workspace on member using (workspace_id = (select current_workspace()));
alter table api_token enable row level security;
create policy own_workspace on api_token using (workspace_id = (select current_workspace()));

grant select on plan to outcrop_app;
grant select, insert, update on workspace to outcrop_app;
grant select, insert, update, delete on member, api_token to outcrop_app;
