import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Task } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { importsClient } from '../imports/imports-client.ts';
import { insertProspects } from '../prospects/insert-prospects.ts';
import { isFull, sizeForRun, timeoutForRun } from '../run-size.ts';
import { testService } from '../service.ts';
import { taskRunner } from '../task-runner.ts';
import { boardCounts } from '../workspace-checksums.ts';
import { startProcess, type TestProcess } from './test-process.ts';

const kills = sizeForRun(1, 20);
const rows = 1_000 * (kills + 1);
const people = sizeForRun(1_000, 10_000);
const timeout = timeoutForRun(1_200_000, 60_000);
const service = await testService();
const workerMain = fileURLToPath(new URL('../../src/worker.ts', import.meta.url));
const startWorker = () =>
  startProcess(workerMain, 'working', { DATABASE_URL: service.database.appUrl });

// One worker for all tests, which is killed in each of them.
let worker: TestProcess = await startWorker();

/** Kills the worker a few times while the task runs, each time after it has made progress. */
async function runWithKills(
  read: (taskId: string) => Promise<Task>,
  taskId: string,
  deaths: number,
  { startsAgain = false } = {},
): Promise<Task> {
  let { done } = await read(taskId);
  for (let dead = 0; dead < deaths; dead++) {
    const before = done;
    await expect
      .poll(async () => (await read(taskId)).done, {
        timeout: 20_000,
        interval: 20,
        message: 'progress of the task',
      })
      .toBeGreaterThan(before);
    await worker.kill();
    const now = await read(taskId);
    expect(now).toMatchObject({ status: 'running', finishedAt: null });
    done = startsAgain ? 0 : now.done;
    worker = await startWorker();
  }
  for (const until = Date.now() + timeoutForRun(600_000, 20_000); ; ) {
    const task = await read(taskId);
    if (!startsAgain) expect(task.done).toBeGreaterThanOrEqual(done);
    if (task.finishedAt !== null) return task;
    expect(Date.now(), 'waited without a result for the end of the task').toBeLessThan(until);
    ({ done } = task);
    await sleep(20);
  }
}

/** Every fortieth row is invalid. */
const isBad = (n: number) => n % 40 === 7;
const badOf = (count: number) => Array.from({ length: count }, (_, n) => n).filter(isBad);
const fileOf = (count: number) =>
  `Name,Email\n${Array.from({ length: count }, (_, n) =>
    isBad(n) ? `Person ${n},no address\n` : `Person ${n},p${n}@x.example\n`,
  ).join('')}`;

test('an import whose workers are killed repeatedly imports every row once', {
  timeout,
}, async () => {
  const account = await importsClient(service);
  const { id } = await account.upload(fileOf(rows));
  const { data } = await account.start('run', id, { listName: 'Fair', tagName: 'Met' });
  const bad = badOf(rows);
  const inserted = rows - bad.length;
  const none = { updated: 0, skipped: 0, repeated: 0, quotaBlocked: 0 };
  expect(await runWithKills(account.read, data.task.id, kills)).toMatchObject({
    status: 'done',
    total: rows,
    done: rows,
    failed: bad.length,
    counts: { ...none, inserted, failed: bad.length },
  });
  const numbers = (await account.failures(data.task.id)).map(({ number }) => number);
  expect(numbers).toEqual(bad.slice(0, 500).map((n) => n + 2));
  for (const kind of ['prospect.created', 'list.member_added', 'prospect.tagged'] as const) {
    const prospectIds = (await account.events(kind)).map(({ prospectId }) => prospectId);
    expect([prospectIds.length, new Set(prospectIds).size]).toEqual([inserted, inserted]);
  }
  const [usage] = await service.owner.query<{ imports: number }>(
    sql`select imports from workspace_usage where workspace_id = ${account.workspace.id}`,
  );
  expect(usage!.imports).toBe(inserted);
  await account.expectExactCounts();
});

test.runIf(isFull)(
  'a dry run whose worker is killed is restarted, reports each row once and changes nothing',
  {
    timeout,
  },
  async () => {
    const account = await importsClient(service);
    // So many that the worker is killed before it is done.
    const many = 20_000;
    const bad = badOf(many);
    const { id } = await account.upload(fileOf(many));
    const { data } = await account.start('dry-run', id, { listName: 'Fair' });
    expect(await runWithKills(account.read, data.task.id, 1, { startsAgain: true })).toMatchObject({
      status: 'done',
      done: many,
      failed: bad.length,
      counts: { inserted: many - bad.length, failed: bad.length },
    });
    expect(await account.failures(data.task.id)).toHaveLength(Math.min(500, bad.length));
    expect([await account.prospects(), await account.lists(), await account.events()]).toEqual([
      [],
      [],
      [],
    ]);
  },
);

test('a task whose worker is killed repeatedly processes every row once and never goes back; undo restores everything except what others changed', {
  timeout,
}, async () => {
  const { id: workspaceId, token } = await service.workspace();
  const ids = await insertProspects(service.owner, workspaceId, { count: people });
  const caller = await token('member');
  const { begin, read } = taskRunner(service, caller);

  const { id } = await begin({ action: 'stage', stage: 'meeting', filter: { stage: 'new' } });
  expect(await runWithKills(read, id, kills)).toMatchObject({
    status: 'done',
    total: people,
    done: people,
    failed: 0,
    counts: { affected: people, unchanged: 0, missing: 0 },
  });
  const events = await service.owner.query<{ times: number }>(sql`
    select count(*)::int as times from event
    where workspace_id = ${workspaceId} and type = 'prospect.stage_changed' group by prospect_id`);
  expect(events).toHaveLength(people);
  expect(events.filter(({ times }) => times !== 1)).toEqual([]);

  const others = ids.slice(people / 2, people / 2 + 100);
  await service.call(caller, 'POST', '/bulk', {
    body: { action: 'stage', stage: 'customer', prospectIds: others },
  });
  const { data } = await service.call(caller, 'POST', `/api/v1/manage/tasks/${id}/undo`);
  expect(await runWithKills(read, data.task.id, Math.ceil(kills / 4))).toMatchObject({
    status: 'done',
    done: people,
    counts: { affected: people - 100, unchanged: 100, missing: 0 },
  });
  const stageCounts = await service.owner.query<{ stage: string; count: number }>(sql`
    select stage::text, count(*)::int from prospect where workspace_id = ${workspaceId} group by 1 order by 1`);
  expect(stageCounts).toEqual([
    { stage: 'customer', count: 100 },
    { stage: 'new', count: people - 100 },
  ]);
  const { shown, counted } = await boardCounts(service.owner, workspaceId);
  expect(shown).toEqual(counted);
  await worker.kill();
});
