-- Up Migration

set local lock_timeout = '5s';

-- The 30 seconds of the newest authenticator code that was taken: that code and older ones are over.
alter table auth."twoFactor" add column "lastUsedStep" bigint;

-- When the member last did something in this workspace by session; tokens have a time of their own.
alter table member add column last_seen_at timestamptz(3);

create function record_member_use(users uuid[], workspaces uuid[], used timestamptz[])
returns void
language sql security definer set search_path = public, pg_temp
as $$
  update member m
  set last_seen_at = greatest(m.last_seen_at, seen.used)
  from unnest(users, workspaces, used) as seen (user_id, workspace_id, used)
  where m.workspace_id = seen.workspace_id and m.user_id = seen.user_id
$$;

-- Sessions belong to no workspace, so when they began is no longer told. The column stays for API
-- processes of the version before, which still ask for it.
create or replace function people_of_workspace()
returns table (user_id uuid, name text, email text, signed_in_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u."id", u."name", u."email", null::timestamptz
  from member m join auth."user" u on u."id" = m.user_id
  where m.workspace_id = current_workspace()
$$;

-- Ends the tokens of a user in every workspace, with an entry in the audit log of each. Locks the
-- workspaces in one order, as everyone does who makes tokens.
create function revoke_tokens_of_user(given_user uuid, given_correlation text) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s'
as $$
declare total integer;
begin
  perform from workspace
  where id in (select workspace_id from member where user_id = given_user)
  order by id for no key update;
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

revoke execute on function record_member_use, revoke_tokens_of_user from public;
grant execute on function record_member_use, revoke_tokens_of_user to outcrop_app;

-- The path and query of a webhook may hold a secret, which must not outlive the webhook.
update audit_entry
set detail = jsonb_set(detail, '{url}', to_jsonb(substring(detail ->> 'url' from '^[a-z]+://[^/?#]*')))
where action in ('webhook.created', 'webhook.edited', 'webhook.deleted') and detail ? 'url';
