-- Up Migration

-- One row per workspace. Whatever creates, deletes or merges people locks it first, so that the
-- import quota and the identity of people are decided by one transaction at a time.
create table workspace_usage (
  workspace_id uuid primary key references workspace,
  month date not null,
  imports integer not null default 0 check (imports >= 0)
);

-- Unspent credits and the part of them that is promised to work under way.
create table credit_account (
  workspace_id uuid primary key references workspace,
  month date not null,
  balance integer not null default 0 check (balance >= 0),
  reserved integer not null default 0 check (reserved between 0 and balance)
);

alter table workspace_usage enable row level security;
create policy own_workspace on workspace_usage using (workspace_id = (select current_workspace()));
alter table credit_account enable row level security;
create policy own_workspace on credit_account using (workspace_id = (select current_workspace()));

grant select, insert, update on workspace_usage, credit_account to outcrop_app;

create function current_month() returns date
language sql stable parallel safe
as $$ select date_trunc('month', now() at time zone 'UTC')::date $$;

-- Who a token speaks for, and what they may still do: the one question every request asks before
-- its workspace is known. plpgsql keeps the plan of the join; a SQL function plans it every time.
create function authenticate_token(given_hash bytea)
returns table (
  token_id uuid, token_name text, token_created_at timestamptz, token_expires_at timestamptz,
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
  select t.id, t.name, t.created_at::timestamptz, t.expires_at::timestamptz,
         u.id, u.name, u.email, m.role,
         w.id, w.name, p.id, p.name, p.allows_enrichment,
         p.monthly_imports,
         case when usage.month = current_month() then usage.imports else 0 end,
         p.monthly_credits,
         case when credit.month = current_month() then credit.balance
              else p.monthly_credits + coalesce(credit.reserved, 0) end,
         coalesce(credit.reserved, 0)
  from api_token t
  join member m on m.workspace_id = t.workspace_id and m.user_id = t.user_id
  join auth."user" u on u.id = t.user_id
  join workspace w on w.id = t.workspace_id
  join plan p on p.id = w.plan_id
  left join workspace_usage usage on usage.workspace_id = t.workspace_id
  left join credit_account credit on credit.workspace_id = t.workspace_id
  where t.hash = given_hash
    and t.revoked_at is null
    and (t.expires_at is null or t.expires_at > now());
end $$;

-- Processes buffer when tokens were last used and write it for many workspaces at once.
create function record_token_use(tokens uuid[], workspaces uuid[], used timestamptz[])
returns void
language sql security definer set search_path = public, pg_temp
as $$
  update api_token t
  set last_used_at = greatest(t.last_used_at, seen.used)
  from unnest(tokens, workspaces, used) as seen (id, workspace_id, used)
  where t.workspace_id = seen.workspace_id and t.id = seen.id
$$;

revoke execute on function authenticate_token, record_token_use from public;
grant execute on function authenticate_token, record_token_use to outcrop_app;
