import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Task } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { insertProspects } from '../prospects/insert-prospects.ts';
import { testService } from '../service.ts';
import { sized } from '../size.ts';
import { taskRunner } from '../tasks.ts';
import { boardCounts } from '../workspace-checksums.ts';
import { startProcess } from './process.ts';
import { chooseSeed, seededRandom } from './random.ts';

const kills = sized(2, 20);
const people = 10_000;
const service = await testService();
const workerMain = fileURLToPath(new URL('../../src/worker.ts', import.meta.url));
const startWorker = () =>
  startProcess(workerMain, 'working', { DATABASE_URL: service.database.appUrl });

test(
  'a task whose worker is killed repeatedly processes every row once and never goes back; undo restores everything except what others changed [tasks.once tasks.undo-ours]',
  async () => {
    const { id: workspaceId, token } = await service.workspace();
    const ids = await insertProspects(service.owner, workspaceId, { count: people });
    const caller = await token('member');
    const { begin, read } = taskRunner(service, caller);
    const random = seededRandom(chooseSeed());
    const events = () =>
      service.owner.ask<{ prospectId: string; times: number }>(sql`
        select prospect_id as "prospectId", count(*)::int as times from event
        where workspace_id = ${workspaceId} and type = 'prospect.stage_changed' group by 1`);

    /** Kills the worker a few times while the task runs; the next one takes over. */
    const runWithKills = async (taskId: string, deaths: number): Promise<Task> => {
      let worker = await startWorker();
      let task = await read(taskId);
      for (let dead = 0; task.finishedAt === null; ) {
        await sleep(100 + random() * 700);
        const now = await read(taskId);
        expect(now.done).toBeGreaterThanOrEqual(task.done);
        if (now.done > task.done && dead < deaths) {
          await worker.kill();
          dead++;
          worker = await startWorker();
        }
        task = now;
      }
      await worker.kill();
      return task;
    };

    const { id } = await begin({ action: 'stage', stage: 'meeting', filter: { stage: 'new' } });
    expect(await runWithKills(id, kills)).toMatchObject({
      status: 'done',
      total: people,
      done: people,
      failed: 0,
      counts: { affected: people, unchanged: 0, missing: 0 },
    });
    const eventCounts = await events();
    expect(eventCounts).toHaveLength(people);
    expect(eventCounts.filter(({ times }) => times !== 1)).toEqual([]);

    const others = ids.slice(5_000, 5_100);
    await service.call(caller, 'POST', '/bulk', {
      body: { action: 'stage', stage: 'customer', prospectIds: others },
    });
    const { data } = await service.call(caller, 'POST', `/api/v1/manage/tasks/${id}/undo`);
    expect(await runWithKills(data.task.id, Math.ceil(kills / 4))).toMatchObject({
      status: 'done',
      done: people,
      counts: { affected: people - 100, unchanged: 100, missing: 0 },
    });
    const stageCounts = await service.owner.ask<{ stage: string; count: number }>(sql`
      select stage::text, count(*)::int from prospect where workspace_id = ${workspaceId} group by 1 order by 1`);
    expect(stageCounts).toEqual([
      { stage: 'customer', count: 100 },
      { stage: 'new', count: people - 100 },
    ]);
    const { shown, counted } = await boardCounts(service.owner, workspaceId);
    expect(shown).toEqual(counted);
  },
  600_000 + kills * 30_000,
);
