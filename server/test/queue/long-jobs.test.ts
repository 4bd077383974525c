import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { WorkerCell } from '../../src/jobs.ts';
import { type Job, job } from '../../src/platform/queue/job.ts';
import { type Line, runs } from '../../src/platform/queue/line.ts';
import { send } from '../../src/platform/queue/send.ts';
import { testQueue } from './workers.ts';

interface Held {
  id: string;
  mayEnd: boolean;
}
const payload = z.object({ id: z.guid(), mayEnd: z.boolean() });
const roomy = job({ name: 'test.roomy', payload, concurrency: 2, longBeside: 3 });
const narrow = job({ name: 'test.narrow', payload, concurrency: 2 });

/** Those under way, each with the way to end it. */
const underWay = new Map<string, () => void>();
const hold = (which: Job<Held>): Line<WorkerCell> =>
  runs(which, () => async ({ id, mayEnd }) => {
    if (mayEnd) return void underWay.set(id, () => {});
    await new Promise<void>((end) => underWay.set(id, end));
    underWay.delete(id);
  });
const lines = [hold(roomy), hold(narrow)];
const queue = await testQueue(lines);
await queue.worker();

const sent = async (which: Job<Held>, count: number, mayEnd = false): Promise<string[]> => {
  const { id } = await queue.workspace();
  const payloads = Array.from({ length: count }, () => ({ id: randomUUID(), mayEnd }));
  await queue.db.transaction(id, async (tx) => send(tx, which, payloads, { correlationId: null }));
  return payloads.map((one) => one.id);
};
const running = (ids: string[]) => ids.filter((id) => underWay.has(id));
const patient = { interval: 20 };
const started = (ids: string[], count: number) =>
  expect.poll(() => running(ids).length, patient).toBe(count);

test('jobs that take long leave their places to others, up to a limit, and no place is lost by that [jobs.long]', async () => {
  const long = await sent(roomy, 4);
  await started(long, 4);
  await started(await sent(roomy, 1, true), 1);

  // Two places and three beside them: the sixth waits until one of the five has ended.
  const more = await sent(roomy, 2);
  await started(more, 1);
  await sleep(2_500);
  expect(running(more)).toHaveLength(1);
  underWay.get(long[0]!)!();
  await started(more, 2);
  for (const id of [...long.slice(1), ...more]) underWay.get(id)!();
  await started([...long, ...more], 0);
  await started(await sent(roomy, 20, true), 20);
});

test('where nobody asked for it, a job that takes long keeps its place', async () => {
  const long = await sent(narrow, 3);
  await started(long, 2);
  await sleep(2_500);
  expect(running(long)).toHaveLength(2);
  for (const id of running(long)) underWay.get(id)!();
  await started(long, 1);
  underWay.get(running(long)[0]!)!();
});

test('a worker that is told to stop waits for jobs that have left their places, too [jobs.long jobs.stop]', async () => {
  const other = await testQueue(lines);
  const worker = await other.worker();
  const workspace = await other.workspace();
  const payloads = Array.from({ length: 4 }, () => ({ id: randomUUID(), mayEnd: false }));
  await other.db.transaction(workspace.id, async (tx) =>
    send(tx, roomy, payloads, { correlationId: null }),
  );
  const ids = payloads.map(({ id }) => id);
  await started(ids, 4);
  const stopped = worker.stop();
  await sleep(500);
  for (const id of ids) underWay.get(id)!();
  await stopped;
  const jobs = await other.jobs(roomy.name, workspace);
  expect(jobs.map(({ state }) => state)).toEqual(Array(4).fill('completed'));
});
