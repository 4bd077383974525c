import { expect, test } from 'vitest';
import { sql, type Tx } from '../../src/platform/db/index.ts';
import { leadsClient } from '../leads-client.ts';
import { blankSearch } from '../prospects/blank-search.ts';
import { testService } from '../service.ts';
import { waitForLock } from '../wait-for-lock.ts';

const service = await testService();
const { owner } = service;

const lock = (tx: Tx, id: string) =>
  tx.run(sql`
    select 1 from prospect where workspace_id = ${tx.workspaceId} and id = ${id} for update`);

test('when two requests add the same person, the first wins and the second updates it', async () => {
  const { post, workspace, events } = await leadsClient(service);
  const id = '019c8a10-0004-7000-8000-1f6b8d3a5c72';
  const email = 'jane@acme.example';
  // No product code does this: it adds a prospect without locking the usage row.
  const posting = await owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      insert into prospect (workspace_id, id, email, email_key, source_type, ${blankSearch.columns})
      values (${workspace.id}, ${id}, ${email}, ${email}, 'manual', ${blankSearch.values})`);
    const answer = post([{ email, title: 'CEO' }]);
    await waitForLock(owner);
    return { answer };
  });
  const { status, data } = await posting.answer;
  expect(status).toBe(200);
  expect(data.results).toEqual([
    { index: 0, status: 'updated', prospectId: id, matchedBy: 'email', changed: ['title'] },
  ]);
  expect(data.quota.remaining).toBe(data.quota.monthlyImports);
  expect(await events('prospect.created')).toEqual([]);
});

test('a batch that ends in a deadlock is retried, and takes effect once', async () => {
  const { post, workspace, events } = await leadsClient(service);
  const leads = [{ email: 'a@acme.example' }, { email: 'b@acme.example' }];
  const [low, high] = (await post(leads)).data.prospectIds.toSorted();
  const posting = await owner.transaction(workspace.id, async (tx) => {
    await lock(tx, high);
    const answer = post(
      leads.map((lead) => ({ ...lead, title: 'CEO' })),
      { listName: 'Fair' },
    );
    await waitForLock(owner);
    // The service holds the lower one and waits for the higher. It waited first, so PostgreSQL
    // cancels its transaction.
    await lock(tx, low);
    return { answer };
  });
  const { status, data } = await posting.answer;
  expect(status).toBe(200);
  expect(data.updated).toBe(2);
  expect(await events('prospect.updated')).toHaveLength(2);
  expect(await events('list.member_added')).toHaveLength(2);
});

test('when the usage row is locked for too long, the response is 503, not 500, and nothing is written', async () => {
  const shortTimeout = await testService({
    database: service.database,
    config: { LOCK_TIMEOUT_MS: 1_000 },
  });
  const { post, workspace, prospects, lists } = await leadsClient(shortTimeout);
  const answers = await owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      select 1 from workspace_usage where workspace_id = ${workspace.id} for update`);
    // Repeated, because the order of failures differs each time.
    const responses = [];
    for (let n = 0; n < 10; n++)
      responses.push(await post([{ email: 'jane@acme.example' }], { listName: 'Fair' }));
    return responses;
  });
  expect(answers.map(({ error }) => error?.code)).toEqual(Array(10).fill('unavailable'));
  expect([await prospects(), await lists()]).toEqual([[], []]);
});
