import { describe, expect, test } from 'vitest';
import type { TestWorkspace } from '../../test/accounts.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();

type Kind = 'prospects' | 'lists' | 'tags' | 'campaigns';
type Found = { id: string; name?: string; fullName?: string | null };

/** Searches as a Viewer, and returns the names of each kind. */
async function searchIn(workspace: TestWorkspace) {
  const token = await workspace.token('viewer');
  return async (q: string): Promise<Record<Kind, string[]>> => {
    const { status, data } = await service.call(token, 'GET', '/api/v1/manage/search', {
      query: { q },
    });
    expect([q, status]).toEqual([q, 200]);
    const names = (kind: Kind) =>
      data[kind].map(({ name, fullName, id }: Found) => name ?? fullName ?? id);
    return {
      prospects: names('prospects'),
      lists: names('lists'),
      tags: names('tags'),
      campaigns: names('campaigns'),
    };
  };
}

const add = async (workspace: TestWorkspace, leads: object[], listName?: string) => {
  const token = await workspace.token('member');
  for (let from = 0; from < leads.length; from += 100) {
    const body = { leads: leads.slice(from, from + 100), ...(listName && { listName }) };
    expect((await service.call(token, 'POST', '/leads', { body })).status).toBe(200);
  }
};

const create = async (workspace: TestWorkspace, kind: 'lists' | 'tags', ...names: string[]) => {
  const token = await workspace.token('member');
  for (const name of names)
    await service.call(token, 'POST', `/api/v1/manage/${kind}`, { body: { name } });
};

const createCampaign = (workspace: TestWorkspace, name: string, status = 'draft') =>
  service.owner.transaction(workspace.id, (tx) =>
    tx.run(sql`
      insert into campaign (workspace_id, id, name, status)
      values (${tx.workspaceId}, gen_random_uuid(), ${name}, ${status}::campaign_status)`),
  );

const nothing = { prospects: [], lists: [], tags: [], campaigns: [] };

describe('a workspace with one of each', async () => {
  const workspace = await service.workspace();
  await add(workspace, [
    {
      fullName: 'Zoë Ångström',
      title: 'Head of Trade',
      companyName: 'Nordlys Energi',
      email: 'zoe@nordlys.example',
    },
    { firstName: 'Ada', email: 'ada@aster.example' },
  ]);
  await create(workspace, 'lists', 'Trade fair 2026', 'Kölner Messe');
  await create(workspace, 'tags', 'Fair trade', '展会 客户');
  await createCampaign(workspace, 'Nördliche Händler', 'running');
  await createCampaign(workspace, 'Trade, closed', 'archived');
  const search = await searchIn(workspace);

  test.each<[string, Partial<Record<Kind, string[]>>]>([
    ['zoe', { prospects: ['Zoë Ångström'] }],
    ['ANGS zo', { prospects: ['Zoë Ångström'] }],
    ['zoe@nordlys.example', { prospects: ['Zoë Ångström'] }],
    ['ada', { prospects: ['Ada'] }],
    ['ngstr', {}],
    ['trade', { prospects: ['Zoë Ångström'], lists: ['Trade fair 2026'], tags: ['Fair trade'] }],
    ['fa tr', { lists: ['Trade fair 2026'], tags: ['Fair trade'] }],
    ['fair 2026', { lists: ['Trade fair 2026'] }],
    ['air', {}],
    ['koln', { lists: ['Kölner Messe'] }],
    ['KÖLNER', { lists: ['Kölner Messe'] }],
    ['客', { tags: ['展会 客户'] }],
    ['nord', { prospects: ['Zoë Ångström'], campaigns: ['Nördliche Händler'] }],
    ['nordlys handler', {}],
  ])('%s finds what has all its words at the start of a word', async (q, found) => {
    expect(await search(q)).toEqual({ ...nothing, ...found });
  });

  test('results have what tells them apart', async () => {
    const token = await workspace.token('viewer');
    const query = { q: 'nord' };
    const { data } = await service.call(token, 'GET', '/api/v1/manage/search', { query });
    expect(data.prospects).toEqual([
      {
        id: expect.any(String),
        fullName: 'Zoë Ångström',
        title: 'Head of Trade',
        companyName: 'Nordlys Energi',
        email: 'zoe@nordlys.example',
        linkedinUrl: null,
      },
    ]);
    expect(data.campaigns).toMatchObject([{ name: 'Nördliche Händler', status: 'running' }]);
  });

  test.each([
    '%',
    '_',
    '\\',
    "' or 1=1 --",
    '++',
    '.*',
    '(',
    '\u{1f600}',
    'a'.repeat(100),
    'ab '.repeat(33),
    '李'.repeat(100),
  ])('%j finds nothing and is no error', async (q) => {
    expect(await search(q)).toEqual(nothing);
  });

  test('nothing of another workspace is found [ids.own-workspace]', async () => {
    const other = await service.workspace();
    const searchOther = await searchIn(other);
    for (const q of ['zoe', 'zoe@nordlys.example', 'trade', 'fair', 'nord', 'a'])
      expect(await searchOther(q)).toEqual(nothing);
    await create(other, 'tags', 'Fair game');
    expect(await searchOther('fair')).toEqual({ ...nothing, tags: ['Fair game'] });
  });

  test.each(['', ' ', 'a'.repeat(101)])('%j is not a search', async (q) => {
    const token = await workspace.token('viewer');
    const query = { q };
    const { status } = await service.call(token, 'GET', '/api/v1/manage/search', { query });
    expect(status).toBe(422);
  });
});

test('at most eight of each are found, lists, tags and campaigns by name and prospects from the newest', async () => {
  const workspace = await service.workspace();
  const names = Array.from({ length: 12 }, (_, index) => `Fair ${index + 1}`);
  for (const fullName of names) await add(workspace, [{ fullName, companyName: 'Any' }]);
  await create(workspace, 'lists', ...names);
  await create(workspace, 'tags', ...names);
  for (const name of names) await createCampaign(workspace, name);
  const found = await (await searchIn(workspace))('fair');
  expect(found.prospects).toEqual(names.toReversed().slice(0, 8));
  for (const kind of ['lists', 'tags', 'campaigns'] as const)
    expect(found[kind]).toEqual(names.slice(0, 8));
});

describe('among more prospects than are checked', async () => {
  const workspace = await service.workspace('scale');
  const firsts = ['Anna', 'Andrea', 'Anton', 'Anke', 'Angus', 'Anouk', 'Ansel', 'Antje', 'Anwar'];
  const leads = Array.from({ length: 1_300 }, (_, index) => ({
    fullName: `${firsts[index % firsts.length]} Common`,
    companyName: `Company ${index}`,
    email: `person${index}@any.example`,
  }));
  await add(workspace, [{ fullName: 'Anna Rarely', email: 'rarely@any.example' }]);
  await add(workspace, leads);
  const search = await searchIn(workspace);

  test.each(['an', 'anna', 'common', 'anna com', 'a c'])(
    'common words are found by their newest: %s',
    async (q) => {
      const { prospects } = await search(q);
      expect(prospects).toHaveLength(8);
      for (const name of prospects) expect(name).toMatch(/^An\w+ Common$/);
    },
  );

  test('a rare word is found beside a common one, however old', async () => {
    expect((await search('an rarely')).prospects).toEqual(['Anna Rarely']);
    expect((await search('rarely')).prospects).toEqual(['Anna Rarely']);
  });
});
