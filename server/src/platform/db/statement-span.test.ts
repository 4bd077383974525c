import { expect, test } from 'vitest';
import { summaryOf } from './statement-span.ts';

test.each([
  ['select id from prospect where workspace_id = $1', 'select prospect'],
  ['\n  insert into list (id) select $1 from prospect', 'insert list'],
  ['with old as (select from event) delete from idempotency using old', 'delete idempotency'],
  ['update webhook as w set due_at = $1', 'update webhook'],
  [
    'insert into job_claim as known values ($1) on conflict do update set a = 1',
    'insert job_claim',
  ],
  ['select from credit_account where workspace_id = $1 for update', 'select credit_account'],
  ['select from job_claim for update skip locked', 'select job_claim'],
  [`select name from pgboss.j${'0a'.repeat(28)}`, 'select pgboss.job'],
  ['commit', 'commit'],
])('%s is called %s in a trace', (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});
