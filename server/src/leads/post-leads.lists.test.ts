import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { importer, newLeads } from '../../test/importer.ts';
import { recordsIn } from '../../test/records.ts';
import { testService } from '../../test/service.ts';
import { boardCounts } from '../../test/workspace-rows.ts';

const service = await testService();

test('without a list, listId is null and nobody is on one [leads.no-list]', async () => {
  const { post, lists, prospects } = await importer(service);
  expect((await post(newLeads(2))).data.listId).toBeNull();
  expect(await lists()).toEqual([]);
  expect((await prospects()).map((prospect) => prospect.lists)).toEqual([[], []]);
});

test('listName makes the list once, whatever the case and the white space [leads.list-by-name leads.answers-list ids.name-unique]', async () => {
  const { post, lists, prospects } = await importer(service);
  const { listId } = (await post(newLeads(1), { listName: ' Trade Fair ' })).data;
  for (const listName of ['Trade Fair', 'TRADE FAIR', '\ttrade fair\n', 'Trade  Fair'])
    expect((await post(newLeads(1), { listName })).data.listId).toBe(listId);
  expect(await lists()).toEqual([{ id: listId, name: 'Trade Fair', count: 5 }]);
  for (const { lists: joined } of await prospects())
    expect(joined).toEqual([{ id: listId, name: 'Trade Fair' }]);
});

test('names are compared in composed letters', async () => {
  const { post, lists } = await importer(service);
  await post(newLeads(1), { listName: 'Zu\u0308rich' });
  await post(newLeads(1), { listName: 'ZÜRICH' });
  expect(await lists()).toMatchObject([{ name: 'Zürich', count: 2 }]);
});

test('listId puts the leads on that list, in any case of its letters, and by name as well if both agree [leads.list-by-id ids.any-case ids.id-and-name]', async () => {
  const { post, lists, workspace } = await importer(service);
  const listId = await recordsIn(service.owner, workspace.id)('list');
  for (const request of [
    { listId },
    { listId: listId.toUpperCase() },
    { listId, listName: ` LIST ${listId}` },
  ])
    expect((await post(newLeads(1), request)).data.listId).toBe(listId);
  expect(await lists()).toMatchObject([{ id: listId, count: 3 }]);
});

test('known people join the list, and joining is an update [leads.known-join-list leads.updated]', async () => {
  const { post, lists, prospects } = await importer(service);
  const leads = newLeads(2);
  await post(leads);
  const joined = await post([...leads, leads[0]], { listName: 'Fair' });
  expect(joined.data).toMatchObject({ updated: 2, skipped: 1 });
  const again = await post(leads, { listName: 'Fair' });
  expect(again.data).toMatchObject({ updated: 0, skipped: 2 });
  await post(leads, { listName: 'Other' });
  expect((await lists()).map(({ name, count }) => [name, count])).toEqual([
    ['Fair', 2],
    ['Other', 2],
  ]);
  for (const { lists: joined } of await prospects())
    expect(joined.map(({ name }) => name)).toEqual(['Fair', 'Other']);
});

test('what the boards show is what a count gives, after each of a few batches', async () => {
  const { post, workspace } = await importer(service);
  const leads = newLeads(8);
  for (const [from, to, listName] of [
    [0, 4, 'A'],
    [2, 6, 'B'],
    [0, 8, 'A'],
    [3, 5, undefined],
  ] as const) {
    await post([...leads.slice(from, to), ...leads.slice(from, to)], { listName });
    const { shown, counted } = await boardCounts(service.owner, workspace.id);
    expect(shown).toEqual(counted);
  }
  const { counted } = await boardCounts(service.owner, workspace.id);
  expect(Object.values(counted).sort()).toEqual([4, 8, 8]);
});

test('a list that is not in the workspace is 404, whether it is someone else’s or nobody’s, and nothing is written [ids.not-found ids.foreign-is-unknown leads.all-or-nothing]', async () => {
  const { post, prospects } = await importer(service);
  const other = await importer(service);
  const foreign = (await other.post(newLeads(1), { listName: 'Theirs' })).data.listId;
  const masked = async (listId: string) => {
    const { status, error } = await post(newLeads(1), { listId });
    expect(status).toBe(404);
    expect(error).toMatchObject({ code: 'not_found', notFound: [listId] });
    return { ...error, notFound: [], correlationId: '' };
  };
  expect(await masked(foreign)).toEqual(await masked(randomUUID()));
  expect(await prospects()).toEqual([]);
  expect(await other.lists()).toMatchObject([{ count: 1 }]);
});

test('an id and a name of different lists are 422 on the name, and nothing is written [ids.id-and-name leads.all-or-nothing]', async () => {
  const { post, prospects, lists, workspace } = await importer(service);
  const idOf = recordsIn(service.owner, workspace.id);
  const [one, two] = [await idOf('list'), await idOf('list')];
  // Often, since a problem with one of several statements under way must never win over the answer.
  for (const listName of [...Array(50).fill(`List ${two}`), 'A new one']) {
    const { status, error } = await post(newLeads(1), { listId: one, listName });
    expect(status).toBe(422);
    expect(Object.keys(error.fieldErrors)).toEqual(['listName']);
    expect(error.issues).toMatchObject([{ path: ['listName'] }]);
  }
  expect(await prospects()).toEqual([]);
  expect(await lists()).toHaveLength(2);
});

test('the name of a list has at most 200 characters, however wide', async () => {
  const { post, lists } = await importer(service);
  const listName = '🪨'.repeat(200);
  expect((await post(newLeads(1), { listName })).status).toBe(200);
  const { status, error } = await post(newLeads(1), { listName: `${listName}a` });
  expect(status).toBe(422);
  expect(error.fieldErrors).toEqual({ listName: ['must be at most 200 characters long'] });
  expect(await lists()).toMatchObject([{ name: listName, count: 1 }]);
});
