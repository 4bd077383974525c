import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sql, type Tx } from '../../src/platform/db/index.ts';
import { importer } from '../importer.ts';
import { testService } from '../service.ts';

const service = await testService();
const { owner } = service;

/** Resolves when someone in this database waits for what somebody else holds. */
const someoneWaits = async () => {
  const waiting = sql`
    select 1 from pg_locks waits
    join pg_locks held on held.pid = waits.pid
    join pg_database here on here.oid = held.database and here.datname = current_database()
    where not waits.granted`;
  while ((await owner.ask(waiting)).length === 0) await sleep(5);
};

const lock = (tx: Tx, id: string) =>
  tx.run(sql`
    select 1 from prospect where workspace_id = ${tx.workspaceId} and id = ${id} for update`);

test('whoever is first with a person wins, and the other recognises them [leads.retried]', async () => {
  const { post, workspace, events } = await importer(service);
  const id = '019c8a10-0004-7000-8000-1f6b8d3a5c72';
  const email = 'jane@acme.example';
  // Nothing that keeps to the protocol does this: it adds someone without holding the usage row.
  const posting = await owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      insert into prospect (workspace_id, id, email, email_key, source_type)
      values (${workspace.id}, ${id}, ${email}, ${email}, 'manual')`);
    const answer = post([{ email, title: 'CEO' }]);
    await someoneWaits();
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

test('a batch that ends in a deadlock is run again, and takes effect once [leads.retried]', async () => {
  const { post, workspace, events } = await importer(service);
  const leads = [{ email: 'a@acme.example' }, { email: 'b@acme.example' }];
  const [low, high] = (await post(leads)).data.prospectIds.toSorted();
  const posting = await owner.transaction(workspace.id, async (tx) => {
    await lock(tx, high);
    const answer = post(
      leads.map((lead) => ({ ...lead, title: 'CEO' })),
      { listName: 'Fair' },
    );
    await someoneWaits();
    // The service holds the lower one by now and waits for the higher. It waited first, so it is
    // also the first to notice, and gives way.
    await lock(tx, low);
    return { answer };
  });
  const { status, data } = await posting.answer;
  expect(status).toBe(200);
  expect(data.updated).toBe(2);
  expect(await events('prospect.updated')).toHaveLength(2);
  expect(await events('list.member_added')).toHaveLength(2);
});

test('a workspace that is held for too long is 503 and never 500, and nothing of the batch is written [leads.retried]', async () => {
  const impatient = await testService({
    database: service.database,
    config: { LOCK_TIMEOUT_MS: 100 },
  });
  const { post, workspace, prospects, lists } = await importer(impatient);
  const answers = await owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      select 1 from workspace_usage where workspace_id = ${workspace.id} for update`);
    // One after the other: how the failures of several statements arrive differs each time.
    const told = [];
    for (let n = 0; n < 10; n++)
      told.push(await post([{ email: 'jane@acme.example' }], { listName: 'Fair' }));
    return told;
  });
  expect(answers.map(({ error }) => error?.code)).toEqual(Array(10).fill('unavailable'));
  expect([await prospects(), await lists()]).toEqual([[], []]);
});
