import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { JobDeps } from '../../src/job-registrations.ts';
import { defineJob, type Job } from '../../src/platform/queue/job.ts';
import { type JobRegistration, registerJob } from '../../src/platform/queue/job-registry.ts';
import { sendJobs } from '../../src/platform/queue/send-jobs.ts';
import { testQueue } from './workers.ts';

interface HeldPayload {
  id: string;
  mayEnd: boolean;
}
const payload = z.object({ id: z.guid(), mayEnd: z.boolean() });
const withExtraSlots = defineJob({
  name: 'test.roomy',
  payload,
  concurrency: 2,
  extraSlotsForLongJobs: 3,
});
const withoutExtraSlots = defineJob({ name: 'test.narrow', payload, concurrency: 2 });
const clock = defineJob({ name: 'test.clock', payload, concurrency: 1, extraSlotsForLongJobs: 2 });

/** Running jobs, each with a function that ends it. */
const runningJobs = new Map<string, () => void>();
const hold = (which: Job<HeldPayload>): JobRegistration<JobDeps> =>
  registerJob(which, () => async ({ id, mayEnd }) => {
    if (mayEnd) return void runningJobs.set(id, () => {});
    await new Promise<void>((end) => runningJobs.set(id, end));
    runningJobs.delete(id);
  });
const registrations = [hold(withExtraSlots), hold(withoutExtraSlots), hold(clock)];
const queue = await testQueue(registrations);
await queue.startWorker();

const sent = async (which: Job<HeldPayload>, count: number, mayEnd = false): Promise<string[]> => {
  const { id } = await queue.workspace();
  const payloads = Array.from({ length: count }, () => ({ id: randomUUID(), mayEnd }));
  await queue.db.transaction(id, async (tx) =>
    sendJobs(tx, which, payloads, { correlationId: null }),
  );
  return payloads.map((one) => one.id);
};
const running = (ids: string[]) => ids.filter((id) => runningJobs.has(id));
const polling = { interval: 20 };
const started = (ids: string[], count: number) =>
  expect.poll(() => running(ids).length, polling).toBe(count);

/** Returns after the worker has freed the slots of two long jobs that started later than all others. */
async function waitForLongJobs(): Promise<void> {
  const ids = await sent(clock, 3);
  await started(ids, 3);
  for (const id of ids) runningJobs.get(id)!();
  await started(ids, 0);
}

test('long jobs free their slots for others up to a limit, and no slot is lost', async () => {
  const long = await sent(withExtraSlots, 4);
  await started(long, 4);
  await started(await sent(withExtraSlots, 1, true), 1);

  // Two slots and three extra slots: the sixth job waits until one of the five ends.
  const more = await sent(withExtraSlots, 2);
  await started(more, 1);
  await waitForLongJobs();
  expect(running(more)).toHaveLength(1);
  runningJobs.get(long[0]!)!();
  await started(more, 2);
  for (const id of [...long.slice(1), ...more]) runningJobs.get(id)!();
  await started([...long, ...more], 0);
  await started(await sent(withExtraSlots, 20, true), 20);
});

test('without extra slots, a long job keeps its slot', async () => {
  const long = await sent(withoutExtraSlots, 3);
  await started(long, 2);
  await waitForLongJobs();
  expect(running(long)).toHaveLength(2);
  for (const id of running(long)) runningJobs.get(id)!();
  await started(long, 1);
  runningJobs.get(running(long)[0]!)!();
});

test('a worker that stops also waits for jobs in extra slots', async () => {
  const other = await testQueue(registrations);
  const worker = await other.startWorker();
  const workspace = await other.workspace();
  const payloads = Array.from({ length: 4 }, () => ({ id: randomUUID(), mayEnd: false }));
  await other.db.transaction(workspace.id, async (tx) =>
    sendJobs(tx, withExtraSlots, payloads, { correlationId: null }),
  );
  const ids = payloads.map(({ id }) => id);
  await started(ids, 4);
  let isStopped = false;
  const stopped = worker.stop().finally(() => {
    isStopped = true;
  });
  await waitForLongJobs();
  expect(isStopped).toBe(false);
  for (const id of ids) runningJobs.get(id)!();
  await stopped;
  const jobs = await other.jobs(withExtraSlots.name, workspace);
  expect(jobs.map(({ state }) => state)).toEqual(Array(4).fill('completed'));
});
