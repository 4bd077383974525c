-- Up Migration

set local lock_timeout = '5s';

-- A LinkedIn key is made of a person's profile only. Earlier versions made one of every page, and did
-- not know some forms of a profile. A worker computes stored keys anew, a slice at a time, in each
-- workspace that has a row here: behind `after_id`, until the row is gone.
create table linkedin_rekey (
  workspace_id uuid primary key references workspace,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
alter table linkedin_rekey enable row level security;
create policy own_workspace on linkedin_rekey using (workspace_id = (select current_workspace()));
grant select, update, delete on linkedin_rekey to outcrop_app;

insert into linkedin_rekey (workspace_id) select id from workspace;

create function workspaces_to_rekey(most integer) returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$ select workspace_id from linkedin_rekey order by workspace_id limit most $$;
revoke execute on function workspaces_to_rekey from public;
grant execute on function workspaces_to_rekey to outcrop_app;

-- Two prospects with the profile of one person. The older one has the key; the other has none until
-- they are merged, or until one of them goes.
create table prospect_duplicate (
  workspace_id uuid not null,
  prospect_id uuid not null,
  older_id uuid not null,
  linkedin_key text not null,
  found_at timestamptz(3) not null default now(),
  primary key (workspace_id, prospect_id),
  foreign key (workspace_id, prospect_id) references prospect on delete cascade,
  foreign key (workspace_id, older_id) references prospect on delete cascade
);
create index prospect_duplicate_newest on prospect_duplicate (workspace_id, found_at desc, prospect_id desc);
create index prospect_duplicate_older on prospect_duplicate (workspace_id, older_id);
alter table prospect_duplicate enable row level security;
create policy own_workspace on prospect_duplicate using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on prospect_duplicate to outcrop_app;
