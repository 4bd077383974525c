import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bulkClient } from '../../test/bulk/bulk-client.ts';
import { testService } from '../../test/service.ts';
import { raw, sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;

const kinds = [
  {
    kind: 'list',
    path: '/api/v1/manage/lists',
    put: 'add_to_list',
    left: 'list.member_removed',
    joined: 'list.member_added',
  },
  {
    kind: 'tag',
    path: '/api/v1/manage/tags',
    put: 'tag',
    left: 'prospect.untagged',
    joined: 'prospect.tagged',
  },
] as const;

describe.each(kinds)('a $kind', ({ kind, path, put, left, joined }) => {
  const listsAndTagsClient = async () => {
    const account = await bulkClient(service);
    const { token, workspace, bulk, boards } = account;
    const admin = await workspace.token('admin');
    return {
      ...account,
      make: (name: string, more = {}) =>
        service.call(token, 'POST', path, { body: { name, ...more } }),
      rename: (id: string, name: string, more = {}) =>
        service.call(token, 'PATCH', `${path}/${id}`, { body: { name, ...more } }),
      merge: (id: string, intoId: string, more = {}) =>
        service.call(token, 'POST', `${path}/${id}/merge`, { body: { intoId, ...more } }),
      end: (id: string) => service.call(token, 'DELETE', `${path}/${id}`),
      shown: async () => (await boards())[`${kind}s`],
      /** Creates a list or tag with this name and these prospects. */
      holding: async (name: string, prospectIds: string[]): Promise<string> =>
        (await bulk({ action: put, [`${kind}Name`]: name, prospectIds })).data[kind].id,
      audited: async (action: string) =>
        (
          await service.call(admin, 'GET', '/api/v1/manage/audit', {
            query: { action: `${kind}.${action}` },
          })
        ).data.entries,
    };
  };

  test('is created empty and returned with its id', async () => {
    const { make, shown, audited, tokenId } = await listsAndTagsClient();
    const { data, headers } = await make('  Trade fair ');
    expect(data).toEqual({ board: { id: expect.any(String), name: 'Trade fair', count: 0 } });
    expect(await shown()).toEqual([data.board]);
    expect(await audited('created')).toMatchObject([
      {
        target: data.board.id,
        detail: { name: 'Trade fair' },
        actor: { kind: 'token', id: tokenId },
        correlationId: headers.get('x-correlation-id'),
      },
    ]);
  });

  test('cannot reuse a name in any case, and the error names the existing one', async () => {
    const { make, rename, shown, checksums: rows } = await listsAndTagsClient();
    const first = (await make('Trade Fair')).data.board;
    const second = (await make('Second')).data.board;
    const before = await rows();
    for (const answer of [
      await make(' trade fair'),
      await make('TRADE FAIR', { dryRun: true }),
      await rename(second.id, 'trade FAIR '),
    ]) {
      expect(answer.status).toBe(422);
      const message = `is already used by the ${kind} "Trade Fair" (${first.id})`;
      expect(answer.error.fieldErrors).toEqual({ name: [message] });
    }
    expect(await rows()).toEqual(before);
    expect(await shown()).toHaveLength(2);
  });

  test('is limited to 1,000 per workspace, with the error on its name', async () => {
    const { make, workspace } = await listsAndTagsClient();
    await owner.query(sql`
      insert into ${raw(kind)} (workspace_id, id, name, name_key)
      select ${workspace.id}, gen_random_uuid(), 'Name ' || n, 'name ' || n from generate_series(1, 999) n`);
    expect((await make('The last')).status).toBe(200);
    const { error } = await make('One more');
    expect(error.fieldErrors.name[0]).toContain(`1,000 ${kind}s`);
  });

  test('keeps its members when renamed, also to another spelling of its own name', async () => {
    const {
      addProspects: people,
      holding,
      rename,
      shown,
      events,
      audited,
      bulk,
    } = await listsAndTagsClient();
    const ids = await people(3);
    const id = await holding('Trade fair', ids);
    for (const name of ['TRADE fair', 'Fair']) {
      expect((await rename(id, name)).data).toEqual({ board: { id, name, count: 3 } });
      expect(await shown()).toEqual([{ id, name, count: 3 }]);
    }
    // The old name is available again, and the new one finds it.
    expect(await holding(' FAIR', ids)).toBe(id);
    expect(await holding('Trade fair', ids)).not.toBe(id);
    expect(await events(left)).toEqual([]);
    expect(await audited('renamed')).toMatchObject([
      { target: id, detail: { name: 'Fair', previousName: 'TRADE fair' } },
      { target: id, detail: { name: 'TRADE fair', previousName: 'Trade fair' } },
    ]);
    expect((await bulk({ action: put, [`${kind}Id`]: id, prospectIds: ids })).data[kind].name).toBe(
      'Fair',
    );
  });

  test('is merged into another without duplicate members, and the first is deleted', async () => {
    const {
      addProspects: people,
      holding,
      merge,
      shown,
      expectExactCounts,
      audited,
      bulk,
    } = await listsAndTagsClient();
    const ids = await people(6);
    const from = await holding('First', ids.slice(0, 4));
    const into = await holding('Second', ids.slice(3));
    const { data } = await merge(from, into);
    expect(data).toEqual({
      board: { id: into, name: 'Second', count: 6 },
      moved: 3,
      folded: 1,
    });
    expect(await shown()).toEqual([{ id: into, name: 'Second', count: 6 }]);
    await expectExactCounts();
    const again = await bulk({ action: put, [`${kind}Id`]: into, prospectIds: ids });
    expect(again.data).toMatchObject({ affected: 0, unchanged: 6 });
    expect(await audited('merged')).toMatchObject([
      {
        target: from,
        detail: { name: 'First', intoId: into, intoName: 'Second', moved: 3, folded: 1 },
      },
    ]);
    expect((await merge(from, into)).error).toMatchObject({ code: 'not_found', notFound: [from] });
  });

  test('emits removed and added events for each member when merged', async () => {
    const { addProspects: people, holding, merge, events } = await listsAndTagsClient();
    const ids = (await people(3)).sort();
    const from = await holding('First', ids);
    const into = await holding('Second', ids.slice(2));
    const already = (await events()).length;
    const { headers } = await merge(from, into);
    const newEvents = (await events()).slice(already);
    const gone = { [kind]: { id: from, name: 'First' } };
    const there = { [kind]: { id: into, name: 'Second' } };
    expect(newEvents.map(({ type, data }) => [type, data])).toEqual([
      [left, { prospectId: ids[0], ...gone }],
      [joined, { prospectId: ids[0], ...there }],
      [left, { prospectId: ids[1], ...gone }],
      [joined, { prospectId: ids[1], ...there }],
      [left, { prospectId: ids[2], ...gone }],
    ]);
    for (const { correlationId } of newEvents)
      expect(correlationId).toBe(headers.get('x-correlation-id'));
  });

  test('cannot be merged into itself or into a missing one', async () => {
    const { addProspects: people, holding, merge, checksums: rows } = await listsAndTagsClient();
    const id = await holding('First', await people(1));
    const other = await listsAndTagsClient();
    const foreign = (await other.make('Theirs')).data.board.id;
    const before = await rows();
    expect((await merge(id, id.toUpperCase())).error.fieldErrors).toEqual({
      intoId: [`must be a different ${kind}`],
    });
    for (const missing of [randomUUID(), foreign]) {
      expect((await merge(id, missing)).error).toMatchObject({ notFound: [missing] });
      expect((await merge(missing, id)).error).toMatchObject({ notFound: [missing] });
    }
    expect(await rows()).toEqual(before);
  });

  test('is deleted, and its prospects are kept', async () => {
    const {
      addProspects: people,
      holding,
      end,
      shown,
      events,
      prospects,
      expectExactCounts,
      audited,
    } = await listsAndTagsClient();
    const ids = (await people(3)).sort();
    const id = await holding('Trade fair', ids);
    const beside = await holding('Beside', ids);
    expect((await end(id)).data).toEqual({ board: { id, name: 'Trade fair' }, removed: 3 });
    expect(await shown()).toEqual([{ id: beside, name: 'Beside', count: 3 }]);
    expect(await prospects()).toHaveLength(3);
    expect((await events(left)).map(({ data }) => data)).toEqual(
      ids.map((prospectId) => ({ prospectId, [kind]: { id, name: 'Trade fair' } })),
    );
    await expectExactCounts();
    expect(await audited('deleted')).toMatchObject([
      { target: id, detail: { name: 'Trade fair', removed: 3 } },
    ]);
    expect((await end(id)).error).toMatchObject({ code: 'not_found', notFound: [id] });
  });
});
