import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPlan, leadsClient, newLeads } from '../../test/leads-client.ts';
import { recordCreator } from '../../test/record-creator.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

test('listName creates the list once, ignoring case and white space [leads.list-by-name leads.answers-list]', async () => {
  const { post, lists, prospects } = await leadsClient(service);
  const { listId } = (await post(newLeads(1), { listName: ' Trade Fair ' })).data;
  for (const listName of ['Trade Fair', 'TRADE FAIR', '\ttrade fair\n', 'Trade  Fair'])
    expect((await post(newLeads(1), { listName })).data.listId).toBe(listId);
  expect(await lists()).toEqual([{ id: listId, name: 'Trade Fair', count: 5 }]);
  for (const { lists: joined } of await prospects())
    expect(joined).toEqual([{ id: listId, name: 'Trade Fair' }]);
});

test('listId adds the leads to that list, in any letter case, and listName may be sent too if both match [leads.list-by-id]', async () => {
  const { post, lists, workspace } = await leadsClient(service);
  const listId = await recordCreator(service.owner, workspace.id)('list');
  for (const request of [
    { listId },
    { listId: listId.toUpperCase() },
    { listId, listName: ` LIST ${listId}` },
  ])
    expect((await post(newLeads(1), request)).data.listId).toBe(listId);
  expect(await lists()).toMatchObject([{ id: listId, count: 3 }]);
});

test('existing prospects are added to the list, and this counts as an update', async () => {
  const { post, lists, prospects } = await leadsClient(service);
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

test('joining a list moves the updatedAt of an existing prospect', async () => {
  const { post, prospect } = await leadsClient(service);
  const leads = newLeads(1);
  const [id] = (await post(leads)).data.prospectIds;
  const { updatedAt: before } = await prospect(id);
  await post(leads, { listName: 'Fair' });
  const { updatedAt: joined } = await prospect(id);
  expect(joined > before).toBe(true);
  await post(leads, { listName: 'Fair' });
  expect((await prospect(id)).updatedAt).toBe(joined);
});

test('an unknown list or a list of another workspace is 404, and nothing is written [ids.not-found]', async () => {
  const { post, prospects } = await leadsClient(service);
  const other = await leadsClient(service);
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

test('an id and a name of different lists are a 422 on the name, and nothing is written', async () => {
  const { post, prospects, lists, workspace } = await leadsClient(service);
  const idOf = recordCreator(service.owner, workspace.id);
  const [one, two] = [await idOf('list'), await idOf('list')];
  // The test repeats the request, because an error of a concurrent statement must never replace the response.
  for (const listName of [...Array(50).fill(`List ${two}`), 'A new one']) {
    const { status, error } = await post(newLeads(1), { listId: one, listName });
    expect(status).toBe(422);
    expect(Object.keys(error.fieldErrors)).toEqual(['listName']);
    expect(error.issues).toMatchObject([{ path: ['listName'] }]);
  }
  expect(await prospects()).toEqual([]);
  expect(await lists()).toHaveLength(2);
});

test('a list that was made for leads of which none came in is not kept', async () => {
  const { post, lists } = await leadsClient(service, await createPlan(service, 1));
  const invalid = await post([{}], { listName: 'Invalid', onInvalid: 'skip' });
  expect(invalid.data).toMatchObject({ failed: 1 });
  expect(invalid.data.listId ?? null).toBeNull();
  await post(newLeads(1), { listName: 'Full' });
  const blocked = await post(newLeads(1), { listName: 'Blocked' });
  expect(blocked.data).toMatchObject({ quotaBlocked: 1 });
  expect(blocked.data.listId ?? null).toBeNull();
  const known = await post(newLeads(1), { listName: 'full' });
  expect(known.data).toMatchObject({ quotaBlocked: 1, listId: expect.any(String) });
  expect(await lists()).toMatchObject([{ name: 'Full', count: 1 }]);
});

test('an empty listId is named in warnings', async () => {
  const { post } = await leadsClient(service);
  const { data } = await post(newLeads(1), { listId: ' ', listName: null });
  expect(data.warnings).toEqual([
    { path: ['listId'], message: 'is empty, so it counts as omitted' },
  ]);
});
