-- Up Migration

create type stage as enum
  ('new', 'contacted', 'replied', 'interested', 'meeting', 'customer', 'not_interested');
create type enrichment_status as enum ('none', 'queued', 'running', 'enriched', 'failed');

-- One row per person. The three keys say who is the same person; `name_key` is only set on people
-- who have neither of the other two.
create table prospect (
  workspace_id uuid not null references workspace,
  id uuid not null,
  full_name text,
  first_name text,
  last_name text,
  title text,
  company_name text,
  linkedin_url text,
  website text,
  email text,
  phone text,
  location_name text,
  email_key text,
  linkedin_key text,
  name_key text check (name_key is null or (email_key is null and linkedin_key is null)),
  stage stage not null default 'new',
  do_not_contact boolean not null default false,
  enrichment_status enrichment_status not null default 'none',
  source_type text not null,
  first_touch_line text,
  enrichment jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
) partition by hash (workspace_id);
create unique index prospect_linkedin on prospect (workspace_id, linkedin_key) where linkedin_key is not null;
create unique index prospect_email on prospect (workspace_id, email_key) where email_key is not null;
create unique index prospect_name on prospect (workspace_id, name_key) where name_key is not null;

-- What a search looks at, apart from the record: the text index is the dearest part of a write and
-- must not be paid by stage changes. The columns repeated here are filters of the search.
create table prospect_search (
  workspace_id uuid not null,
  prospect_id uuid not null,
  created_at timestamptz(3) not null,
  document text not null,
  stage stage not null,
  has_email boolean not null,
  has_linkedin boolean not null,
  enrichment_status enrichment_status not null,
  primary key (workspace_id, prospect_id),
  foreign key (workspace_id, prospect_id) references prospect on delete cascade
) partition by hash (workspace_id);
create index prospect_search_document on prospect_search
  using gin (workspace_id, document gin_trgm_ops);
create index prospect_search_newest on prospect_search (workspace_id, created_at desc, prospect_id desc);

create table list (
  workspace_id uuid not null references workspace,
  id uuid not null,
  name text not null,
  name_key text not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name_key)
);

create table tag (
  workspace_id uuid not null references workspace,
  id uuid not null,
  name text not null,
  name_key text not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name_key)
);

create table prospect_list (
  workspace_id uuid not null,
  prospect_id uuid not null,
  list_id uuid not null,
  added_at timestamptz(3) not null default now(),
  primary key (workspace_id, prospect_id, list_id),
  foreign key (workspace_id, prospect_id) references prospect on delete cascade,
  foreign key (workspace_id, list_id) references list on delete cascade
) partition by hash (workspace_id);
create index prospect_list_members on prospect_list (workspace_id, list_id, prospect_id);

create table prospect_tag (
  workspace_id uuid not null,
  prospect_id uuid not null,
  tag_id uuid not null,
  added_at timestamptz(3) not null default now(),
  primary key (workspace_id, prospect_id, tag_id),
  foreign key (workspace_id, prospect_id) references prospect on delete cascade,
  foreign key (workspace_id, tag_id) references tag on delete cascade
) partition by hash (workspace_id);
create index prospect_tag_members on prospect_tag (workspace_id, tag_id, prospect_id);

-- Counting a million rows takes 135 ms, so every count a board or campaign shows is kept here by
-- the transaction that changes it. `key` is a stage or the id of a list, tag or campaign.
create table board_count (
  workspace_id uuid not null references workspace,
  kind text not null check (kind in ('stage', 'list', 'tag', 'campaign')),
  key text not null,
  count bigint not null,
  primary key (workspace_id, kind, key)
);

do $$
declare
  partitioned text;
begin
  foreach partitioned in array array['prospect', 'prospect_search', 'prospect_list', 'prospect_tag'] loop
    for remainder in 0..31 loop
      execute format('create table %I partition of %I for values with (modulus 32, remainder %s)',
                     format('%s_p%s', partitioned, to_char(remainder, 'fm00')), partitioned, remainder);
    end loop;
  end loop;
end $$;

alter table prospect enable row level security;
create policy own_workspace on prospect using (workspace_id = (select current_workspace()));
alter table prospect_search enable row level security;
create policy own_workspace on prospect_search using (workspace_id = (select current_workspace()));
alter table list enable row level security;
create policy own_workspace on list using (workspace_id = (select current_workspace()));
alter table tag enable row level security;
create policy own_workspace on tag using (workspace_id = (select current_workspace()));
alter table prospect_list enable row level security;
create policy own_workspace on prospect_list using (workspace_id = (select current_workspace()));
alter table prospect_tag enable row level security;
create policy own_workspace on prospect_tag using (workspace_id = (select current_workspace()));
alter table board_count enable row level security;
create policy own_workspace on board_count using (workspace_id = (select current_workspace()));

-- Grants name the parents. A policy on a parent does not guard its partitions, so no privilege on
-- a partition is ever given out.
grant select, insert, update, delete
  on prospect, prospect_search, list, tag, prospect_list, prospect_tag, board_count to outcrop_app;
