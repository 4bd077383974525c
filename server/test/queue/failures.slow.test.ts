import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/platform/db/index.ts';
import {
  countDeadLetters,
  listDeadLetters,
  redriveDeadLetters,
} from '../../src/platform/queue/dead-letters.ts';
import { defineJob } from '../../src/platform/queue/job.ts';
import { registerJob } from '../../src/platform/queue/job-registry.ts';
import { QueueEngine } from '../../src/platform/queue/queue-engine.ts';
import { sendJobs } from '../../src/platform/queue/send-jobs.ts';
import type { TestWorkspace } from '../accounts.ts';
import { testQueue } from './workers.ts';

const retry = { limit: 2, delaySeconds: 0, backoff: false };
const payload = z.object({ thingId: z.guid(), failures: z.int() });
const failingJob = defineJob({ name: 'test.shaky', payload, retry });
const endlessJob = defineJob({ name: 'test.endless', payload, retry, timeLimitSeconds: 1 });

const attempts: { thingId: string; attempt: number }[] = [];
const fixed = new Set<string>();
const signals: AbortSignal[] = [];
const queue = await testQueue([
  registerJob(failingJob, () => async ({ thingId, failures }, { attempt }) => {
    attempts.push({ thingId, attempt });
    if (attempt <= failures && !fixed.has(thingId)) throw new Error(`broken at ${attempt}`);
  }),
  registerJob(endlessJob, () => async (_payload, { signal }) => {
    signals.push(signal);
    await new Promise(() => {});
  }),
]);
await queue.startWorker();
const engine = new QueueEngine(queue.database.appUrl);
afterAll(() => engine.close());
const polling = { interval: 50 };
const attemptsOf = (thing: string) =>
  attempts.filter(({ thingId }) => thingId === thing).map(({ attempt }) => attempt);

async function sent(
  what: typeof failingJob,
  failures: number,
): Promise<{ workspace: TestWorkspace; thingId: string; correlationId: string }> {
  const workspace = await queue.workspace();
  const [thingId, correlationId] = [randomUUID(), `request ${randomUUID()}`];
  await queue.db.transaction(workspace.id, async (tx) =>
    sendJobs(tx, what, [{ thingId, failures }], { correlationId }),
  );
  return { workspace, thingId, correlationId };
}
const linesOf = (correlationId: string) =>
  queue.log.filter((line) => line.correlationId === correlationId);
const deadLettersOf = (workspace: TestWorkspace) => queue.jobs('dead-letters', workspace);

test('a job that fails is retried, and each failure logs one line with its ids', async () => {
  const { workspace, thingId, correlationId } = await sent(failingJob, 2);
  const [queued] = await queue.jobs(failingJob.name, workspace);
  await expect.poll(() => attemptsOf(thingId), polling).toEqual([1, 2, 3]);
  await expect
    .poll(async () => (await queue.jobs(failingJob.name, workspace))[0]!.state, polling)
    .toBe('completed');
  const failures = linesOf(correlationId).filter(({ level }) => Number(level) >= 40);
  expect(failures).toHaveLength(2);
  for (const [index, line] of failures.entries())
    expect(line).toEqual({
      level: 40,
      time: expect.any(String),
      msg: 'job failed and will be retried',
      job: failingJob.name,
      jobId: queued!.id,
      attempt: index + 1,
      workspaceId: workspace.id,
      correlationId,
      err: expect.objectContaining({ message: `broken at ${index + 1}` }),
    });
  expect(JSON.stringify(linesOf(correlationId))).not.toContain(thingId);
  expect(await deadLettersOf(workspace)).toEqual([]);
});

test('a job that fails every attempt becomes a dead letter, until it is redriven', async () => {
  const { workspace, thingId, correlationId } = await sent(failingJob, 99);
  await expect.poll(async () => (await deadLettersOf(workspace)).length, polling).toBe(1);
  expect(attemptsOf(thingId)).toEqual([1, 2, 3]);
  expect(linesOf(correlationId).at(-1)).toMatchObject({
    level: 50,
    msg: 'job failed its last attempt and moved to the dead letters',
    attempt: 3,
  });

  const counted = await countDeadLetters(engine);
  expect(counted).toContainEqual({
    job: failingJob.name,
    count: expect.any(Number),
    oldest: expect.any(Date),
    newest: expect.any(Date),
  });
  const [deadLetter] = (await listDeadLetters(engine, failingJob.name, 100)).filter(
    ({ workspaceId }) => workspaceId === workspace.id,
  );
  expect(deadLetter).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    correlationId,
    attempts: 3,
    failedAt: expect.any(Date),
    reason: 'broken at 3',
  });

  fixed.add(thingId);
  expect(await redriveDeadLetters(engine, failingJob.name, deadLetter!.id)).toBe(1);
  await expect.poll(() => attemptsOf(thingId), polling).toEqual([1, 2, 3, 1]);
  expect(await deadLettersOf(workspace)).toEqual([]);
  expect(await redriveDeadLetters(engine, failingJob.name, deadLetter!.id)).toBe(0);
});

test('redriven jobs queue behind running ones, alternating between workspaces', async () => {
  const paused = defineJob({ name: 'test.paused', payload, retry });
  const other = await testQueue([registerJob(paused, () => async () => {})]);
  const workspaces = await Promise.all([other.workspace(), other.workspace()]);
  await other.owner.query(sql`update queue_clock set position = 1000 where queue = ${paused.name}`);
  for (const { id } of workspaces)
    for (const position of [1, 2, 3])
      await other.owner.query(sql`
        insert into pgboss.job (name, source_name, source_id, priority, data)
        values ('dead-letters', ${paused.name}, gen_random_uuid(), ${-position},
                ${JSON.stringify({ workspaceId: id, correlationId: null })})`);
  const engine = new QueueEngine(other.database.appUrl);
  expect(await redriveDeadLetters(engine, paused.name)).toBe(6);
  await engine.close();
  const order = (await other.jobs(paused.name)).map(({ priority }) => priority);
  expect(order).toEqual([-1001, -1001, -1002, -1002, -1003, -1003]);
});

test('a job with an invalid payload becomes a dead letter at once, and the log says why', async () => {
  const workspace = await queue.workspace();
  const data = {
    workspaceId: workspace.id,
    correlationId: 'an older version',
    thingId: 7,
  };
  await queue.owner.query(sql`
    insert into pgboss.job (name, data, retry_limit, heartbeat_seconds, dead_letter)
    values (${failingJob.name}, ${JSON.stringify(data)}, 5, 10, 'dead-letters')`);
  await expect.poll(async () => (await deadLettersOf(workspace)).length, polling).toBe(1);
  const [failed] = await queue.jobs(failingJob.name, workspace);
  expect(failed).toMatchObject({ state: 'failed', retryCount: 0 });
  expect(linesOf('an older version')).toEqual([
    expect.objectContaining({
      level: 50,
      workspaceId: workspace.id,
      msg: expect.stringMatching(
        /^job moved to the dead letters without retries\. .*sentAt: .*; thingId: .*; failures: /,
      ),
    }),
  ]);
});

test('an attempt that takes too long fails, and its signal is aborted', async () => {
  const { workspace, correlationId } = await sent(endlessJob, 0);
  await expect.poll(async () => (await deadLettersOf(workspace)).length, polling).toBe(1);
  expect(linesOf(correlationId).map(({ err }) => (err as Error).message)).toEqual(
    Array.from({ length: 3 }, () => 'The job took longer than 1 s.'),
  );
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
});
