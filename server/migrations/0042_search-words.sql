-- Up Migration

set local lock_timeout = '5s';

-- One row for each distinct word of a prospect. Every search for a word reads one range of the primary
-- key. There is no foreign key: a cascade would look for the rows of a prospect without their words, so
-- deleting a prospect must also delete its words.
create table prospect_word (
  workspace_id uuid not null,
  word text collate "C" not null,
  prospect_id uuid not null,
  primary key (workspace_id, word, prospect_id)
) partition by hash (workspace_id);

do $$
begin
  for remainder in 0..31 loop
    -- Only pages that a vacuum has seen are counted without looking at their rows.
    execute format('create table %I partition of prospect_word for values with (modulus 32, remainder %s)
                    with (autovacuum_vacuum_insert_scale_factor = 0.05)',
                   format('prospect_word_p%s', to_char(remainder, 'fm00')), remainder);
  end loop;
end $$;

alter table prospect_word enable row level security;
create policy own_workspace on prospect_word using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on prospect_word to outcrop_app;

-- `search_text` is what a search compares, `sort_name` and `company_key` are folded as it is. All are
-- null in a prospect that is not indexed yet. `created_at` is the time in the id, so that prospects
-- sorted by id are sorted by time. Comparing values of an enum is not leakproof, so the policy keeps an
-- index on `stage` from being used; the position of the stage is a number.
alter table prospect
  add column search_text text,
  add column sort_name text collate "C",
  add column company_key text collate "C",
  add column last_activity_at timestamptz(3),
  add column stage_position smallint not null default 1;

-- A search in each order reads one of these. In a table with rows, db:migrate builds them beside the
-- traffic.
do $$
begin
  if not exists (select from prospect) then
    create index prospect_stage on prospect (workspace_id, stage_position, id);
    create index prospect_updated on prospect (workspace_id, updated_at, id);
    create index prospect_active on prospect (workspace_id, last_activity_at, id);
    create index prospect_by_name on prospect (workspace_id, sort_name, id);
    create index prospect_by_company on prospect (workspace_id, company_key, id);
  end if;
end $$;

-- The next prospect of a workspace to index, until the row is gone.
create table search_backfill (
  workspace_id uuid primary key references workspace,
  next_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
alter table search_backfill enable row level security;
create policy own_workspace on search_backfill using (workspace_id = (select current_workspace()));
grant select, update, delete on search_backfill to outcrop_app;
insert into search_backfill (workspace_id)
select id from workspace where exists (select from prospect where workspace_id = workspace.id);

create function workspaces_to_index(most integer) returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$ select workspace_id from search_backfill order by workspace_id limit most $$;
revoke execute on function workspaces_to_index from public;
grant execute on function workspaces_to_index to outcrop_app;

-- While processes of the previous version run, both versions find what either writes. The previous one
-- knows only prospect_search: what this one writes is copied there, and what that one writes is indexed
-- by the next backfill.
create function mark_for_indexing() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  new.stage_position := array_position(enum_range(null::stage), new.stage);
  if tg_op = 'INSERT' then
    if new.sort_name is not null then return new; end if;
  elsif new.search_text is distinct from old.search_text or new.sort_name is distinct from old.sort_name
     or (new.full_name, new.first_name, new.last_name, new.title, new.company_name, new.linkedin_url,
         new.website, new.email, new.location_name)
        is not distinct from
        (old.full_name, old.first_name, old.last_name, old.title, old.company_name, old.linkedin_url,
         old.website, old.email, old.location_name) then
    return new;
  end if;
  new.sort_name := null;
  insert into search_backfill (workspace_id, next_id) values (new.workspace_id, new.id)
  on conflict (workspace_id) do update set next_id = least(search_backfill.next_id, excluded.next_id);
  return new;
end $$;
create trigger mark_for_indexing before insert or update on prospect
  for each row execute function mark_for_indexing();

create function copy_to_prospect_search() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into prospect_search (workspace_id, prospect_id, created_at, document, stage, has_email,
                               has_linkedin, enrichment_status)
  values (new.workspace_id, new.id, new.created_at,
          concat(new.search_text, E'\n ', regexp_replace(new.search_text, '([^[:alnum:][:space:]]) ', '\1', 'g')),
          new.stage, new.email is not null, new.linkedin_url is not null, new.enrichment_status)
  on conflict (workspace_id, prospect_id) do update
  set document = excluded.document, stage = excluded.stage, has_email = excluded.has_email,
      has_linkedin = excluded.has_linkedin, enrichment_status = excluded.enrichment_status;
  return null;
end $$;
create trigger copy_to_prospect_search after insert or update on prospect
  for each row when (new.sort_name is not null) execute function copy_to_prospect_search();
