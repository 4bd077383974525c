-- Up Migration

set local lock_timeout = '5s';

-- The member who looks after the prospect. A trigger instead of a foreign key, which would read
-- every prospect when it is added; writers hold the member with `for key share`.
alter table prospect add column owner_id uuid;

-- The prospects of an owner, the newest first. In a table with rows, db:migrate builds it beside
-- the traffic.
do $$
begin
  if not exists (select from prospect) then
    create index prospect_owner on prospect (workspace_id, owner_id, id);
  end if;
end $$;

create function clear_owner() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  update prospect set owner_id = null
  where workspace_id = old.workspace_id and owner_id = old.user_id;
  return null;
end $$;
create trigger clear_owner after delete on member
  for each row execute function clear_owner();
