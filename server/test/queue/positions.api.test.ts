import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/platform/db/index.ts';
import { defineJob, type Job } from '../../src/platform/queue/job.ts';
import { beginAttempt } from '../../src/platform/queue/job-claim.ts';
import { registerJob } from '../../src/platform/queue/job-registry.ts';
import { QueueEngine } from '../../src/platform/queue/queue-engine.ts';
import { restartPositions } from '../../src/platform/queue/queue-positions.ts';
import { sendJobs } from '../../src/platform/queue/send-jobs.ts';
import type { TestWorkspace } from '../accounts.ts';
import { testQueue } from './workers.ts';

const payload = z.object({ turnId: z.guid() });
const [fairJob, races, renumbered] = ['test.turns', 'test.races', 'test.late'].map((name) =>
  defineJob({ name, payload }),
) as [TestJob, TestJob, TestJob];
type TestJob = Job<z.infer<typeof payload>>;
const queue = await testQueue(
  [fairJob, races, renumbered].map((turn) => registerJob(turn, () => async () => {})),
);
const engine = new QueueEngine(queue.database.appUrl);
afterAll(() => engine.close());

const sent = ({ id }: TestWorkspace, what: TestJob, count: number) =>
  queue.db.transaction(id, async (tx) => {
    const payloads = Array.from({ length: count }, () => ({ turnId: randomUUID() }));
    sendJobs(tx, what, payloads, { correlationId: null });
  });
const positions = async (what: TestJob, workspace: TestWorkspace) =>
  (await queue.jobs(what.name, workspace)).map(({ priority }) => 0 - priority);
const setClock = (what: TestJob, position: number) =>
  queue.owner.query(sql`update queue_clock set position = ${position} where queue = ${what.name}`);

test('each workspace queues behind its own jobs, and new jobs start at the queue clock', async () => {
  const [many, few, newcomer] = await Promise.all([1, 2, 3].map(queue.workspace));
  await sent(many!, fairJob, 4);
  await sent(few!, fairJob, 2);
  expect(await positions(fairJob, many!)).toEqual([1, 2, 3, 4]);
  expect(await positions(fairJob, few!)).toEqual([1, 2]);
  await setClock(fairJob, 3);
  await sent(newcomer!, fairJob, 1);
  await sent(few!, fairJob, 1);
  await sent(many!, fairJob, 1);
  expect(await positions(fairJob, newcomer!)).toEqual([4]);
  expect(await positions(fairJob, few!)).toEqual([1, 2, 4]);
  expect(await positions(fairJob, many!)).toEqual([1, 2, 3, 4, 5]);
});

test('concurrently sent jobs of one workspace get distinct positions', async () => {
  const workspace = await queue.workspace();
  await Promise.all(Array.from({ length: 20 }, () => sent(workspace, races, 5)));
  expect(await positions(races, workspace)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
});

test('before positions overflow their column, they are renumbered in the same order', async () => {
  const [many, few] = await Promise.all([1, 2].map(queue.workspace));
  await setClock(renumbered, 1_000_000_000);
  await sent(many!, renumbered, 3);
  await restartPositions(engine);
  expect(await positions(renumbered, many!)).toEqual([1, 2, 3].map((n) => 1_000_000_000 + n));

  await setClock(renumbered, 1_000_000_001);
  await restartPositions(engine);
  expect(await positions(renumbered, many!)).toEqual([0, 1, 2]);
  // A worker that fetched its job before the restart begins only now.
  const late = { name: renumbered.name, id: randomUUID(), retryCount: 0 };
  await engine.query(beginAttempt(late, 1_000_000_003));
  await sent(few!, renumbered, 2);
  await sent(many!, renumbered, 1);
  expect(await positions(renumbered, few!)).toEqual([1, 2]);
  expect(await positions(renumbered, many!)).toEqual([0, 1, 2, 3]);
});
