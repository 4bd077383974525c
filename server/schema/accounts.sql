-- Who a token speaks for, and what they may still do: every request asks this before its workspace is
-- known. PL/pgSQL keeps the plan of the join; an SQL function plans it every time.
create function authenticate_token(given_hash bytea)
returns table (
  token_id uuid, token_name text, token_kind text, token_created_at timestamptz, token_expires_at timestamptz,
  user_id uuid, user_name text, user_email text, role member_role,
  workspace_id uuid, workspace_name text, plan_id text, plan_name text, allows_enrichment boolean,
  has_own_model boolean,
  monthly_imports integer, imports integer,
  monthly_credits integer, credits_balance integer, credits_reserved integer
)
language plpgsql stable security definer set search_path = public, pg_temp rows 1
as $$
#variable_conflict use_column
begin
  return query
  select t.id, t.name, t.kind, t.created_at::timestamptz, t.expires_at::timestamptz,
         u.id, u.name, u.email, m.role,
         w.id, w.name, p.id, p.name, p.allows_enrichment,
         ai.provider is not null,
         p.monthly_imports,
         case when usage.month = current_month() then usage.imports else 0 end,
         p.monthly_credits,
         case when credit.month = current_month() then credit.balance
              else p.monthly_credits + coalesce(credit.reserved, 0) end,
         coalesce(credit.reserved, 0)
  from api_token t
  join member m on m.workspace_id = t.workspace_id and m.user_id = t.user_id and m.leaving_at is null
  join auth."user" u on u.id = t.user_id
  join workspace w on w.id = t.workspace_id
  join plan p on p.id = w.plan_id
  left join workspace_usage usage on usage.workspace_id = t.workspace_id
  left join credit_account credit on credit.workspace_id = t.workspace_id
  left join ai_settings ai on ai.workspace_id = t.workspace_id
  where t.hash = given_hash
    and t.revoked_at is null
    and (t.expires_at is null or t.expires_at > now());
end $$;

-- Processes buffer when tokens were last used, and write it for many workspaces at once. Each use moves
-- the end of a browser's token.
create function record_token_use(
  tokens uuid[], workspaces uuid[], used timestamptz[], browser_days integer
)
returns void
language sql security definer set search_path = public, pg_temp
as $$
  update api_token t
  set last_used_at = greatest(t.last_used_at, seen.used),
      expires_at = case
        when t.kind = 'browser' then greatest(t.expires_at, seen.used + make_interval(days => browser_days))
        else t.expires_at
      end
  from unnest(tokens, workspaces, used) as seen (id, workspace_id, used)
  where t.workspace_id = seen.workspace_id and t.id = seen.id
$$;

