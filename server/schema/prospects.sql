create type stage as enum
  ('new', 'contacted', 'replied', 'interested', 'meeting', 'customer', 'not_interested');
create type enrichment_status as enum ('none', 'queued', 'running', 'enriched', 'failed');

-- One row per person. The three keys say who is the same person; `name_key` is only set where there is
-- neither of the other two. `created_at` is the time in the id, so that prospects sorted by id are
-- sorted by time. `enrichment_error` says why enrichment failed last, by mode, until it succeeds.
-- `stage_changed_at` is null until the stage changes.
--
-- `search_text` is what a search compares; `sort_name` and `company_key` are folded as it is. Comparing
-- values of an enum is not leakproof, so the policy keeps an index on `stage` from being used:
-- `stage_position` is its number.
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
  enrichment_error jsonb,
  search_text text not null,
  sort_name text collate "C" not null,
  company_key text collate "C" not null,
  last_activity_at timestamptz(3) not null,
  stage_position smallint not null default 1,
  owner_id uuid,
  stage_changed_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, owner_id) references member on delete set null (owner_id),
  constraint prospect_stage_position check (stage_position = case stage
    when 'new' then 1 when 'contacted' then 2 when 'replied' then 3 when 'interested' then 4
    when 'meeting' then 5 when 'customer' then 6 when 'not_interested' then 7 end)
);
create unique index prospect_linkedin on prospect (workspace_id, linkedin_key) where linkedin_key is not null;
create unique index prospect_email on prospect (workspace_id, email_key) where email_key is not null;
create unique index prospect_name on prospect (workspace_id, name_key) where name_key is not null;
-- A search in each order reads one of these.
create index prospect_stage on prospect (workspace_id, stage_position, id);
create index prospect_updated on prospect (workspace_id, updated_at, id);
create index prospect_active on prospect (workspace_id, last_activity_at, id);
create index prospect_by_name on prospect (workspace_id, sort_name, id);
create index prospect_by_company on prospect (workspace_id, company_key, id);
-- Read by prospects_by_domain.
create index prospect_domain on prospect (workspace_id, split_part(email_key, '@', 2))
  where email_key is not null;
create index prospect_owner on prospect (workspace_id, owner_id, id);
alter table prospect enable row level security;
create policy own_workspace on prospect using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on prospect to outcrop_app;

-- Prospects of the workspace whose address has one of these domains. The policy keeps the index
-- `prospect_domain` from being used, because split_part may leak what it compares. This function
-- reads without the policy, so it compares the workspace itself.
create function prospects_by_domain(domains text[]) returns table (id uuid, domain text)
language sql stable security definer set search_path = public, pg_temp rows 100
as $$
  select id, split_part(email_key, '@', 2) from prospect
  where workspace_id = current_workspace() and email_key is not null and split_part(email_key, '@', 2) = any(domains)
$$;
revoke execute on function prospects_by_domain from public;
grant execute on function prospects_by_domain to outcrop_app;

-- One row for each distinct word of a prospect. Every search for a word reads one range of the primary
-- key. There is no foreign key: a cascade would look for the rows of a prospect without their words, so
-- deleting a prospect must also delete its words.
create table prospect_word (
  workspace_id uuid not null,
  word text collate "C" not null,
  prospect_id uuid not null,
  primary key (workspace_id, word, prospect_id)
-- Only pages that a vacuum has seen are counted without looking at their rows.
) with (autovacuum_vacuum_insert_scale_factor = 0.05);
alter table prospect_word enable row level security;
create policy own_workspace on prospect_word using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on prospect_word to outcrop_app;

create table list (
  workspace_id uuid not null references workspace,
  id uuid not null,
  name text not null,
  name_key text not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name_key)
);
alter table list enable row level security;
create policy own_workspace on list using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on list to outcrop_app;

create table tag (
  workspace_id uuid not null references workspace,
  id uuid not null,
  name text not null,
  name_key text not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name_key)
);
alter table tag enable row level security;
create policy own_workspace on tag using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on tag to outcrop_app;

