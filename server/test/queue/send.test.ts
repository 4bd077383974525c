import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { WorkerCell } from '../../src/jobs.ts';
import { sql } from '../../src/platform/db/index.ts';
import { route } from '../../src/platform/http/call.ts';
import { job } from '../../src/platform/queue/job.ts';
import { runs } from '../../src/platform/queue/line.ts';
import { send } from '../../src/platform/queue/send.ts';
import { testService } from '../service.ts';
import { writeLine } from '../write-route.ts';
import { testQueue } from './workers.ts';

const heard: object[] = [];
const payload = z.object({ noteId: z.guid() });
const hear = job({ name: 'test.hear', payload });
const wait = job({
  name: 'test.wait',
  payload,
  retry: { limit: 7, delaySeconds: 3, backoff: true },
});

const sendLine = { ...writeLine, id: 'testSend', path: '/test-sends' } as typeof writeLine;
const sendRoute = route(sendLine, async ({ body: { name }, tx, correlationId }) => {
  const noteId = randomUUID();
  send(tx, wait, [{ noteId }], { correlationId });
  return { listId: noteId, name };
});
const service = await testService({ extraRoutes: [sendRoute] });
const hearLine = runs(hear, (_cell: WorkerCell) => async (given, context) => {
  const { workspaceId, correlationId } = context;
  heard.push({ ...given, workspaceId, correlationId });
});
const waitLine = runs(wait, () => async () => {});
const queue = await testQueue([hearLine, waitLine], service.database);
const about = { correlationId: null };

test('a job that is sent with a change is run once it is committed [jobs.with-the-change]', async () => {
  await queue.worker([hearLine]);
  const { id: workspaceId } = await queue.workspace();
  const noteId = randomUUID();
  await queue.db.transaction(workspaceId, async (tx) =>
    send(tx, hear, [{ noteId }], { correlationId: 'the request' }),
  );
  const what = { noteId, workspaceId, correlationId: 'the request' };
  await expect.poll(() => heard, { interval: 20 }).toContainEqual(what);
});

test('a job is rolled back with the transaction that sent it [jobs.with-the-change]', async () => {
  const workspace = await queue.workspace();
  const failing = queue.db.transaction(workspace.id, async (tx) => {
    send(tx, wait, [{ noteId: randomUUID() }], about);
    throw new Error('second thoughts');
  });
  await expect(failing).rejects.toThrow('second thoughts');
  const refused = queue.db.transaction(workspace.id, async (tx) => {
    send(tx, wait, [{ noteId: randomUUID() }], about);
    tx.atCommit(sql`select 1 / 0`);
  });
  await expect(refused).rejects.toThrow('division by zero');
  expect(await queue.jobs(wait.name, workspace)).toEqual([]);
});

test('a request queues one job with its correlation id, a dry run of it none [jobs.with-the-change]', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const call = (dryRun: boolean) =>
    service.call(token, 'POST', '/test-sends', { body: { name: 'Later', dryRun } });
  expect((await call(true)).status).toBe(200);
  expect(await queue.jobs(wait.name, workspace)).toEqual([]);
  const { status, headers } = await call(false);
  expect(status).toBe(200);
  expect(await queue.jobs(wait.name, workspace)).toMatchObject([
    { data: { workspaceId: workspace.id, correlationId: headers.get('x-correlation-id') } },
  ]);
});

test('a payload that the job would refuse is not sent, and neither is the change made', async () => {
  const workspace = await queue.workspace();
  const sending = queue.db.transaction(workspace.id, async (tx) =>
    send(tx, wait, [{ noteId: 'not an id' }], about),
  );
  await expect(sending).rejects.toThrow('noteId');
});

test('what is no part of the payload stays out of the queue', async () => {
  const workspace = await queue.workspace();
  const more = { noteId: randomUUID(), secret: 'whsec_1' };
  await queue.db.transaction(workspace.id, async (tx) => send(tx, wait, [more], about));
  const [sent] = await queue.jobs(wait.name, workspace);
  expect(sent!.data).toEqual({
    noteId: more.noteId,
    workspaceId: workspace.id,
    correlationId: null,
    sentAt: expect.any(String),
  });
});

test('a job whose queue was never made fails its transaction instead of being lost', async () => {
  const workspace = await queue.workspace();
  const unknown = job({ name: 'test.unknown', payload });
  const sending = queue.db.transaction(workspace.id, async (tx) =>
    send(tx, unknown, [{ noteId: randomUUID() }], about),
  );
  await expect(sending).rejects.toThrow('null value in column "place"');
});

test('with a condition a job is sent only if it holds when the transaction ends', async () => {
  const workspace = await queue.workspace();
  const wanted = { ...about, onlyIf: sql`exists (select from tag where name = 'Wanted')` };
  for (const name of ['Unwanted', 'Wanted'])
    await queue.db.transaction(workspace.id, async (tx) => {
      send(tx, wait, [{ noteId: randomUUID() }], wanted);
      await tx.run(sql`
        insert into tag (workspace_id, id, name, name_key)
        values (${workspace.id}, ${randomUUID()}, ${name}, ${name})`);
    });
  expect(await queue.jobs(wait.name, workspace)).toHaveLength(1);
});

test('a delay is kept', async () => {
  const workspace = await queue.workspace();
  await queue.db.transaction(workspace.id, async (tx) =>
    send(tx, wait, [{ noteId: randomUUID() }], { ...about, startAfterSeconds: 90 }),
  );
  const [delayed] = await queue.jobs(wait.name, workspace);
  expect(delayed!.startsIn).toBeGreaterThan(0);
  expect(delayed!.startsIn).toBeLessThanOrEqual(90);
});

test('what we send is what pg-boss itself would have sent', async () => {
  const workspace = await queue.workspace();
  const noteId = randomUUID();
  await queue.db.transaction(workspace.id, async (tx) => send(tx, wait, [{ noteId }], about));
  const [sent] = await queue.jobs(wait.name, workspace);
  const boss = new PgBoss({ connectionString: queue.database.ownerUrl, supervise: false });
  await boss.start();
  await boss.insert(wait.name, [{ data: sent!.data, priority: -1 }]);
  await boss.stop();
  const rows = await queue.owner.ask<{ row: Record<string, unknown> }>(sql`
    select to_jsonb(j) - array['id', 'priority', 'created_on', 'start_after', 'keep_until'] as row
    from pgboss.job j where name = ${wait.name} and data ->> 'noteId' = ${noteId}`);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual(rows[1]);
  expect(rows[0]!.row).toMatchObject({
    retry_limit: 7,
    retry_delay: 3,
    heartbeat_seconds: 10,
    dead_letter: 'dead-letters',
  });
});
