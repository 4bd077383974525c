-- Up Migration

set local lock_timeout = '5s';

-- A browser that asks to be connected. It belongs to no workspace until someone confirms its code, so
-- outcrop_app reaches it only through the functions below. Both codes are stored as hashes.
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

-- Created by connecting a browser.
alter table api_token add column is_browser boolean not null default false;

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

-- Also ends browsers that were confirmed and have not fetched their token.
create or replace function revoke_tokens_of_user(given_user uuid, given_correlation text) returns integer
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

revoke execute on function add_connect_request, find_connect_request, take_connect_request,
  deny_connect_request, find_connect_status, purge_connect_requests from public;
grant execute on function add_connect_request, find_connect_request, take_connect_request,
  deny_connect_request, find_connect_status, purge_connect_requests to outcrop_app;
