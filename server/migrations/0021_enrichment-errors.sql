-- Up Migration

-- Both columns are empty at first, so that adding them rewrites nothing. They wait for their locks
-- for a moment only: whoever queues behind such a wait would wait as well.
set local lock_timeout = '5s';

-- The stable name of the reason, beside the sentence. Null for work that ended before it was kept.
alter table enrichment add column reason_code text;

-- Why enrichment failed last, by mode, until it succeeds.
alter table prospect add column enrichment_error jsonb;

set local lock_timeout to default;
