-- Up Migration

-- Names of lists and tags are the same when they differ only in case and white space, and SS is the
-- capitals of ß. Of two that are the same by this, the older one takes the key; the other keeps its own
-- until someone merges or renames it.
with wanted as (
  select workspace_id, id, replace(regexp_replace(name_key, '\s+', ' ', 'g'), 'ß', 'ss') as key,
         name_key as before
  from list
), free as (
  select distinct on (workspace_id, key) workspace_id, id, key from wanted
  where key <> before
    and not exists (select from list taken
                    where taken.workspace_id = wanted.workspace_id and taken.name_key = wanted.key)
  order by workspace_id, key, id
)
update list set name_key = free.key from free
where list.workspace_id = free.workspace_id and list.id = free.id;

with wanted as (
  select workspace_id, id, replace(regexp_replace(name_key, '\s+', ' ', 'g'), 'ß', 'ss') as key,
         name_key as before
  from tag
), free as (
  select distinct on (workspace_id, key) workspace_id, id, key from wanted
  where key <> before
    and not exists (select from tag taken
                    where taken.workspace_id = wanted.workspace_id and taken.name_key = wanted.key)
  order by workspace_id, key, id
)
update tag set name_key = free.key from free
where tag.workspace_id = free.workspace_id and tag.id = free.id;
