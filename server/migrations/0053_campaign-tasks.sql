-- Up Migration

set local lock_timeout = '5s';

-- The campaign that a task is about. No foreign key: a task is kept as it was.
alter table task add column campaign_id uuid;

-- The newest tasks of a campaign. In a table with rows, db:migrate builds it beside the traffic.
do $$
begin
  if not exists (select from task) then
    create index task_campaign on task (workspace_id, campaign_id, created_at desc, id desc);
  end if;
end $$;
