import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/platform/db/index.ts';
import { type Job, job } from '../../src/platform/queue/job.ts';
import { runs } from '../../src/platform/queue/line.ts';
import { send } from '../../src/platform/queue/send.ts';
import { advanceClock } from '../../src/platform/queue/sql.ts';
import type { TestWorkspace } from '../accounts.ts';
import { testQueue } from './workers.ts';

const payload = z.object({ turnId: z.guid() });
const [turns, races, late] = ['test.turns', 'test.races', 'test.late'].map((name) =>
  job({ name, payload }),
) as [Turn, Turn, Turn];
type Turn = Job<z.infer<typeof payload>>;
const queue = await testQueue([turns, races, late].map((turn) => runs(turn, () => async () => {})));

const sent = ({ id }: TestWorkspace, what: Turn, count: number) =>
  queue.db.transaction(id, async (tx) => {
    const payloads = Array.from({ length: count }, () => ({ turnId: randomUUID() }));
    send(tx, what, payloads, { correlationId: null });
  });
const places = async (what: Turn, workspace: TestWorkspace) =>
  (await queue.jobs(what.name, workspace)).map(({ priority }) => 0 - priority);
const setClock = (what: Turn, place: number) =>
  queue.owner.ask(sql`update queue_clock set place = ${place} where queue = ${what.name}`);

test('each workspace queues behind itself, and nobody behind what was there before the clock', async () => {
  const [many, few, newcomer] = await Promise.all([1, 2, 3].map(queue.workspace));
  await sent(many!, turns, 4);
  await sent(few!, turns, 2);
  expect(await places(turns, many!)).toEqual([1, 2, 3, 4]);
  expect(await places(turns, few!)).toEqual([1, 2]);
  await setClock(turns, 3);
  await sent(newcomer!, turns, 1);
  await sent(few!, turns, 1);
  await sent(many!, turns, 1);
  expect(await places(turns, newcomer!)).toEqual([4]);
  expect(await places(turns, few!)).toEqual([1, 2, 4]);
  expect(await places(turns, many!)).toEqual([1, 2, 3, 4, 5]);
});

test('jobs of one workspace that are sent at the same time each get a place of their own', async () => {
  const workspace = await queue.workspace();
  await Promise.all(Array.from({ length: 20 }, () => sent(workspace, races, 5)));
  expect(await places(races, workspace)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
});

test('before places outgrow their column a queue counts anew, and the order stays [jobs.fair]', async () => {
  const [many, few] = await Promise.all([1, 2].map(queue.workspace));
  await setClock(late, 1_000_000_000);
  await sent(many!, late, 3);
  await queue.db.ask(sql`select recount_queue_places()`);
  expect(await places(late, many!)).toEqual([1, 2, 3].map((n) => 1_000_000_000 + n));

  await setClock(late, 1_000_000_001);
  await queue.db.ask(sql`select recount_queue_places()`);
  expect(await places(late, many!)).toEqual([0, 1, 2]);
  // A worker that fetched its job before the recount tells only now that it started.
  await queue.db.ask(advanceClock(late.name, 1_000_000_003));
  await sent(few!, late, 2);
  await sent(many!, late, 1);
  expect(await places(late, few!)).toEqual([1, 2]);
  expect(await places(late, many!)).toEqual([0, 1, 2, 3]);
});
