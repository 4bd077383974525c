-- Up Migration

create type campaign_status as enum ('draft', 'running', 'paused', 'archived');

create table campaign (
  workspace_id uuid not null references workspace,
  id uuid not null,
  name text not null,
  status campaign_status not null default 'draft',
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
);

create table enrollment (
  workspace_id uuid not null,
  campaign_id uuid not null,
  prospect_id uuid not null,
  enrolled_at timestamptz(3) not null default now(),
  primary key (workspace_id, campaign_id, prospect_id),
  foreign key (workspace_id, campaign_id) references campaign on delete cascade,
  foreign key (workspace_id, prospect_id) references prospect on delete cascade
) partition by hash (workspace_id);
create index enrollment_prospect on enrollment (workspace_id, prospect_id);

do $$
begin
  for remainder in 0..31 loop
    execute format('create table %I partition of enrollment for values with (modulus 32, remainder %s)',
                   format('enrollment_p%s', to_char(remainder, 'fm00')), remainder);
  end loop;
end $$;

-- Who must not be contacted, without saying who: a keyed hash of an e-mail or LinkedIn key. It
-- outlives the prospect, so that someone who is deleted and imported again arrives suppressed.
create table suppression (
  workspace_id uuid not null references workspace,
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, hash)
);

-- What a secret of this cell must match. A process with another key would not recognise anyone.
create table cell_secret (
  name text primary key,
  proof bytea not null
);

alter table campaign enable row level security;
create policy own_workspace on campaign using (workspace_id = (select current_workspace()));
alter table enrollment enable row level security;
create policy own_workspace on enrollment using (workspace_id = (select current_workspace()));
alter table suppression enable row level security;
create policy own_workspace on suppression using (workspace_id = (select current_workspace()));

grant select, insert, update, delete on campaign, enrollment, suppression to outcrop_app;
grant select, insert on cell_secret to outcrop_app;
