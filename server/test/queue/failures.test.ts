import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/platform/db/index.ts';
import {
  countDeadLetters,
  listDeadLetters,
  redrive,
} from '../../src/platform/queue/dead-letters.ts';
import { Engine } from '../../src/platform/queue/engine.ts';
import { job } from '../../src/platform/queue/job.ts';
import { runs } from '../../src/platform/queue/line.ts';
import { send } from '../../src/platform/queue/send.ts';
import type { TestWorkspace } from '../accounts.ts';
import { testQueue } from './workers.ts';

const retry = { limit: 2, delaySeconds: 0, backoff: false };
const payload = z.object({ thingId: z.guid(), failures: z.int() });
const shaky = job({ name: 'test.shaky', payload, retry });
const endless = job({ name: 'test.endless', payload, retry, timeLimitSeconds: 1 });

const attempts: { thingId: string; attempt: number }[] = [];
const healed = new Set<string>();
const signals: AbortSignal[] = [];
const queue = await testQueue([
  runs(shaky, () => async ({ thingId, failures }, { attempt }) => {
    attempts.push({ thingId, attempt });
    if (attempt <= failures && !healed.has(thingId)) throw new Error(`broken at ${attempt}`);
  }),
  runs(endless, () => async (_payload, { signal }) => {
    signals.push(signal);
    await new Promise(() => {});
  }),
]);
await queue.worker();
const engine = new Engine(queue.database.appUrl);
afterAll(() => engine.close());
const patient = { interval: 50 };
const of = (thing: string) =>
  attempts.filter(({ thingId }) => thingId === thing).map(({ attempt }) => attempt);

async function sent(
  what: typeof shaky,
  failures: number,
): Promise<{ workspace: TestWorkspace; thingId: string; correlationId: string }> {
  const workspace = await queue.workspace();
  const [thingId, correlationId] = [randomUUID(), `request ${randomUUID()}`];
  await queue.db.transaction(workspace.id, async (tx) =>
    send(tx, what, [{ thingId, failures }], { correlationId }),
  );
  return { workspace, thingId, correlationId };
}
const linesOf = (correlationId: string) =>
  queue.log.filter((line) => line.correlationId === correlationId);
const lettersOf = (workspace: TestWorkspace) => queue.jobs('dead-letters', workspace);

test('a job that fails is tried again, and each failure leaves one line with its ids [jobs.retried]', async () => {
  const { workspace, thingId, correlationId } = await sent(shaky, 2);
  const [queued] = await queue.jobs(shaky.name, workspace);
  await expect.poll(() => of(thingId), patient).toEqual([1, 2, 3]);
  await expect
    .poll(async () => (await queue.jobs(shaky.name, workspace))[0]!.state, patient)
    .toBe('completed');
  const failures = linesOf(correlationId).filter(({ level }) => Number(level) >= 40);
  expect(failures).toHaveLength(2);
  for (const [index, line] of failures.entries())
    expect(line).toEqual({
      level: 40,
      time: expect.any(String),
      msg: 'job failed and will be tried again',
      job: shaky.name,
      jobId: queued!.id,
      attempt: index + 1,
      workspaceId: workspace.id,
      correlationId,
      err: expect.objectContaining({ message: `broken at ${index + 1}` }),
    });
  expect(JSON.stringify(linesOf(correlationId))).not.toContain(thingId);
  expect(await lettersOf(workspace)).toEqual([]);
});

test('a job that fails every time stops after its attempts and is a dead letter, until it is redriven [jobs.poison jobs.redrive]', async () => {
  const { workspace, thingId, correlationId } = await sent(shaky, 99);
  await expect.poll(async () => (await lettersOf(workspace)).length, patient).toBe(1);
  expect(of(thingId)).toEqual([1, 2, 3]);
  expect(linesOf(correlationId).at(-1)).toMatchObject({
    level: 50,
    msg: 'job failed for the last time and is a dead letter',
    attempt: 3,
  });

  const counted = await countDeadLetters(engine);
  expect(counted).toContainEqual({
    job: shaky.name,
    count: expect.any(Number),
    oldest: expect.any(Date),
    newest: expect.any(Date),
  });
  const [letter] = (await listDeadLetters(engine, shaky.name, 100)).filter(
    ({ workspaceId }) => workspaceId === workspace.id,
  );
  expect(letter).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    correlationId,
    attempts: 3,
    failedAt: expect.any(Date),
    reason: 'broken at 3',
  });

  healed.add(thingId);
  expect(await redrive(engine, shaky.name, letter!.id)).toBe(1);
  await expect.poll(() => of(thingId), patient).toEqual([1, 2, 3, 1]);
  expect(await lettersOf(workspace)).toEqual([]);
  expect(await redrive(engine, shaky.name, letter!.id)).toBe(0);
});

test('what is redriven waits its turn behind what is under way, one of each workspace after another', async () => {
  const paused = job({ name: 'test.paused', payload, retry });
  const other = await testQueue([runs(paused, () => async () => {})]);
  const workspaces = await Promise.all([other.workspace(), other.workspace()]);
  await other.owner.ask(sql`update queue_clock set place = 1000 where queue = ${paused.name}`);
  for (const { id } of workspaces)
    for (const place of [1, 2, 3])
      await other.owner.ask(sql`
        insert into pgboss.job (name, source_name, source_id, priority, data)
        values ('dead-letters', ${paused.name}, gen_random_uuid(), ${-place},
                ${JSON.stringify({ workspaceId: id, correlationId: null })})`);
  const engine = new Engine(other.database.appUrl);
  expect(await redrive(engine, paused.name)).toBe(6);
  await engine.close();
  const order = (await other.jobs(paused.name)).map(({ priority }) => priority);
  expect(order).toEqual([-1001, -1001, -1002, -1002, -1003, -1003]);
});

test('a payload that does not fit is a dead letter at once, and the log says why [jobs.unusable]', async () => {
  const workspace = await queue.workspace();
  const data = {
    workspaceId: workspace.id,
    correlationId: 'an older version',
    thingId: 7,
  };
  await queue.owner.ask(sql`
    insert into pgboss.job (name, data, retry_limit, heartbeat_seconds, dead_letter)
    values (${shaky.name}, ${JSON.stringify(data)}, 5, 10, 'dead-letters')`);
  await expect.poll(async () => (await lettersOf(workspace)).length, patient).toBe(1);
  const [failed] = await queue.jobs(shaky.name, workspace);
  expect(failed).toMatchObject({ state: 'failed', retryCount: 0 });
  expect(linesOf('an older version')).toEqual([
    expect.objectContaining({
      level: 50,
      workspaceId: workspace.id,
      msg: expect.stringMatching(
        /^job is a dead letter at once\. .*sentAt: .*; thingId: .*; failures: /,
      ),
    }),
  ]);
});

test('an attempt that takes too long has failed, and is told by its signal [jobs.time-limit]', async () => {
  const { workspace, correlationId } = await sent(endless, 0);
  await expect.poll(async () => (await lettersOf(workspace)).length, patient).toBe(1);
  expect(linesOf(correlationId).map(({ err }) => (err as Error).message)).toEqual(
    Array.from({ length: 3 }, () => 'The job took longer than 1 s.'),
  );
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
});
