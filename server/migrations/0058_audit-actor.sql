-- Up Migration

set local lock_timeout = '5s';

-- What one user or token did. In a table with rows, db:migrate builds it beside the traffic.
do $$
begin
  if not exists (select from audit_entry) then
    create index audit_entry_actor on audit_entry (workspace_id, actor_id, created_at desc, id desc);
  end if;
end $$;
