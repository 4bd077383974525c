-- Up Migration

set local lock_timeout = '5s';

-- The conversations with a reply of a kind, newest first: most have none and are not in it. In a table
-- with rows, db:migrate builds it beside the traffic.
do $$
begin
  if not exists (select from conversation) then
    create index conversation_by_kind on conversation
      (workspace_id, mailbox_id, last_kind, status, last_message_at desc, id desc)
      where last_kind is not null;
  end if;
end $$;
