import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { enricher, enrichmentGround } from './ground.ts';

const { model, service, startWorker } = await enrichmentGround();

test('work that was begun five times and never ended fails, with a reason, and its credit comes back [enrichment-jobs.attempts]', async () => {
  const own = await enricher(service);
  const id = await own.person({ fullName: 'Sisyphus', title: 'Buyer', companyName: 'Saltmarsh' });
  const { data } = await own.enrich([id]);
  // As a worker leaves it that died at each attempt.
  const jobs = await service.owner.ask<{ limit: number }>(sql`
    update pgboss.job set retry_count = 5
    where name = 'enrich' and data ->> 'workspaceId' = ${own.workspace.id}
    returning retry_limit as limit`);
  expect(jobs).toEqual([{ limit: 5 }]);
  await startWorker();
  const { results } = await own.ended(data.jobId);
  expect(results).toMatchObject([{ prospectId: id, status: 'failed', code: 'internal_error' }]);
  expect((await own.prospect(id)).enrichmentError).toMatchObject({ reason: 'internal_error' });
  expect(model.asked).toEqual([]);
  expect(await own.credits()).toEqual({
    account: { balance: 50_000, reserved: 0 },
    ledger: { balance: 50_000, reserved: 0 },
    open: 0,
  });
});
