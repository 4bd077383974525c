-- Up Migration

set local lock_timeout = '5s';

alter table prospect validate constraint prospect_is_indexed;
alter table prospect validate constraint prospect_stage_position;
