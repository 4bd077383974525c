-- Up Migration

set local lock_timeout = '5s';

-- Null: not since the prospect was added, or before this was recorded.
alter table prospect add column stage_changed_at timestamptz(3);
