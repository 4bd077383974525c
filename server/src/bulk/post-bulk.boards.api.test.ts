import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bulkClient } from '../../test/bulk/bulk-client.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

const kinds = [
  { kind: 'tag', board: 'tags', put: 'tag', take: 'untag', byId: 'tagId', byName: 'tagName' },
  {
    kind: 'list',
    board: 'lists',
    put: 'add_to_list',
    take: 'remove_from_list',
    byId: 'listId',
    byName: 'listName',
  },
] as const;

describe.each(kinds)('$put and $take', ({ kind, board, put, take, byId, byName }) => {
  const createBoardsAccount = async () => {
    const account = await bulkClient(service);
    const prospectIds = await account.addProspects(2);
    const shown = async () => (await account.boards())[board];
    return { ...account, prospectIds, shown };
  };

  test(`take the ${kind} by its id, by its name in any spelling, or by both, and return it`, async () => {
    const { bulk, prospectIds, shown, expectExactCounts } = await createBoardsAccount();
    const made = await bulk({ action: put, [byName]: ' Fair  2026 ', prospectIds });
    const { id } = made.data[kind];
    expect(made.data).toMatchObject({ affected: 2, [kind]: { id, name: 'Fair  2026' } });
    for (const which of [
      { [byId]: id },
      { [byId]: id.toUpperCase() },
      { [byName]: 'FAIR  2026' },
      { [byId]: id, [byName]: ' fair  2026' },
    ]) {
      const gone = await bulk({ action: take, ...which, prospectIds });
      expect(gone.data).toMatchObject({ affected: 2, [kind]: { id, name: 'Fair  2026' } });
      expect(await shown()).toEqual([{ id, name: 'Fair  2026', count: 0 }]);
      const back = await bulk({ action: put, ...which, prospectIds });
      expect(back.data).toMatchObject({ affected: 2, [kind]: { id, name: 'Fair  2026' } });
      expect(await shown()).toEqual([{ id, name: 'Fair  2026', count: 2 }]);
    }
    await expectExactCounts();
  });

  test(`with an id and a name of different ${kind}s are a 422 on the name`, async () => {
    const account = await createBoardsAccount();
    const { bulk, prospectIds, checksums: rows } = account;
    const { id } = (await bulk({ action: put, [byName]: 'One', prospectIds })).data[kind];
    await bulk({ action: put, [byName]: 'Two', prospectIds });
    const before = await rows();
    for (const action of [put, take])
      for (const name of ['Two', 'Nothing']) {
        const both = { action, [byId]: id, [byName]: name };
        const { error } = await bulk({ ...both, prospectIds });
        expect(Object.keys(error.fieldErrors)).toEqual([byName]);
        // Validation errors are reported before missing prospects.
        const alsoMissing = await bulk({ ...both, prospectIds: [randomUUID()] });
        expect(alsoMissing.status).toBe(422);
      }
    expect(await rows()).toEqual(before);
  });

  test(`with an unknown name: ${put} creates it, ${take} is 404`, async () => {
    const { bulk, prospectIds, shown } = await createBoardsAccount();
    const missing = await bulk({ action: take, [byName]: 'Fair', prospectIds });
    expect(missing.error.code).toBe('not_found');
    expect(await shown()).toEqual([]);
    const { data } = await bulk({ action: put, [byName]: 'Fair', prospectIds });
    expect(await shown()).toEqual([{ ...data[kind], count: 2 }]);
  });

  test(`without a ${kind}, or with an empty one, are 422 [bulk.needs-target]`, async () => {
    const { bulk, prospectIds } = await createBoardsAccount();
    for (const action of [put, take])
      for (const which of [{}, { [byName]: '  ' }, { [byId]: null }]) {
        const { error } = await bulk({ action, ...which, prospectIds });
        expect(Object.keys(error.fieldErrors)).toEqual([byId]);
      }
  });
});

test('the stage action needs a valid stage [bulk.needs-target]', async () => {
  const { bulk, addProspects: people } = await bulkClient(service);
  const prospectIds = await people(1);
  for (const stage of [undefined, '', null, 'won', 7]) {
    const { error } = await bulk({ action: 'stage', stage, prospectIds });
    expect(Object.keys(error.fieldErrors)).toEqual(['stage']);
  }
});

test('a missing or unknown action is 422 and changes nothing [bulk.actions]', async () => {
  const { bulk, addProspects: people, checksums: rows } = await bulkClient(service);
  const prospectIds = await people(1);
  const before = await rows();
  for (const action of [undefined, null, '', 'merge', 'DELETE', 'toString', 7, ['delete']]) {
    const { error } = await bulk({ action, prospectIds, stage: 'meeting', tagName: 'x' });
    expect(Object.keys(error.fieldErrors)).toEqual(['action']);
  }
  expect(await rows()).toEqual(before);
});

test('fields of other actions are ignored, even malformed ones, and named in warnings', async () => {
  const { bulk, addProspects: people, boards, prospect } = await bulkClient(service);
  const [id] = await people(1);
  const others = { tagId: 'x', tagName: 7, listId: randomUUID(), listName: ['x'], stage: 'won' };
  const ask = async (wanted: object) => {
    const { status, data } = await bulk({ ...others, ...wanted, prospectIds: [id] });
    expect(status).toBe(200);
    return data;
  };
  const tag = (await ask({ action: 'tag', tagId: null, tagName: 'Hot' })).tag;
  await ask({ action: 'add_to_list', listId: null, listName: 'Fair' });
  await ask({ action: 'stage', stage: 'replied' });
  await ask({ action: 'suppress' });
  expect(await prospect(id!)).toMatchObject({
    stage: 'replied',
    doNotContact: true,
    tags: [tag],
    lists: [{ name: 'Fair' }],
  });
  const data = await ask({ action: 'unsuppress', tagName: 'Another', tagId: null });
  expect(Object.keys(data).sort()).toEqual(
    ['action', 'affected', 'notFound', 'requested', 'unchanged', 'warnings'].sort(),
  );
  expect(data.warnings).toEqual(
    ['tagName', 'listId', 'listName', 'stage'].map((name) => ({
      path: [name],
      message: 'is not used by this request, so it is ignored',
    })),
  );
  await ask({ action: 'delete', listName: 'Another', listId: null });
  const { tags, lists } = await boards();
  expect([...tags, ...lists].map(({ name }) => name).sort()).toEqual(['Fair', 'Hot']);
});

test('a change of tags or lists moves updatedAt, and one that changes nothing does not', async () => {
  const { bulk, addProspects, prospect } = await bulkClient(service);
  const [id] = await addProspects(1);
  const times = [(await prospect(id!))!.updatedAt];
  for (const request of [
    { action: 'tag', tagName: 'Hot' },
    { action: 'untag', tagName: 'hot' },
    { action: 'add_to_list', listName: 'Fair' },
    { action: 'remove_from_list', listName: 'fair' },
  ]) {
    await bulk({ ...request, prospectIds: [id] });
    const { updatedAt } = (await prospect(id!))!;
    await bulk({ ...request, prospectIds: [id] });
    expect((await prospect(id!))!.updatedAt).toBe(updatedAt);
    times.push(updatedAt);
  }
  expect(new Set(times).size).toBe(5);
  expect(times.toSorted()).toEqual(times);
});
