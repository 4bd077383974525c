-- Up Migration

-- better-auth has a role of its own, which sees the tables of the schema `auth` and nothing else.
-- It cannot add or remove a user: nobody signs up, people are invited.
do $$
begin
  if not exists (select from pg_roles where rolname = 'outcrop_sign_in') then
    raise exception 'The role outcrop_sign_in is missing. Run "npm run db:create" again: it makes what is not there yet, and migrates.';
  end if;
end $$;

grant usage on schema auth to outcrop_sign_in;
grant select, update on auth."user" to outcrop_sign_in;
grant select, insert, update on auth."account" to outcrop_sign_in;
grant select, insert, update, delete on auth."session", auth."verification", auth."twoFactor" to outcrop_sign_in;

-- When the password was last given in this session; signing in gives it.
alter table auth."session" add column "freshAt" timestamptz not null default now();
create index "session_expiresAt_idx" on auth."session" ("expiresAt");
create index "verification_expiresAt_idx" on auth."verification" ("expiresAt");

-- An integration user has tokens and cannot sign in.
alter table member add column kind text not null default 'person'
  check (kind in ('person', 'integration') and (kind = 'person' or role <> 'owner'));

-- One for each address: inviting it again replaces the earlier one and its code.
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

-- Who a session speaks for, and in the workspace that it names, if they are a member of it, all
-- that authenticate_token tells of a token's user. Asked on every request, like that one.
create function authenticate_session(given_token text, given_workspace uuid)
returns table (
  session_id uuid, fresh_at timestamptz, two_factor boolean,
  user_id uuid, user_name text, user_email text, role member_role,
  workspace_id uuid, workspace_name text, plan_id text, plan_name text, allows_enrichment boolean,
  monthly_imports integer, imports integer,
  monthly_credits integer, credits_balance integer, credits_reserved integer
)
language plpgsql stable security definer set search_path = public, pg_temp rows 1
as $$
#variable_conflict use_column
begin
  return query
  select s."id", s."freshAt", coalesce(u."twoFactorEnabled", false),
         u."id", u."name", u."email", m.role,
         w.id, w.name, p.id, p.name, p.allows_enrichment,
         p.monthly_imports,
         case when usage.month = current_month() then usage.imports else 0 end,
         p.monthly_credits,
         case when credit.month = current_month() then credit.balance
              else p.monthly_credits + coalesce(credit.reserved, 0) end,
         coalesce(credit.reserved, 0)
  from auth."session" s
  join auth."user" u on u."id" = s."userId"
  left join member m on m.workspace_id = given_workspace and m.user_id = u."id" and m.kind = 'person'
  left join workspace w on w.id = m.workspace_id
  left join plan p on p.id = w.plan_id
  left join workspace_usage usage on usage.workspace_id = m.workspace_id
  left join credit_account credit on credit.workspace_id = m.workspace_id
  where s."token" = given_token and s."expiresAt" > now();
end $$;

create function workspaces_of_user(given_user uuid)
returns table (id uuid, name text, role member_role, plan_id text, plan_name text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select w.id, w.name, m.role, p.id, p.name
  from member m join workspace w on w.id = m.workspace_id join plan p on p.id = w.plan_id
  where m.user_id = given_user
  order by w.name, w.id
$$;

-- The people of the transaction's own workspace: their names are in a schema that it cannot see.
create function people_of_workspace()
returns table (user_id uuid, name text, email text, signed_in_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u."id", u."name", u."email",
         (select max(s."createdAt") from auth."session" s where s."userId" = u."id")
  from member m join auth."user" u on u."id" = m.user_id
  where m.workspace_id = current_workspace()
$$;

create function find_invitation(given_hash bytea) returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$ select workspace_id, id from invitation where code_hash = given_hash and expires_at > now() $$;

create function user_by_email(given_email text) returns uuid
language sql stable security definer set search_path = public, pg_temp
as $$ select "id" from auth."user" where "email" = given_email $$;

create function add_user(new_id uuid, new_name text, new_email text, is_proven boolean, password_hash text)
returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into auth."user" ("id", "name", "email", "emailVerified")
  values (new_id, new_name, new_email, is_proven);
  insert into auth."account" ("accountId", "providerId", "userId", "password", "updatedAt")
  select new_id::text, 'credential', new_id, password_hash, now() where password_hash is not null;
$$;

-- A new instance belongs to whoever has a code from its operator and comes first.
create function is_claimed() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select exists (select from auth."user") $$;

create function offer_claim(code_hash text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into auth."verification" ("identifier", "value", "expiresAt")
  values ('claim:' || code_hash, 'claim', now() + interval '24 hours')
$$;

create function take_claim(code_hash text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- One at a time, whatever codes they hold; the second then sees the user whom the first has made.
  perform pg_advisory_xact_lock(hashtext('claim'));
  if is_claimed() then return false; end if;
  delete from auth."verification" where "identifier" = 'claim:' || code_hash and "expiresAt" > now();
  return found;
end $$;

create function purge_sign_ins(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with over as (
    delete from auth."session"
    where "id" in (select "id" from auth."session" where "expiresAt" < now() limit most)
    returning 1
  ), used as (
    delete from auth."verification"
    where "id" in (select "id" from auth."verification" where "expiresAt" < now() limit most)
    returning 1
  )
  select greatest((select count(*) from over), (select count(*) from used))::integer
$$;

create function purge_invitations(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with over as (
    delete from invitation
    where (workspace_id, id) in (
      select workspace_id, id from invitation where expires_at < now() limit most)
    returning 1
  )
  select count(*)::integer from over
$$;

revoke execute on function authenticate_session, workspaces_of_user, people_of_workspace, find_invitation,
  user_by_email, add_user, is_claimed, offer_claim, take_claim, purge_sign_ins, purge_invitations from public;
grant execute on function authenticate_session, workspaces_of_user, people_of_workspace, find_invitation,
  user_by_email, add_user, is_claimed, offer_claim, take_claim, purge_sign_ins, purge_invitations to outcrop_app;
