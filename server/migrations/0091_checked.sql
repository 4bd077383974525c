-- Up Migration

set local lock_timeout = '5s';

alter table prospect validate constraint prospect_is_indexed;
alter table prospect validate constraint prospect_stage_position;
alter table enrollment validate constraint enrollment_status;
alter table mailbox validate constraint mailbox_status;
alter table message validate constraint message_kind;
alter table conversation validate constraint conversation_status;
