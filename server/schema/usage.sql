-- One row per workspace. Creating, deleting and merging prospects locks it first, so that the import
-- quota and the identity of prospects are decided by one transaction at a time.
create table workspace_usage (
  workspace_id uuid primary key references workspace,
  month date not null,
  imports integer not null default 0 check (imports >= 0)
);
alter table workspace_usage enable row level security;
create policy own_workspace on workspace_usage using (workspace_id = (select current_workspace()));
grant select, insert, update on workspace_usage to outcrop_app;

-- How many prospects were added on each day, in UTC: what workspace_usage counts by the month.
create table import_day (
  workspace_id uuid not null references workspace,
  day date not null,
  imports integer not null check (imports > 0),
  primary key (workspace_id, day)
);
alter table import_day enable row level security;
create policy own_workspace on import_day using (workspace_id = (select current_workspace()));
grant select, insert, update on import_day to outcrop_app;

-- Unspent credits, and the part of them that is reserved for work in progress.
create table credit_account (
  workspace_id uuid primary key references workspace,
  month date not null,
  balance integer not null default 0 check (balance >= 0),
  reserved integer not null default 0 check (reserved between 0 and balance)
);
alter table credit_account enable row level security;
create policy own_workspace on credit_account using (workspace_id = (select current_workspace()));
grant select, insert, update on credit_account to outcrop_app;

create type credit_entry_kind as enum ('grant', 'reserve', 'capture', 'release', 'expire');

-- Every change of a workspace's credits, only ever added to. The account is the sum: of
-- `balance_change` what is unspent, of `reserved_change` what is reserved.
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
alter table credit_entry enable row level security;
create policy own_workspace on credit_entry using (workspace_id = (select current_workspace()));
grant select, insert on credit_entry to outcrop_app;

-- How many credits were spent on each day, in UTC: the captures of the ledger, counted as they are made.
create table credit_day (
  workspace_id uuid not null references workspace,
  day date not null,
  spent integer not null check (spent > 0),
  primary key (workspace_id, day)
);
alter table credit_day enable row level security;
create policy own_workspace on credit_day using (workspace_id = (select current_workspace()));
grant select, insert, update on credit_day to outcrop_app;

create function current_month() returns date
language sql stable parallel safe
as $$ select date_trunc('month', now() at time zone 'UTC')::date $$;
