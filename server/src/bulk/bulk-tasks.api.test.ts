import { errorMessages } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { bulkClient } from '../../test/bulk/bulk-client.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { testService } from '../../test/service.ts';
import { taskRunner } from '../../test/task-runner.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const queue = await testQueue([], service.database);
await queue.startWorker([]);
const manage = '/api/v1/manage';

/** An account with prospects, and functions to run tasks on them. */
async function accountWithProspects(people: number) {
  const account = await bulkClient(service);
  const prospectIds = people > 0 ? await account.addProspects(people) : [];
  const { token, workspace } = account;
  return {
    ...account,
    ...taskRunner(service, token),
    prospectIds,
    post: (path: string, body: object) => service.call(token, 'POST', `${manage}${path}`, { body }),
    /** Stage, do-not-contact mark, tags and lists of every prospect. */
    prospectStates: () =>
      service.owner.query(sql`
        select p.id, p.stage, p.do_not_contact,
               (select array_agg(tag_id order by tag_id) from prospect_tag t
                where t.workspace_id = p.workspace_id and t.prospect_id = p.id) as tags,
               (select array_agg(list_id order by list_id) from prospect_list l
                where l.workspace_id = p.workspace_id and l.prospect_id = p.id) as lists
        from prospect p where p.workspace_id = ${workspace.id} order by id`),
  };
}

test('each match is changed once with one event, even if the change ends the match', async () => {
  const { run, prospectIds, events, expectExactCounts } = await accountWithProspects(650);
  const task = await run({ action: 'stage', stage: 'meeting', filter: { stage: 'new' } });
  expect(task).toMatchObject({
    kind: 'bulk',
    status: 'done',
    total: 650,
    done: 650,
    failed: 0,
    counts: { affected: 650, unchanged: 0, missing: 0 },
    undoable: true,
    error: null,
  });
  const stageEvents = await events('prospect.stage_changed');
  expect(stageEvents.map(({ prospectId }) => prospectId).sort()).toEqual(prospectIds.toSorted());
  await expectExactCounts();
});

test.each([
  { action: 'tag', tagName: 'Hot' },
  { action: 'untag', tagName: 'Hot' },
  { action: 'add_to_list', listName: 'Fair' },
  { action: 'remove_from_list', listName: 'Fair' },
  { action: 'stage', stage: 'meeting' },
  { action: 'suppress' },
  { action: 'unsuppress' },
] as const)('undoing $action restores every prospect', async (order) => {
  const { run, undo, bulk, prospectIds, prospectStates, expectExactCounts } =
    await accountWithProspects(230);
  const some = prospectIds.slice(0, 100);
  await bulk({ action: 'tag', tagName: 'Hot', prospectIds: some });
  await bulk({ action: 'add_to_list', listName: 'Fair', prospectIds: some });
  await bulk({ action: 'suppress', prospectIds: some });
  await bulk({ action: 'stage', stage: 'replied', prospectIds: some });
  await bulk({ action: 'stage', stage: 'meeting', prospectIds: prospectIds.slice(90, 110) });
  const before = await prospectStates();
  const task = await run({ ...order, filter: {} });
  expect(task).toMatchObject({ status: 'done', total: 230, undoable: true });
  expect(await prospectStates()).not.toEqual(before);
  expect(await undo(task.id)).toMatchObject({
    kind: 'undo',
    undoOf: task.id,
    status: 'done',
    total: task.counts['affected'],
    counts: { affected: task.counts['affected'], unchanged: 0, missing: 0 },
    undoable: false,
  });
  expect(await prospectStates()).toEqual(before);
  await expectExactCounts();
});

test('undo skips later changes, even if the result looks the same', async () => {
  const { run, undo, bulk, prospectIds, prospect } = await accountWithProspects(4);
  const [moved, back, gone, kept] = prospectIds as [string, string, string, string];
  const task = await run({ action: 'stage', stage: 'meeting', prospectIds });
  await bulk({ action: 'stage', stage: 'customer', prospectIds: [moved, back] });
  await bulk({ action: 'stage', stage: 'meeting', prospectIds: [back] });
  await bulk({ action: 'tag', tagName: 'Another matter', prospectIds: [kept] });
  await bulk({ action: 'delete', prospectIds: [gone] });
  expect((await undo(task.id)).counts).toEqual({ affected: 1, unchanged: 2, missing: 1 });
  expect((await prospect(moved)).stage).toBe('customer');
  expect((await prospect(back)).stage).toBe('meeting');
  expect((await prospect(kept)).stage).toBe('new');
});

test('a finished task can be undone once; deletions and undos cannot be undone', async () => {
  const { run, undo, post, prospectIds } = await accountWithProspects(3);
  const refusal = async (id: string) =>
    (await post(`/tasks/${id}/undo`, {})).error.fieldErrors.taskId[0];
  const task = await run({ action: 'suppress', prospectIds });
  const undone = await undo(task.id);
  expect(await refusal(task.id)).toContain('already undone');
  expect(await refusal(undone.id)).toContain('cannot be undone');
  const deletion = await run({ action: 'delete', prospectIds });
  expect(deletion).toMatchObject({ undoable: false, counts: { affected: 3 } });
  expect(await refusal(deletion.id)).toContain('cannot be undone');
});

