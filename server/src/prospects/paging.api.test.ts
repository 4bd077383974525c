import { endpoints } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import type { TestWorkspace } from '../../test/accounts.ts';
import { sampleSender } from '../../test/error-triggers.ts';
import { insertProspects } from '../../test/prospects/insert-prospects.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

type Query = Record<string, string>;
const searchIn = (workspace: TestWorkspace) => {
  const send = sampleSender(service, endpoints.getProspects, () => workspace.token('viewer'));
  return (query: Query) => send({ query, body: null });
};

/** A workspace with this many prospects, and their ids, newest first. */
async function workspaceOf(count: number) {
  const workspace = await service.workspace();
  const ids = await insertProspects(service.owner, workspace.id, { count });
  return { workspace, ids, search: searchIn(workspace) };
}

test('a page has 25 prospects by default and at most 500, and page numbers start at 1', async () => {
  const { ids, search } = await workspaceOf(600);
  const { data: records } = await search({});
  expect(records).toMatchObject({ page: 1, pageSize: 25, total: 600, totalIsCapped: false });
  expect(records.prospects.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 25));
  expect((await search({ pageSize: '500' })).data.prospects).toHaveLength(500);
  expect((await search({ pageSize: '501' })).status).toBe(422);
  expect((await search({ page: '0' })).status).toBe(422);
});

test('with returnIds a page has ids instead of records, 500 by default [prospects.return-ids]', async () => {
  const { ids, search } = await workspaceOf(600);
  const { data: only } = await search({ returnIds: 'true' });
  expect(only).toMatchObject({ page: 1, pageSize: 500, total: 600, ids: ids.slice(0, 500) });
  expect(only).not.toHaveProperty('prospects');
  const { data: records } = await search({ returnIds: 'false' });
  expect(records).toMatchObject({ pageSize: 25 });
  expect(records).not.toHaveProperty('ids');
});

test('page and pageSize select a page, up to the last one and past it [prospects.paging]', async () => {
  const { ids, search } = await workspaceOf(10);
  for (const [page, pageSize] of [
    [1, 1],
    [10, 1],
    [11, 1],
    [3, 4],
    [1, 10],
    [2, 5],
    [2, 10],
    [2_147_483_647, 500],
  ] as const) {
    const query = { page: String(page), pageSize: String(pageSize), returnIds: 'true' };
    const { status, data } = await search(query);
    expect(status).toBe(200);
    const isLast = page * pageSize >= ids.length;
    expect(data).toMatchObject({
      ids: ids.slice((page - 1) * pageSize, page * pageSize),
      page,
      pageSize,
      total: 10,
      nextCursor: isLast ? null : expect.any(String),
    });
  }
});

test('prospects created at the same time are ordered by id, without gaps or repeats between pages', async () => {
  const workspace = await service.workspace();
  const ids = await insertProspects(service.owner, workspace.id, { count: 30, apartMs: 0 });
  expect(ids).toEqual([...ids].sort().reverse());
  const search = searchIn(workspace);
  const found: string[] = [];
  for (let page = 1; page <= 5; page++)
    found.push(
      ...(await search({ page: String(page), pageSize: '7', returnIds: 'true' })).data.ids,
    );
  expect(found).toEqual(ids);
});

describe('a cursor', () => {
  test('cannot be combined with a page', async () => {
    const { search } = await workspaceOf(3);
    const { data } = await search({ pageSize: '1' });
    const { status, error } = await search({ page: '1', cursor: data.nextCursor });
    expect(status).toBe(422);
    expect(error.fieldErrors).toEqual({ cursor: ['cannot be combined with page'] });
  });

  test('is valid only with the filters it was created for', async () => {
    const { search } = await workspaceOf(30);
    const query = { stage: 'new', q: 'person', hasEmail: 'false', createdFrom: '2020-01-01' };
    const { data } = await search({ ...query, pageSize: '1' });
    const cursor = data.nextCursor;
    expect((await search({ ...query, cursor })).status).toBe(200);
    expect((await search({ ...query, q: ' PERSON  person', cursor })).status).toBe(200);
    const { stage: _, ...fewer } = query;
    for (const other of [
      {},
      fewer,
      { ...query, stage: 'customer' },
      { ...query, q: 'persons' },
      { ...query, hasEmail: 'true' },
      { ...query, hasLinkedin: 'false' },
      { ...query, createdFrom: '2020-01-02' },
      { ...query, createdTo: '2030-01-01' },
      { ...query, enrichmentStatus: 'none' },
    ]) {
      const { status, error } = await search({ ...other, cursor });
      expect([other, status]).toEqual([other, 422]);
      expect(error.fieldErrors['cursor'][0]).toContain('different filters');
    }
  });

  test('not created by this service is 422, however similar', async () => {
    const { search } = await workspaceOf(3);
    const { data } = await search({ pageSize: '1' });
    const [time, id, print] = Buffer.from(data.nextCursor, 'base64url').toString().split(' ');
    const made = (...parts: string[]) => Buffer.from(parts.join(' ')).toString('base64url');
    expect((await search({ cursor: made(time!, id!, print!) })).status).toBe(200);
    for (const cursor of [
      'x',
      '!!!',
      '🙂',
      data.nextCursor.slice(1),
      made(time!, id!),
      made(time!, 'x'.repeat(36), print!),
      made(time!, '-'.repeat(36), print!),
      made(time!, `${id!.replaceAll('-', '')}----`, print!),
      made('9'.repeat(15), id!, print!),
      made('-1', id!, print!),
      made('-', id!, print!),
      made('1e9', id!, print!),
      made(time!, id!, print!, ''),
    ]) {
      const { status, error } = await search({ cursor });
      expect([cursor, status]).toEqual([cursor, 422]);
      expect(Object.keys(error.fieldErrors)).toEqual(['cursor']);
    }
    for (const time of ['0', '99999999999999'])
      expect([time, (await search({ cursor: made(time, id!, print!) })).status]).toEqual([
        time,
        200,
      ]);
  });
});
