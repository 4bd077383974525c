-- What was asked of the API. The body of a request is kept in outline only and without personal data,
-- because a person may be deleted before the entry is.
create table request_log (
  workspace_id uuid not null,
  at timestamptz(3) not null,
  correlation_id uuid not null,
  method text not null,
  path text,
  status integer not null,
  ms integer not null,
  -- Null for a user of the console, who has a session instead.
  token_id uuid,
  user_id uuid not null,
  error_code text,
  replayed boolean not null,
  request_bytes integer not null,
  answer_bytes integer,
  sent jsonb not null,
  problems jsonb not null,
  primary key (workspace_id, correlation_id, at)
) partition by range (at);
create index request_log_newest on request_log (workspace_id, at desc, correlation_id desc);
create index request_log_of_token on request_log (workspace_id, token_id, at desc, correlation_id desc)
  where token_id is not null;
-- Hardly any call is refused or fails, and those are what is looked for.
create index request_log_refused on request_log (workspace_id, at desc, correlation_id desc)
  where status between 400 and 499;
create index request_log_failed on request_log (workspace_id, at desc, correlation_id desc)
  where status between 500 and 599;
alter table request_log enable row level security;
create policy own_workspace on request_log using (workspace_id = (select current_workspace()));
grant select on request_log to outcrop_app;

-- A process writes the requests of all its workspaces at once. What it sends again, because it does not
-- know how the first time ended, is there already.
create function record_requests(requests json) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into request_log (workspace_id, at, correlation_id, method, path, status, ms, token_id, user_id,
                           error_code, replayed, request_bytes, answer_bytes, sent, problems)
  select "workspaceId", at, "correlationId", method, path, status, ms, "tokenId", "userId",
         "errorCode", replayed, "requestBytes", "answerBytes", sent, problems
  from json_to_recordset(requests) as request (
    "workspaceId" uuid, at timestamptz, "correlationId" uuid, method text, path text, status integer,
    ms integer, "tokenId" uuid, "userId" uuid, "errorCode" text, replayed boolean,
    "requestBytes" integer, "answerBytes" integer, sent jsonb, problems jsonb)
  on conflict do nothing
$$;

create function make_request_log_partitions(at timestamptz default now()) returns void
language sql security definer set search_path = public, pg_temp
as $$ select attach_days('request_log', at) $$;

-- Kept for 14 days.
create function drop_old_requests(at timestamptz default now()) returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  select drop_oldest_partition('request_log', day_partition('request_log', (at at time zone 'UTC')::date - 14))
$$;

revoke execute on function record_requests, make_request_log_partitions, drop_old_requests from public;
grant execute on function record_requests, make_request_log_partitions, drop_old_requests to outcrop_app;

select make_request_log_partitions();
