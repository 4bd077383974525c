-- Up Migration

create type credit_entry_kind as enum ('grant', 'reserve', 'capture', 'release', 'expire');

-- Every change of a workspace's credits, only ever added to. The account beside it is the sum: of
-- `balance_change` what is unspent, of `reserved_change` what is promised to work under way.
create table credit_entry (
  workspace_id uuid not null references workspace,
  created_at timestamptz(3) not null default now(),
  id uuid not null,
  kind credit_entry_kind not null,
  balance_change integer not null,
  reserved_change integer not null,
  -- The month that the credits were granted for.
  month date not null,
  enrichment_id uuid,
  primary key (workspace_id, created_at, id)
);
create index credit_entry_enrichment on credit_entry (workspace_id, enrichment_id)
  where enrichment_id is not null;
-- A month is granted once; a reservation is made once and ends once.
create unique index credit_entry_grant on credit_entry (workspace_id, month) where kind = 'grant';
create unique index credit_entry_reserve on credit_entry (workspace_id, enrichment_id) where kind = 'reserve';
create unique index credit_entry_end on credit_entry (workspace_id, enrichment_id)
  where kind in ('capture', 'release');

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

create type enrichment_work_status as enum ('queued', 'running', 'done', 'failed', 'cancelled');

-- The work on one prospect, and the credit that is reserved for it. No foreign key to the prospect:
-- when it is deleted the work ends and the credit comes back, but that there was work stays known.
create table enrichment (
  workspace_id uuid not null,
  id uuid not null,
  job_id uuid not null,
  prospect_id uuid not null,
  mode enrich_mode not null,
  status enrichment_work_status not null default 'queued',
  credit_month date not null,
  -- Whatever happens, the reservation ends here.
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
  primary key (workspace_id, id),
  foreign key (workspace_id, job_id) references enrichment_job on delete cascade
);
create index enrichment_of_job on enrichment (workspace_id, job_id, id);
create index enrichment_of_prospect on enrichment (workspace_id, prospect_id);
-- Nobody is worked on twice at once in the same way.
create unique index enrichment_under_way on enrichment (workspace_id, prospect_id, mode)
  where status in ('queued', 'running');
create index enrichment_deadline on enrichment (deadline) where status in ('queued', 'running');

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

alter table credit_entry enable row level security;
create policy own_workspace on credit_entry using (workspace_id = (select current_workspace()));
alter table enrichment_job enable row level security;
create policy own_workspace on enrichment_job using (workspace_id = (select current_workspace()));
alter table enrichment enable row level security;
create policy own_workspace on enrichment using (workspace_id = (select current_workspace()));
alter table ai_settings enable row level security;
create policy own_workspace on ai_settings using (workspace_id = (select current_workspace()));
grant select, insert on credit_entry to outcrop_app;
grant select, insert, update, delete on enrichment_job, enrichment, ai_settings to outcrop_app;

-- Workspaces with work past its deadline: for the worker, which then looks at each by itself.
create function workspaces_with_overdue_enrichment(most integer) returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct workspace_id
  from (select workspace_id from enrichment
        where deadline <= now() and status in ('queued', 'running') order by deadline limit most) overdue
$$;
revoke execute on function workspaces_with_overdue_enrichment from public;
grant execute on function workspaces_with_overdue_enrichment to outcrop_app;