-- Who a session speaks for, and in the given workspace, if they are a member of it, what
-- authenticate_token returns for a token's user.
create function authenticate_session(given_token text, given_workspace uuid)
returns table (
  session_id uuid, fresh_at timestamptz, two_factor boolean,
  user_id uuid, user_name text, user_email text, role member_role,
  workspace_id uuid, workspace_name text, plan_id text, plan_name text, allows_enrichment boolean,
  has_own_model boolean,
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
         ai.provider is not null,
         p.monthly_imports,
         case when usage.month = current_month() then usage.imports else 0 end,
         p.monthly_credits,
         case when credit.month = current_month() then credit.balance
              else p.monthly_credits + coalesce(credit.reserved, 0) end,
         coalesce(credit.reserved, 0)
  from auth."session" s
  join auth."user" u on u."id" = s."userId"
  left join member m on m.workspace_id = given_workspace and m.user_id = u."id" and m.kind = 'person'
    and m.leaving_at is null
  left join workspace w on w.id = m.workspace_id
  left join plan p on p.id = w.plan_id
  left join workspace_usage usage on usage.workspace_id = m.workspace_id
  left join credit_account credit on credit.workspace_id = m.workspace_id
  left join ai_settings ai on ai.workspace_id = m.workspace_id
  where s."token" = given_token and s."expiresAt" > now();
end $$;

create function record_member_use(users uuid[], workspaces uuid[], used timestamptz[])
returns void
language sql security definer set search_path = public, pg_temp
as $$
  update member m
  set last_seen_at = greatest(m.last_seen_at, seen.used)
  from unnest(users, workspaces, used) as seen (user_id, workspace_id, used)
  where m.workspace_id = seen.workspace_id and m.user_id = seen.user_id
$$;

create function workspaces_of_user(given_user uuid)
returns table (id uuid, name text, role member_role, plan_id text, plan_name text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select w.id, w.name, m.role, p.id, p.name
  from member m join workspace w on w.id = m.workspace_id join plan p on p.id = w.plan_id
  where m.user_id = given_user and m.leaving_at is null
  order by w.name, w.id
$$;

-- The users of the transaction's own workspace. Their names are in a schema that it cannot see.
create function people_of_workspace() returns table (user_id uuid, name text, email text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u."id", u."name", u."email"
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

-- A new instance belongs to the first user with a code from its operator.
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

-- Ends the tokens of a user in every workspace, and browsers that were confirmed and have not fetched
-- their token, with an entry in the audit log of each workspace. Locks the workspaces in one order,
-- like every transaction that creates tokens.
create function revoke_tokens_of_user(given_user uuid, given_correlation text) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s'
as $$
declare total integer;
begin
  perform from workspace
  where id in (select workspace_id from member where user_id = given_user)
  order by id for no key update;
  delete from connect_grant g using member m
  where m.user_id = given_user and g.workspace_id = m.workspace_id and g.user_id = m.user_id;
  with ended as (
    update api_token t set revoked_at = now()
    from member m
    where m.user_id = given_user and t.workspace_id = m.workspace_id and t.user_id = m.user_id
      and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
    returning t.workspace_id
  ), counted as (
    select workspace_id, count(*)::integer as tokens from ended group by workspace_id
  ), noted as (
    insert into audit_entry (workspace_id, id, action, actor_kind, actor_id, correlation_id, target, detail)
    select workspace_id, gen_random_uuid(), 'tokens.revoked', 'user', given_user, given_correlation,
           given_user::text, jsonb_build_object('ended', tokens, 'userId', given_user)
    from counted
  )
  select coalesce(sum(tokens), 0)::integer into total from counted;
  return total;
end $$;

-- Returns false if the code is taken.
create function add_connect_request(
  new_device bytea, new_code bytea, new_browser text, new_address text, minutes integer
) returns boolean
language sql security definer set search_path = public, pg_temp
as $$
  with added as (
    insert into connect_request (device_hash, code_hash, browser, address, expires_at)
    values (new_device, new_code, new_browser, new_address, now() + make_interval(mins => minutes))
    on conflict do nothing
    returning 1
  )
  select exists (select from added)
$$;

create function find_connect_request(given_code bytea)
returns table (browser text, address text, created_at timestamptz, expires_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select browser, address, created_at, expires_at from connect_request
  where code_hash = given_code and not denied and expires_at > now()
$$;

-- Of two calls at once, one gets the row.
create function take_connect_request(given_code bytea)
returns table (device_hash bytea, browser text, address text, expires_at timestamptz)
language sql security definer set search_path = public, pg_temp
as $$
  delete from connect_request
  where code_hash = given_code and not denied and expires_at > now()
  returning device_hash, browser, address, expires_at
$$;

create function deny_connect_request(given_code bytea) returns table (browser text, address text)
language sql security definer set search_path = public, pg_temp
as $$
  update connect_request set denied = true
  where code_hash = given_code and not denied and expires_at > now()
  returning browser, address
$$;

-- The workspace is known once the code is confirmed.
create function find_connect_status(given_device bytea) returns table (status text, workspace_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select 'confirmed', workspace_id from connect_grant
  where device_hash = given_device and expires_at > now()
  union all
  select case when denied then 'denied' else 'waiting' end, null from connect_request
  where device_hash = given_device and expires_at > now()
$$;

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

create function purge_connect_requests(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with requests as (
    delete from connect_request
    where device_hash in (select device_hash from connect_request where expires_at < now() limit most)
    returning 1
  ), grants as (
    delete from connect_grant
    where (workspace_id, device_hash) in (
      select workspace_id, device_hash from connect_grant where expires_at < now() limit most)
    returning 1
  )
  select greatest((select count(*) from requests), (select count(*) from grants))::integer
$$;

revoke execute on function authenticate_token, record_token_use, authenticate_session, record_member_use,
  workspaces_of_user, people_of_workspace, find_invitation, user_by_email, add_user, is_claimed,
  offer_claim, take_claim, revoke_tokens_of_user, add_connect_request, find_connect_request,
  take_connect_request, deny_connect_request, find_connect_status, purge_sign_ins, purge_invitations,
  purge_connect_requests from public;
grant execute on function authenticate_token, record_token_use, authenticate_session, record_member_use,
  workspaces_of_user, people_of_workspace, find_invitation, user_by_email, add_user, is_claimed,
  offer_claim, take_claim, revoke_tokens_of_user, add_connect_request, find_connect_request,
  take_connect_request, deny_connect_request, find_connect_status, purge_sign_ins, purge_invitations,
  purge_connect_requests to outcrop_app;
