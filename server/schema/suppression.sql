-- Who must not be contacted, without saying who: a keyed hash of an email or LinkedIn key. It outlives
-- the prospect, so that a person who is deleted and imported again is suppressed at once.
create table suppression (
  workspace_id uuid not null references workspace,
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, hash)
);
alter table suppression enable row level security;
create policy own_workspace on suppression using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on suppression to outcrop_app;

create type address_fact_kind as enum ('unsubscribed', 'complained', 'bounced');

-- Why an address gets no email. It outlives the prospect, so it names the address by a hash, as
-- `suppression` does. A fact is lifted and not deleted, so that it stays known who did it and why.
create table address_fact (
  workspace_id uuid not null references workspace,
  id uuid not null,
  hash bytea not null check (octet_length(hash) = 32),
  kind address_fact_kind not null,
  created_at timestamptz(3) not null default now(),
  lifted_at timestamptz(3),
  lifted_by uuid,
  lift_reason text,
  primary key (workspace_id, id),
  check (num_nonnulls(lifted_at, lifted_by, lift_reason) in (0, 3))
);
create unique index address_fact_standing on address_fact (workspace_id, hash, kind)
  where lifted_at is null;
alter table address_fact enable row level security;
create policy own_workspace on address_fact using (workspace_id = (select current_workspace()));
grant select, insert, update on address_fact to outcrop_app;
