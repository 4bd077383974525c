-- Up Migration

-- The first `most` prospects whose document matches every pattern, in no order. A policy keeps the
-- planner from using the text index (LIKE is not leakproof), so this runs as the owner; it takes
-- the workspace from the same setting as the policies and from nowhere else. The patterns stand in
-- the statement as literals: with parameters the planner would not use the index (430 ms, not 2).
create function matching_prospects(patterns text[], most integer) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp rows 1000
as $$
begin
  if current_workspace() is null or cardinality(patterns) = 0 then
    return;
  end if;
  return query execute format(
    'select prospect_id from prospect_search where workspace_id = %L and %s limit %s',
    current_workspace(),
    (select string_agg(format('document like %L', pattern), ' and ') from unnest(patterns) as pattern),
    most);
end $$;

revoke execute on function matching_prospects from public;
grant execute on function matching_prospects to outcrop_app;
