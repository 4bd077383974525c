import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob } from '../../src/platform/queue/job.ts';
import { claimSiblingJobs } from '../../src/platform/queue/job-claim.ts';
import { registerJob } from '../../src/platform/queue/job-registry.ts';
import { sendJobs } from '../../src/platform/queue/send-jobs.ts';
import { testQueue } from './workers.ts';

const gatheringJob = defineJob({ name: 'test.gather', payload: z.object({ noteId: z.guid() }) });
const queue = await testQueue([registerJob(gatheringJob, () => async () => {})]);

const queued = async (workspaceId: string, count: number, startAfterSeconds = 0) => {
  const payloads = Array.from({ length: count }, () => ({ noteId: randomUUID() }));
  await queue.db.transaction(workspaceId, async (tx) =>
    sendJobs(tx, gatheringJob, payloads, { correlationId: 'a request', startAfterSeconds }),
  );
  return payloads.map(({ noteId }) => noteId);
};
const claim = (workspaceId: string, maxBytes = 1_000_000) =>
  queue.db.transaction(workspaceId, (tx) => claimSiblingJobs(tx, gatheringJob, maxBytes));
const notes = (claimed: { noteId: string }[]) => claimed.map(({ noteId }) => noteId).sort();
const statesOf = async (workspace: Awaited<ReturnType<typeof queue.workspace>>) =>
  (await queue.jobs(gatheringJob.name, workspace)).map(({ state }) => state);

test('waiting jobs of the workspace are claimed with their payloads; jobs that are not due or belong to others stay', async () => {
  const [one, other] = [await queue.workspace(), await queue.workspace()];
  const ours = await queued(one.id, 5);
  await queued(other.id, 5);
  await queued(one.id, 2, 60);
  const claimed = await claim(one.id);
  expect(notes(claimed)).toEqual(ours.toSorted());
  for (const { workspaceId, correlationId, sentAt } of claimed) {
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
  expect(await claim(one.id)).toEqual([]);
});

test('no more than the given number of bytes is claimed', async () => {
  const { id } = await queue.workspace();
  await queued(id, 50);
  const claimed = await claim(id, 2_000);
  expect(claimed.length).toBeGreaterThan(3);
  expect(claimed.length).toBeLessThan(20);
});

test('claimed jobs are released if the transaction fails', async () => {
  const workspace = await queue.workspace();
  await queued(workspace.id, 3);
  const work = queue.db.transaction(workspace.id, async (tx) => {
    expect(await claimSiblingJobs(tx, gatheringJob, 1_000_000)).toHaveLength(3);
    throw new Error('failed');
  });
  await expect(work).rejects.toThrow('failed');
  expect(await statesOf(workspace)).toEqual(Array(3).fill('created'));
});

test('concurrent claims get different jobs, and together all of them', async () => {
  const { id } = await queue.workspace();
  const all = await queued(id, 200);
  const takers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const got: { noteId: string }[] = [];
      for (let round = 0; round < 20; round++) got.push(...(await claim(id, 3_000)));
      return got;
    }),
  );
  expect(notes([...takers.flat(), ...(await claim(id))])).toEqual(all.toSorted());
});
