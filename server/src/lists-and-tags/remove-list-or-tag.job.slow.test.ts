import { errorMessages } from '@outcrop/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { bulkClient } from '../../test/bulk/bulk-client.ts';
import { blankSearch } from '../../test/prospects/blank-search.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { recordCreator } from '../../test/record-creator.ts';
import { sizeForRun } from '../../test/run-size.ts';
import { testService } from '../../test/service.ts';
import { taskRunner } from '../../test/task-runner.ts';
import type { ListOrTagKind } from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import { raw, sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;
const queue = await testQueue([], service.database);
afterEach(() => queue.stopWorkers());

const manage = '/api/v1/manage';
const left = { list: 'list.member_removed', tag: 'prospect.untagged' } as const;
const joined = { list: 'list.member_added', tag: 'prospect.tagged' } as const;

/** Lists and tags share their code, so CI tests only lists. */
const kinds = (['list', 'tag'] as const).slice(0, sizeForRun(1, 2));

/** Creates a list or tag of this size, and another with a few of the same prospects. */
async function createLargeListOrTag(kind: ListOrTagKind, size: number) {
  const account = await bulkClient(service);
  const { workspace, token, boards } = account;
  const make = recordCreator(owner, workspace.id);
  const [big, into] = [await make(kind), await make(kind)];
  await owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      insert into prospect (workspace_id, id, source_type, ${blankSearch.columns})
      select ${workspace.id}, gen_random_uuid(), 'manual', ${blankSearch.values} from generate_series(1, ${size}::int)`);
    await tx.run(sql`
      insert into ${raw(`prospect_${kind}`)} (workspace_id, prospect_id, ${raw(`${kind}_id`)})
      select workspace_id, id, ${big} from prospect where workspace_id = ${workspace.id}`);
    await tx.run(sql`
      insert into ${raw(`prospect_${kind}`)} (workspace_id, prospect_id, ${raw(`${kind}_id`)})
      select workspace_id, id, ${into} from prospect where workspace_id = ${workspace.id} limit 7`);
    await tx.run(sql`
      insert into board_count (workspace_id, kind, key, count)
      values (${workspace.id}, ${kind}, ${big}, ${size}), (${workspace.id}, ${kind}, ${into}, 7),
             (${workspace.id}, 'stage', 'new', ${size})`);
  });
  const admin = await workspace.token('admin');
  return {
    ...account,
    ...taskRunner(service, token),
    big,
    into,
    shown: async () => (await boards())[`${kind}s`],
    merge: (more = {}) =>
      service.call(token, 'POST', `${manage}/${kind}s/${big}/merge`, {
        body: { intoId: into, ...more },
      }),
    end: (id = big) => service.call(token, 'DELETE', `${manage}/${kind}s/${id}`),
    audited: async (action: string) =>
      (await service.call(admin, 'GET', `${manage}/audit`, { query: { action } })).data.entries,
  };
}

describe.each(kinds)('a %s', (kind) => {
  test('of 5,000 members is deleted in the request', async () => {
    const { merge, end, into, shown, expectExactCounts } = await createLargeListOrTag(kind, 5_000);
    const { data } = await merge();
    expect(data).toMatchObject({ moved: 4_993, folded: 7, board: { count: 5_000 } });
    expect(data.task).toBeUndefined();
    expect((await end(into)).data.removed).toBe(5_000);
    expect(await shown()).toEqual([]);
    await expectExactCounts();
  });

  test('with more than 5,000 members is merged by a task', async () => {
    const { merge, big, into, ended, shown, events, audited, expectExactCounts } =
      await createLargeListOrTag(kind, 5_001);
    const { data, headers } = await merge();
    expect(data).toMatchObject({
      moved: 0,
      folded: 0,
      board: { id: into, count: 7 },
      task: { kind: 'merge_board', status: 'queued', total: 5_001, done: 0 },
    });
    expect(await shown()).toHaveLength(2);
    await queue.startWorker([]);
    expect(await ended(data.task.id)).toMatchObject({
      status: 'done',
      total: 5_001,
      done: 5_001,
      counts: { moved: 4_994, folded: 7 },
      undoable: false,
    });
    expect(await shown()).toMatchObject([{ id: into, count: 5_001 }]);
    await expectExactCounts();
    const allEvents = await events();
    expect(allEvents.filter(({ type }) => type === left[kind])).toHaveLength(5_001);
    expect(allEvents.filter(({ type }) => type === joined[kind])).toHaveLength(4_994);
    for (const { correlationId } of allEvents)
      expect(correlationId).toBe(headers.get('x-correlation-id'));
    expect(await audited(`${kind}.merged`)).toMatchObject([
      { target: big, detail: { intoId: into, moved: 4_994, folded: 7 } },
    ]);
    expect(await audited('task.started')).toMatchObject([{ target: data.task.id }]);
  });

  test('with more than 5,000 members is deleted by a task, including members added meanwhile', async () => {
    const {
      end,
      ended,
      shown,
      into,
      addProspects: people,
      bulk,
      expectExactCounts,
      big,
    } = await createLargeListOrTag(kind, 5_500);
    const { data } = await end();
    expect(data).toMatchObject({ removed: 0, task: { kind: 'delete_board', total: 5_500 } });
    const late = await people(3);
    const put = kind === 'list' ? 'add_to_list' : 'tag';
    await bulk({ action: put, [`${kind}Id`]: big, prospectIds: late });
    await queue.startWorker([]);
    expect(await ended(data.task.id)).toMatchObject({
      status: 'done',
      total: 5_503,
      done: 5_503,
      counts: { removed: 5_503 },
    });
    expect(await shown()).toMatchObject([{ id: into, count: 7 }]);
    await expectExactCounts();
  });

  test('deleted before its task runs lets the task complete', async () => {
    const { end, big, ended, workspace } = await createLargeListOrTag(kind, 5_001);
    const { task } = (await end()).data;
    await owner.query(sql`delete from ${raw(kind)} where id = ${big}`);
    await owner.query(sql`
      delete from board_count where workspace_id = ${workspace.id} and key = ${big}`);
    await queue.startWorker([]);
    expect(await ended(task.id)).toMatchObject({ status: 'done', done: 0 });
  });

  test('whose merge target is missing keeps its members, and the task fails', async () => {
    const { merge, end, into, big, ended, shown, expectExactCounts } = await createLargeListOrTag(
      kind,
      5_001,
    );
    const { task } = (await merge()).data;
    await end(into);
    await queue.startWorker([]);
    expect(await ended(task.id)).toMatchObject({
      status: 'failed',
      error: errorMessages.notFound(kind),
    });
    expect(await shown()).toMatchObject([{ id: big, count: 5_001 }]);
    await expectExactCounts();
  });

  test('keeps the remaining members when its task is canceled, and can be deleted again', async () => {
    const { end, cancel, ended, shown, expectExactCounts } = await createLargeListOrTag(
      kind,
      5_001,
    );
    const { task } = (await end()).data;
    await cancel(task.id);
    await queue.startWorker([]);
    expect((await ended(task.id)).status).toBe('cancelled');
    expect(await shown()).toHaveLength(2);
    const again = (await end()).data.task;
    expect((await ended(again.id)).counts).toEqual({ removed: 5_001 });
    expect(await shown()).toHaveLength(1);
    await expectExactCounts();
  });
});
