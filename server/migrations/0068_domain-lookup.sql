-- Up Migration

set local lock_timeout = '5s';

-- Prospects of the workspace whose address has one of these domains. A policy keeps the index
-- `prospect_domain` from being used, because split_part may leak what it compares. This function
-- reads without the policy, so it compares the workspace itself. It is planned with its values, for
-- one partition instead of 32.
create function prospects_by_domain(domains text[]) returns table (id uuid, domain text)
language plpgsql stable security definer set search_path = public, pg_temp rows 100
as $$
begin
  return query execute
    $query$
      select p.id, split_part(p.email_key, '@', 2) from prospect p
      where p.workspace_id = $1 and p.email_key is not null
        and split_part(p.email_key, '@', 2) = any($2)
    $query$
    using current_workspace(), domains;
end $$;
revoke execute on function prospects_by_domain from public;
grant execute on function prospects_by_domain to outcrop_app;
