import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { enrichmentClient, setUpEnrichment } from './enrichment-client.ts';

const { model, service, startWorker } = await setUpEnrichment();

test('an enrichment that was started five times without finishing fails with a reason, and its credit is refunded', async () => {
  const client = await enrichmentClient(service);
  const id = await client.addLead({
    fullName: 'Sam Retry',
    title: 'Buyer',
    companyName: 'Saltmarsh',
  });
  const { data } = await client.enrich([id]);
  // As if the worker had died at each attempt.
  const jobs = await service.owner.query<{ limit: number }>(sql`
    update pgboss.job set retry_count = 5
    where name = 'enrich' and data ->> 'workspaceId' = ${client.workspace.id}
    returning retry_limit as limit`);
  expect(jobs).toEqual([{ limit: 5 }]);
  await startWorker();
  const { results } = await client.waitForEnd(data.jobId);
  expect(results).toMatchObject([{ prospectId: id, status: 'failed', code: 'internal_error' }]);
  expect((await client.prospect(id)).enrichmentError).toMatchObject({ reason: 'internal_error' });
  expect(model.requests).toEqual([]);
  expect(await client.credits()).toEqual({
    account: { balance: 50_000, reserved: 0 },
    ledger: { balance: 50_000, reserved: 0 },
    open: 0,
  });
});