create table prospect_list (
  workspace_id uuid not null,
  prospect_id uuid not null,
  list_id uuid not null,
  added_at timestamptz(3) not null default now(),
  primary key (workspace_id, prospect_id, list_id),
  foreign key (workspace_id, prospect_id) references prospect on delete cascade,
  foreign key (workspace_id, list_id) references list on delete cascade
);
create index prospect_list_members on prospect_list (workspace_id, list_id, prospect_id);
alter table prospect_list enable row level security;
create policy own_workspace on prospect_list using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on prospect_list to outcrop_app;

create table prospect_tag (
  workspace_id uuid not null,
  prospect_id uuid not null,
  tag_id uuid not null,
  added_at timestamptz(3) not null default now(),
  primary key (workspace_id, prospect_id, tag_id),
  foreign key (workspace_id, prospect_id) references prospect on delete cascade,
  foreign key (workspace_id, tag_id) references tag on delete cascade
);
create index prospect_tag_members on prospect_tag (workspace_id, tag_id, prospect_id);
alter table prospect_tag enable row level security;
create policy own_workspace on prospect_tag using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on prospect_tag to outcrop_app;

-- Counting a million rows takes 135 ms, so every count that a list, tag, stage or campaign shows is
-- kept here by the transaction that changes it. `key` is a stage or an id.
create table board_count (
  workspace_id uuid not null references workspace,
  kind text not null check (kind in ('stage', 'list', 'tag', 'campaign')),
  key text not null,
  count bigint not null,
  primary key (workspace_id, kind, key)
);
alter table board_count enable row level security;
create policy own_workspace on board_count using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on board_count to outcrop_app;

-- A deleted person, until a job has removed them from uploaded and exported files, failures of imports and
-- saved views, where only a search can find them.
create table forgotten_person (
  workspace_id uuid not null references workspace,
  prospect_id uuid not null,
  email text,
  linkedin_url text,
  full_name text,
  first_name text,
  last_name text,
  company_name text,
  deleted_at timestamptz(3) not null default now(),
  primary key (workspace_id, prospect_id)
);
alter table forgotten_person enable row level security;
create policy own_workspace on forgotten_person using (workspace_id = (select current_workspace()));
grant select, insert, delete on forgotten_person to outcrop_app;

-- Filters, order and columns of the prospects table under a name. `private_to` is the only user who
-- sees it, and null if it is shared: a private view is deleted when its user leaves, a shared one
-- stays. `name_key` is the name as it is compared.
create table saved_view (
  workspace_id uuid not null references workspace,
  id uuid not null,
  name text not null,
  name_key text collate "C" not null,
  query text not null,
  columns jsonb not null,
  owner_id uuid,
  private_to uuid,
  updated_at timestamptz(3) not null,
  bytes bigint not null generated always as (octet_length(query) + octet_length(columns::text)) stored,
  primary key (workspace_id, id),
  foreign key (workspace_id, owner_id) references member on delete set null (owner_id),
  foreign key (workspace_id, private_to) references member on delete cascade
);
create unique index saved_view_name on saved_view (workspace_id, private_to, name_key) nulls not distinct;
create index saved_view_owner on saved_view (workspace_id, owner_id);
alter table saved_view enable row level security;
create policy own_workspace on saved_view using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on saved_view to outcrop_app;

-- Views in the navigation of a user.
create table view_pin (
  workspace_id uuid not null,
  user_id uuid not null,
  view_id uuid not null,
  primary key (workspace_id, user_id, view_id),
  foreign key (workspace_id, user_id) references member on delete cascade,
  foreign key (workspace_id, view_id) references saved_view on delete cascade
);
create index view_pin_view on view_pin (workspace_id, view_id);
alter table view_pin enable row level security;
create policy own_workspace on view_pin using (workspace_id = (select current_workspace()));
grant select, insert, delete on view_pin to outcrop_app;
