import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { job } from '../../src/platform/queue/job.ts';
import { runs } from '../../src/platform/queue/line.ts';
import { send } from '../../src/platform/queue/send.ts';
import { takeAlong } from '../../src/platform/queue/take-along.ts';
import { testQueue } from './workers.ts';

const gather = job({ name: 'test.gather', payload: z.object({ noteId: z.guid() }) });
const queue = await testQueue([runs(gather, () => async () => {})]);

const queued = async (workspaceId: string, count: number, startAfterSeconds = 0) => {
  const payloads = Array.from({ length: count }, () => ({ noteId: randomUUID() }));
  await queue.db.transaction(workspaceId, async (tx) =>
    send(tx, gather, payloads, { correlationId: 'a request', startAfterSeconds }),
  );
  return payloads.map(({ noteId }) => noteId);
};
const take = (workspaceId: string, mostBytes = 1_000_000) =>
  queue.db.transaction(workspaceId, (tx) => takeAlong(tx, gather, mostBytes));
const notes = (taken: { noteId: string }[]) => taken.map(({ noteId }) => noteId).sort();
const statesOf = async (workspace: Awaited<ReturnType<typeof queue.workspace>>) =>
  (await queue.jobs(gather.name, workspace)).map(({ state }) => state);

test('what waits in the workspace is taken along with its payload; what is not due, and what is another’s, stays [jobs.together]', async () => {
  const [one, other] = [await queue.workspace(), await queue.workspace()];
  const ours = await queued(one.id, 5);
  await queued(other.id, 5);
  await queued(one.id, 2, 60);
  const taken = await take(one.id);
  expect(notes(taken)).toEqual(ours.toSorted());
  for (const { workspaceId, correlationId, sentAt } of taken) {
    expect({ workspaceId, correlationId }).toEqual({
      workspaceId: one.id,
      correlationId: 'a request',
    });
    expect(Math.abs(sentAt.getTime() - Date.now())).toBeLessThan(60_000);
  }
  expect((await statesOf(one)).sort()).toEqual([
    ...Array(5).fill('completed'),
    ...Array(2).fill('created'),
  ]);
  expect(await statesOf(other)).toEqual(Array(5).fill('created'));
  expect(await take(one.id)).toEqual([]);
});

test('so many bytes are taken, and no more [jobs.together]', async () => {
  const { id } = await queue.workspace();
  await queued(id, 50);
  const taken = await take(id, 2_000);
  expect(taken.length).toBeGreaterThan(3);
  expect(taken.length).toBeLessThan(20);
});

test('what was taken along waits again if the transaction fails [jobs.together]', async () => {
  const workspace = await queue.workspace();
  await queued(workspace.id, 3);
  const work = queue.db.transaction(workspace.id, async (tx) => {
    expect(await takeAlong(tx, gather, 1_000_000)).toHaveLength(3);
    throw new Error('no luck');
  });
  await expect(work).rejects.toThrow('no luck');
  expect(await statesOf(workspace)).toEqual(Array(3).fill('created'));
});

test('several who take at once get different ones, and all together all [jobs.together]', async () => {
  const { id } = await queue.workspace();
  const all = await queued(id, 200);
  const takers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const got: { noteId: string }[] = [];
      for (let round = 0; round < 20; round++) got.push(...(await take(id, 3_000)));
      return got;
    }),
  );
  expect(notes([...takers.flat(), ...(await take(id))])).toEqual(all.toSorted());
});
