-- Up Migration

set local lock_timeout = '5s';

-- Whether a hash may be of a key that earlier versions computed for a profile. True for what is stored
-- now, and for what processes of such a version still write.
alter table suppression add column is_former boolean not null default true;
