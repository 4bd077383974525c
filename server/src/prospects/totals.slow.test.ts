import { endpoints } from '@outcrop/contract';
import { expect, onTestFinished, test } from 'vitest';
import { sampleSender } from '../../test/error-triggers.ts';
import { insertProspects } from '../../test/prospects/insert-prospects.ts';
import { recountBoards } from '../../test/prospects/recount-boards.ts';
import { sizeForRun } from '../../test/run-size.ts';
import { testService } from '../../test/service.ts';
import { searchLimits } from '../core/search/search-plan-rules.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const scanned = sizeForRun(12_000, searchLimits.scanned);

async function bigWorkspace(count: number) {
  const workspace = await service.workspace();
  const ids = await insertProspects(service.owner, workspace.id, { count });
  const send = sampleSender(service, endpoints.getProspects, () => workspace.token('viewer'));
  const search = async (query: Record<string, string>) =>
    (await send({ query: { returnIds: 'true', ...query }, body: null })).data;
  return { workspace, ids, search };
}

test('the total is exact up to 10,000 and capped there, and the pages still contain every prospect', async () => {
  const { workspace, ids, search } = await bigWorkspace(10_000);
  const exact = { total: 10_000, totalIsCapped: false };
  for (const query of [
    {},
    { q: 'person' },
    { stage: 'new' },
    { q: 'person', stage: 'new' },
    { hasEmail: 'false' },
  ])
    expect([query, await search(query)]).toMatchObject([query, exact]);

  const newest = await insertProspects(service.owner, workspace.id, {
    count: 50,
    text: 'person late',
    until: '2026-04-01T00:00:00Z',
  });
  const all = [...newest, ...ids];
  for (const [query, total] of [
    [{}, 10_000],
    [{ q: 'person' }, 10_000],
    [{ stage: 'new' }, 10_000],
    [{ hasEmail: 'false' }, 10_000],
    [{ hasEmail: 'false', q: 'pers' }, 1_000],
  ] as [Record<string, string>, number][]) {
    const capped = { total, totalIsCapped: true };
    expect([query, await search(query)]).toMatchObject([
      query,
      { ...capped, ids: all.slice(0, 500) },
    ]);
    const last = await search({ ...query, page: '21' });
    expect([query, last]).toMatchObject([
      query,
      { ...capped, ids: all.slice(10_000), nextCursor: null },
    ]);
    const beyond = await search({ ...query, page: '22' });
    expect([query, beyond]).toMatchObject([query, { ...capped, ids: [], nextCursor: null }]);
  }
  expect(await search({ q: 'late' })).toMatchObject({
    total: 50,
    totalIsCapped: false,
    ids: newest,
  });
  expect(await search({ q: 'person 77 late' })).toMatchObject({ total: 0, ids: [] });
  expect((await search({ q: 'person 9999' })).ids).toEqual([ids[9_999]]);
});

test('a search by a common word or a long list is scanned in order, and the other filters still apply', async () => {
  const { workspace, ids, search } = await bigWorkspace(10_050);
  const rare = [ids[3]!, ids[5_000]!, ids[10_049]!];
  const [listId, tagId] = await service.owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      insert into list (workspace_id, id, name, name_key) values (${workspace.id}, gen_random_uuid(), 'All', 'all')`);
    await tx.run(sql`
      insert into tag (workspace_id, id, name, name_key) values (${workspace.id}, gen_random_uuid(), 'Rare', 'rare')`);
    await tx.run(sql`
      insert into prospect_list (workspace_id, prospect_id, list_id)
      select p.workspace_id, p.id, l.id from prospect p join list l using (workspace_id)
      where p.workspace_id = ${workspace.id}`);
    await tx.run(sql`
      insert into prospect_tag (workspace_id, prospect_id, tag_id)
      select workspace_id, unnest(${rare}::uuid[]), id from tag where workspace_id = ${workspace.id}`);
    await recountBoards(tx);
    const [row] = await tx.rows<{ list: string; tag: string }>(sql`
      select list.id as list, tag.id as tag from list join tag using (workspace_id)
      where workspace_id = ${workspace.id}`);
    return [row!.list, row!.tag];
  });
  const capped = { totalIsCapped: true, ids: ids.slice(0, 500) };
  expect(await search({ listId })).toMatchObject({ ...capped, total: 10_000 });
  expect(await search({ listId, q: 'person' })).toMatchObject({ ...capped, total: 1_000 });
  const exact = { total: 3, totalIsCapped: false, ids: rare, nextCursor: null };
  for (const query of [{ tagId }, { tagId, listId }, { tagId, listId, q: 'person', stage: 'new' }])
    expect([query, await search(query)]).toMatchObject([query, exact]);
  expect(await search({ listId, q: 'person', stage: 'meeting' })).toMatchObject({
    total: 0,
    ids: [],
  });
});

test('a search scans a bounded number of prospects; a page may then be short, and the cursor continues', async () => {
  // CI has smaller limits and a smaller workspace.
  const limits = { ...searchLimits };
  onTestFinished(() => void Object.assign(searchLimits, limits));
  if (scanned < limits.scanned) Object.assign(searchLimits, { scanned, lookedUp: scanned / 5 });
  const { workspace, ids, search } = await bigWorkspace(scanned);
  const nothing = { ids: [], total: 0, totalIsCapped: false, nextCursor: null };
  expect(await search({ hasPhone: 'true' })).toMatchObject(nothing);
  expect(await search({ stage: 'customer' })).toMatchObject(nothing);

  const hits = await insertProspects(service.owner, workspace.id, {
    count: 3,
    stage: 'customer',
    text: 'person before',
    until: '2020-01-01T00:00:00Z',
  });
  await service.owner.query(sql`
    update prospect set phone = '+14155550100'
    where workspace_id = ${workspace.id} and stage = 'customer'`);
  const short = await search({ hasPhone: 'true' });
  const beyond = { ids: [], total: 0, totalIsCapped: true, nextCursor: expect.any(String) };
  expect(short).toMatchObject(beyond);
  expect(await search({ hasPhone: 'true', q: 'person' })).toMatchObject(beyond);
  expect(await search({ hasPhone: 'true', pageSize: '1', page: '2' })).toMatchObject({ ids: [] });
  const rest = await search({ hasPhone: 'true', cursor: short.nextCursor });
  expect(rest).toMatchObject({ ids: hits, nextCursor: null });
  const all = { ids: hits, total: 3, totalIsCapped: false, nextCursor: null };
  // A search with an index finds all matches.
  for (const query of [{ stage: 'customer' }, { q: 'before' }, { createdTo: '2026-03-29' }])
    expect([query, await search({ hasPhone: 'true', ...query })]).toMatchObject([query, all]);

  // A word without letters has no index: the search checks each prospect, with the same limit.
  const odd = await search({ q: '++' });
  expect(odd).toMatchObject(beyond);
  const end = await search({ q: '++', cursor: odd.nextCursor });
  expect(end).toMatchObject({ ids: [], nextCursor: null });
  expect(await search({ q: 'person' })).toMatchObject({ total: 10_000, ids: ids.slice(0, 500) });
});
