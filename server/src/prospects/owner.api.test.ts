import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { prospectsClient } from '../../test/prospects-client.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { testService } from '../../test/service.ts';
import { taskRunner } from '../../test/task-runner.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const queue = await testQueue([], service.database);
await queue.startWorker([]);

async function ownersClient() {
  const client = await prospectsClient(service);
  const { token, workspace } = client;
  const { userId: anna } = await workspace.user('member');
  const { userId: bo } = await workspace.user('member');
  return {
    ...taskRunner(service, token),
    ...client,
    anna,
    bo,
    ownersOf: async () => {
      const { data } = await service.call(token, 'GET', '/prospects');
      return Object.fromEntries(
        data.prospects.map(({ id, ownerId }: { id: string; ownerId: string }) => [id, ownerId]),
      );
    },
    leave: (userId: string) =>
      service.owner.query(sql`
        delete from member where workspace_id = ${workspace.id} and user_id = ${userId}`),
  };
}

test('a prospect has no owner, is assigned to a user and to no one again, each with an event', async () => {
  const { addLead, edit, read, events, audit, timeline, anna } = await ownersClient();
  const id = await addLead({ fullName: 'Amara Okafor' });
  expect((await read(id)).ownerId).toBeNull();
  const given = (await edit(id, { ownerId: anna, title: 'Buyer' })).data.prospect;
  expect(given).toMatchObject({ ownerId: anna, title: 'Buyer' });
  await edit(id, { ownerId: anna });
  await edit(id, { title: 'Head of Sales' });
  expect((await read(id)).ownerId).toBe(anna);
  expect((await edit(id, { ownerId: null })).data.prospect.ownerId).toBeNull();
  expect(await events('prospect.owner_changed')).toMatchObject([
    { prospectId: id, data: { prospectId: id, ownerId: anna }, previous: { ownerId: null } },
    { prospectId: id, data: { prospectId: id, ownerId: null }, previous: { ownerId: anna } },
  ]);
  const assigned = (await audit()).filter(({ detail }) =>
    JSON.stringify(detail).includes('ownerId'),
  );
  expect(assigned).toHaveLength(2);
  const entries = (await timeline(id)).entries.map(({ type }) => type);
  expect(entries.filter((type) => type === 'prospect.owner_changed')).toHaveLength(2);
});

test('assigning a prospect that has changed since is 422', async () => {
  const { addLead, edit, read, anna } = await ownersClient();
  const id = await addLead({ fullName: 'Amara Okafor' });
  const { updatedAt } = await read(id);
  expect((await edit(id, { ownerId: anna, ifUpdatedAt: updatedAt })).status).toBe(200);
  const late = await edit(id, { ownerId: null, ifUpdatedAt: updatedAt });
  expect([late.status, Object.keys(late.error.fieldErrors)]).toEqual([422, ['ifUpdatedAt']]);
  expect((await read(id)).ownerId).toBe(anna);
});

test('an owner is a member of the workspace; when they leave, their prospects have none', async () => {
  const { addLead, edit, ownersOf, workspace, anna, bo, leave } = await ownersClient();
  const { userId: stranger } = await (await service.workspace()).user('member');
  const [first, second] = [await addLead({ fullName: 'A' }), await addLead({ fullName: 'B' })];
  for (const ownerId of [randomUUID(), stranger])
    expect((await edit(first, { ownerId })).error).toMatchObject({
      code: 'not_found',
      notFound: [ownerId],
    });
  await edit(first, { ownerId: anna });
  await edit(second, { ownerId: bo });
  await leave(anna);
  expect(await ownersOf()).toEqual({ [first]: null, [second]: bo });
  const { token } = await workspace.user('member');
  const filtered = await service.call(token, 'GET', '/prospects', { query: { ownerId: anna } });
  expect(filtered.error.code).toBe('not_found');
});

test('a task assigns the matches of a filter, and undo restores the owner of each, unless changed since', async () => {
  const { addLead, edit, run, undo, ownersOf, events, anna, bo, leave, workspace } =
    await ownersClient();
  const { userId: gone } = await workspace.user('member');
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E']) ids.push(await addLead({ fullName: name }));
  const [free, annas, bos, later, left] = ids as [string, string, string, string, string];
  await edit(annas, { ownerId: anna });
  await edit(bos, { ownerId: bo });
  await edit(left, { ownerId: gone });
  const task = await run({ action: 'assign', ownerId: bo, filter: {} });
  expect(task).toMatchObject({ status: 'done', counts: { affected: 4, unchanged: 1 } });
  expect(new Set(Object.values(await ownersOf()))).toEqual(new Set([bo]));
  await edit(later, { ownerId: anna });
  await leave(gone);
  expect(await undo(task.id)).toMatchObject({ status: 'done', counts: { affected: 3 } });
  expect(await ownersOf()).toEqual({
    ...{ [free]: null, [annas]: anna, [bos]: bo, [later]: anna, [left]: null },
  });

  const before = (await events('prospect.owner_changed')).length;
  const cleared = await run({ action: 'unassign', prospectIds: [annas, bos] });
  expect(cleared.counts).toMatchObject({ affected: 2 });
  expect(await ownersOf()).toMatchObject({ [annas]: null, [bos]: null });
  await undo(cleared.id);
  expect(await ownersOf()).toMatchObject({ [annas]: anna, [bos]: bo });
  expect((await events('prospect.owner_changed')).length).toBe(before + 4);
});

test('a merge keeps the owner of the kept prospect, or takes that of the other', async () => {
  const { addLead, edit, merge, events, anna, bo } = await ownersClient();
  const [first, second, third] = [
    await addLead({ fullName: 'A' }),
    await addLead({ fullName: 'B' }),
    await addLead({ fullName: 'C' }),
  ];
  await edit(second, { ownerId: anna });
  await edit(third, { ownerId: bo });
  expect((await merge(first, second)).data.prospect.ownerId).toBe(anna);
  expect((await merge(first, third)).data.prospect.ownerId).toBe(anna);
  expect((await events('prospect.owner_changed')).slice(2)).toMatchObject([
    { prospectId: first, data: { ownerId: anna }, previous: { ownerId: null } },
  ]);
});
