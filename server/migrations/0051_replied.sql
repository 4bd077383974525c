-- Up Migration

set local lock_timeout = '5s';

-- Counts the replies of a campaign. In a table with rows, db:migrate builds it beside the traffic.
do $$
begin
  if not exists (select from enrollment) then
    create index enrollment_replied on enrollment (workspace_id, campaign_id) where status = 'replied';
  end if;
end $$;
