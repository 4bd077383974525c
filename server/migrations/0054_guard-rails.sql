-- Up Migration

set local lock_timeout = '5s';

-- What came back of an email: `bounced` or `complained`, null if nothing did.
alter table outbound_message add column trouble text;

-- Emails before `counted_since` no longer count against the mailbox or campaign: someone has resumed it.
-- `pause` says why a campaign paused by itself, with the numbers.
alter table mailbox add column counted_since timestamptz(3);
alter table campaign
  add column counted_since timestamptz(3),
  add column pause jsonb;

-- The newest emails of a mailbox. In a table with rows, db:migrate builds it beside the traffic.
do $$
begin
  if not exists (select from outbound_message) then
    create index outbound_message_of_mailbox on outbound_message (workspace_id, mailbox_id, claimed_at desc, id desc);
  end if;
end $$;