test('concurrent undo requests start one undo', async () => {
  const { run, post, prospectIds, ended } = await accountWithProspects(20);
  const task = await run({ action: 'tag', tagName: 'Hot', prospectIds });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => post(`/tasks/${task.id}/undo`, {})),
  );
  const taken = answers.filter(({ status }) => status === 200);
  expect(taken).toHaveLength(1);
  expect(await ended(taken[0]!.data.task.id)).toMatchObject({ counts: { affected: 20 } });
});

test('prospects deleted before their slice fail with a reason, and the others are processed', async () => {
  const idle = await testService();
  const { token, addProspects: people, bulk } = await bulkClient(idle);
  const { begin, ended } = taskRunner(idle, token);
  const prospectIds = await people(3);
  const { id } = await begin({ action: 'tag', tagName: 'Hot', prospectIds });
  await bulk({ action: 'delete', prospectIds: [prospectIds[1]] });
  await (await testQueue([], idle.database)).startWorker([]);
  expect(await ended(id)).toMatchObject({
    status: 'done',
    total: 3,
    done: 3,
    failed: 1,
    counts: { affected: 2, unchanged: 0, missing: 1 },
  });
  const { data } = await idle.call(token, 'GET', `${manage}/tasks/${id}/failures`);
  expect(data).toEqual({
    failures: [
      {
        number: 2,
        reason: 'The prospect no longer exists.',
        row: { prospectId: prospectIds[1] },
      },
    ],
    nextAfter: null,
  });
});

test('a task whose tag is deleted before it starts fails with a reason', async () => {
  const idle = await testService();
  const { token, addProspects: people, workspace } = await bulkClient(idle);
  const { begin, ended } = taskRunner(idle, token);
  const { id } = await begin({ action: 'tag', tagName: 'Hot', prospectIds: await people(1) });
  await idle.owner.query(sql`delete from tag where workspace_id = ${workspace.id}`);
  const { startWorker: worker, log } = await testQueue([], idle.database);
  await worker([]);
  expect(await ended(id)).toMatchObject({
    status: 'failed',
    error: errorMessages.notFound('tag'),
    undoable: false,
  });
  // An operator cannot fix this error.
  expect(log.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});

test('canceling a running task ends it before its next slice, and the completed part can be undone', async () => {
  const { begin, cancel, read, ended, undo, prospectStates, workspace, prospectIds } =
    await accountWithProspects(1_500);
  const before = await prospectStates();
  const { id } = await service.owner.transaction(workspace.id, async (tx) => {
    // One of the slices waits for this prospect.
    await tx.rows(sql`select from prospect where id = ${prospectIds[700]!} for update`);
    const begun = await begin({ action: 'tag', tagName: 'Hot', filter: {} });
    await expect.poll(async () => (await read(begun.id)).done).toBeGreaterThan(0);
    await cancel(begun.id);
    return begun;
  });
  const task = await ended(id);
  expect(task.status).toBe('cancelled');
  expect(task.done).toBeGreaterThan(0);
  expect(task.done).toBeLessThan(1_500);
  expect((await undo(task.id)).counts['affected']).toBe(task.counts['affected']);
  expect(await prospectStates()).toEqual(before);
});

test('tasks are listed newest first, can be filtered by status, and are paged', async () => {
  const { token, run, prospectIds } = await accountWithProspects(1);
  const ids: string[] = [];
  for (const stage of ['meeting', 'replied', 'customer'])
    ids.unshift((await run({ action: 'stage', stage, prospectIds })).id);
  const list = async (query: Record<string, string>) =>
    (await service.call(token, 'GET', `${manage}/tasks`, { query })).data;
  const first = await list({ limit: '2', status: 'done' });
  const second = await list({ limit: '2', status: 'done', cursor: first.nextCursor });
  const listed = [...first.tasks, ...second.tasks].map(({ id }: { id: string }) => id);
  expect(listed).toEqual(ids);
  expect(second.nextCursor).toBeNull();
  expect((await list({ status: 'running' })).tasks).toEqual([]);
});

test('a task and its undo are in the audit log', async () => {
  const { workspace, run, undo, prospectIds } = await accountWithProspects(1);
  const task = await run({ action: 'suppress', prospectIds });
  const undone = await undo(task.id);
  const { data } = await service.call(await workspace.token('admin'), 'GET', `${manage}/audit`);
  expect(data.entries).toMatchObject([
    {
      action: 'task.undone',
      target: task.id,
      detail: expect.objectContaining({ taskId: undone.id }),
    },
    { action: 'task.started', target: task.id, detail: { action: 'suppress' } },
  ]);
});
