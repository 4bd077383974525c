create type enrich_mode as enum ('enrich_only', 'personalized_line');

-- One request for enrichment.
create table enrichment_job (
  workspace_id uuid not null references workspace,
  id uuid not null,
  mode enrich_mode not null,
  use_instructions boolean not null,
  custom_prompt text,
  total integer not null,
  actor_kind text not null,
  actor_id uuid,
  correlation_id text,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
);
create index enrichment_job_newest on enrichment_job (workspace_id, created_at desc, id desc);
alter table enrichment_job enable row level security;
create policy own_workspace on enrichment_job using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on enrichment_job to outcrop_app;

create type enrichment_work_status as enum ('queued', 'running', 'done', 'failed', 'cancelled');

-- The work on one prospect, and the credit that is reserved for it. There is no foreign key to the
-- prospect: when it is deleted, the work ends and the credit comes back, but the record of the work
-- stays. `reason_code` is the stable name of `reason`.
create table enrichment (
  workspace_id uuid not null,
  id uuid not null,
  job_id uuid not null,
  prospect_id uuid not null,
  mode enrich_mode not null,
  status enrichment_work_status not null default 'queued',
  credit_month date not null,
  -- The reservation ends here at the latest.
  deadline timestamptz(3) not null,
  attempts integer not null default 0,
  reason text,
  result jsonb,
  before jsonb,
  model text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  -- In US dollars, at the prices that were set then; null if none were.
  cost numeric(12, 6),
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  reason_code text,
  primary key (workspace_id, id),
  foreign key (workspace_id, job_id) references enrichment_job on delete cascade
);
create index enrichment_of_job on enrichment (workspace_id, job_id, id);
create index enrichment_of_prospect on enrichment (workspace_id, prospect_id);
-- A prospect is enriched once at a time in each mode.
create unique index enrichment_under_way on enrichment (workspace_id, prospect_id, mode)
  where status in ('queued', 'running');
create index enrichment_deadline on enrichment (deadline) where status in ('queued', 'running');
create index enrichment_finished on enrichment (finished_at) where finished_at is not null;
alter table enrichment enable row level security;
create policy own_workspace on enrichment using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on enrichment to outcrop_app;

-- What a workspace has set for its own enrichment. `api_key` is sealed.
create table ai_settings (
  workspace_id uuid primary key references workspace,
  instructions text,
  provider text,
  base_url text,
  model text,
  api_key text,
  -- The last characters of the key, by which its owner knows it again.
  key_end text,
  -- US dollars for a million tokens.
  input_price numeric(12, 6),
  output_price numeric(12, 6),
  updated_at timestamptz(3) not null default now(),
  check (num_nonnulls(provider, model) in (0, 2)),
  check (num_nonnulls(input_price, output_price) in (0, 2))
);
alter table ai_settings enable row level security;
create policy own_workspace on ai_settings using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on ai_settings to outcrop_app;

-- Workspaces with work past its deadline: for the worker, which then looks at each by itself.
create function workspaces_with_overdue_enrichment(most integer) returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct workspace_id
  from (select workspace_id from enrichment
        where deadline <= now() and status in ('queued', 'running') order by deadline limit most) overdue
$$;

-- What was researched is part of the prospect. The work behind it is kept for 90 days, its request
-- until the last of it has gone.
create function purge_enrichments(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  purged integer;
begin
  with old as (
    select workspace_id, id from enrichment
    where finished_at < now() - interval '90 days'
    order by finished_at limit most
  ), gone as (
    delete from enrichment e using old
    where e.workspace_id = old.workspace_id and e.id = old.id
    returning e.workspace_id, e.job_id
  ), counted as (
    select count(*)::integer as count from gone
  ), empty as (
    select distinct g.workspace_id, g.job_id from gone g
    where not exists (
      select from enrichment e
      where e.workspace_id = g.workspace_id and e.job_id = g.job_id
        and (e.workspace_id, e.id) not in (select workspace_id, id from old))
  ), jobs as (
    delete from enrichment_job j using empty
    where j.workspace_id = empty.workspace_id and j.id = empty.job_id
  )
  select count into purged from counted;
  return purged;
end $$;

revoke execute on function workspaces_with_overdue_enrichment, purge_enrichments from public;
grant execute on function workspaces_with_overdue_enrichment, purge_enrichments to outcrop_app;
