-- Up Migration

set local lock_timeout = '5s';

-- Runs when no process of the version before 0042 is left and every prospect is indexed.
do $$
begin
  if exists (select from search_backfill) then
    raise 'Some prospects are not indexed for the search yet. Run npm run db:migrate, then this again.';
  end if;
end $$;

drop trigger copy_to_prospect_search on prospect;
drop trigger mark_for_indexing on prospect;
drop trigger delete_words on prospect;
drop function delete_words();
drop function copy_to_prospect_search();
drop function mark_for_indexing();
drop function workspaces_to_index(integer);
drop function matching_prospects(text[], integer);
drop table search_backfill;
drop table prospect_search;

-- Checked for the rows that are there by the next migration, which locks nobody out.
alter table prospect add constraint prospect_is_indexed
  check (search_text is not null and sort_name is not null and company_key is not null
         and last_activity_at is not null) not valid;
alter table prospect add constraint prospect_stage_position
  check (stage_position = case stage
    when 'new' then 1 when 'contacted' then 2 when 'replied' then 3 when 'interested' then 4
    when 'meeting' then 5 when 'customer' then 6 when 'not_interested' then 7 end) not valid;
