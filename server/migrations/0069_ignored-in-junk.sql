-- Up Migration

set local lock_timeout = '5s';

-- In Junk and about no email of ours, so it was not stored. In the inbox, where someone may move it, it
-- does not count as known.
alter table received add column ignored boolean not null default false;
grant update on received to outcrop_app;
