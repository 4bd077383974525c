import { endpoints, manageEndpoints } from '@outcrop/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { postBulk } from '../../src/bulk/post-bulk.ts';
import type { MemberCaller } from '../../src/core/sign-in/authentication.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { postLeads } from '../../src/leads/post-leads.ts';
import { getBoards } from '../../src/lists-and-tags/get-boards.ts';
import { removeMembersBatch } from '../../src/lists-and-tags/remove-members.ts';
import { Database } from '../../src/platform/db/index.ts';
import { getProspectTimeline } from '../../src/prospects/get-prospect-timeline.ts';
import { getProspects } from '../../src/prospects/get-prospects.ts';
import { patchProspect } from '../../src/prospects/patch-prospect.ts';
import { postProspectsMerge } from '../../src/prospects/post-prospects-merge.ts';
import { getSearch } from '../../src/search/get-search.ts';
import { postSuppression } from '../../src/suppression/post-suppression.ts';
import { postSuppressionCheck } from '../../src/suppression/post-suppression-check.ts';
import { testDatabase } from '../database.ts';
import { sizeForRun } from '../run-size.ts';
import { explainStatements, isBigTable, type QueryPlan } from './explain-statements.ts';
import { fillMillion, millionIds, personId, prospectCount } from './million-prospects.ts';

let db: Database;

beforeAll(async () => {
  const database = await testDatabase();
  await fillMillion(database);
  db = new Database({
    url: database.appUrl,
    poolSize: 4,
    timeouts: { statementMs: 30_000, lockMs: 2_000 },
    inBackground: true,
  });
  return () => db.close();
});

const search = (query: Record<string, string>): Promise<QueryPlan[]> =>
  explainStatements(db, millionIds.workspaceId, (tx) =>
    getProspects({ tx, query: endpoints.getProspects.query.parse(query) }),
  );

const words = /prospect_word_pkey/;
const newest = /prospect_pkey/;
const members = /prospect_tag_members/;
const maxBuffers = (plans: QueryPlan[]) => Math.max(...plans.map(({ buffers }) => buffers));
const indexesOf = (plans: QueryPlan[]) => plans.flatMap(({ indexes }) => indexes).join(' ');
// Future months have a partition too, but it is empty.
const thisMonth = `event_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
const bigTables = (plans: QueryPlan[]) =>
  plans
    .flatMap(({ scanned }) => scanned)
    .filter((table) => isBigTable(table) || table === thisMonth);

describe('a search in a workspace with many prospects reads only the pages it needs', () => {
  test.each<[string, Record<string, string>, number, RegExp]>([
    ['the first page', {}, 600, newest],
    ['a rare word', { q: 'person123456@' }, 600, words],
    ['an address', { q: 'person1234@company1234.example' }, 100, /prospect_email/],
    ['a common word', { q: 'jane' }, 1_500, words],
    ['the beginning of common words', { q: 'ja' }, 1_500, words],
    ['the beginning of many words', { q: 'person' }, 1_500, newest],
    ['a word that matches no one', { q: 'xyzzyq' }, 100, words],
    ['a word of one letter', { q: 'j' }, 1_500, words],
    ['two common words that no one has together', { q: 'jane lund' }, 300_000, words],
    ['a common word with a rare tag', { q: 'jane', tagId: millionIds.rareTag }, 600, members],
    ['a common word with a common tag', { q: 'jane', tagId: millionIds.commonTag }, 60_000, words],
    [
      'a rare word with a common tag',
      { q: 'person123456@', tagId: millionIds.commonTag },
      600,
      words,
    ],
    ['a rare tag', { tagId: millionIds.rareTag }, 800, members],
    ['a list of 9,000', { listId: millionIds.bigList }, 900, /prospect_list_members/],
    ['two lists', { listId: `${millionIds.bigList},${millionIds.otherList}` }, 60_000, /./],
    ['a stage', { stage: 'contacted' }, 1_500, /prospect_stage/],
    ['a rare stage', { stage: 'customer' }, 1_500, /prospect_stage/],
    ['an empty stage', { stage: 'meeting' }, 100, /prospect_stage/],
    ['a stage and a tag', { stage: 'contacted', tagId: millionIds.commonTag }, 60_000, /./],
    [
      'an empty stage with a common tag',
      { stage: 'meeting', tagId: millionIds.commonTag },
      100,
      /prospect_stage/,
    ],
    ['a company', { company: 'company 77' }, 800, /prospect_by_company/],
    ['an owner of half of them', { ownerId: millionIds.bigOwner }, 1_500, /prospect_owner/],
    ['an owner of few', { ownerId: millionIds.smallOwner }, 1_500, /prospect_owner/],
    ['those without an owner', { ownerId: 'none' }, 1_500, /prospect_owner/],
    [
      'a common word of an owner of half of them',
      { ownerId: millionIds.bigOwner, q: 'jane' },
      60_000,
      /./,
    ],
    ['words without a letter', { q: '%%%' }, 60_000, newest],
    ['a deep page', { page: '2000' }, sizeForRun(1_500, 4_000), newest],
    ['a day', { createdFrom: '2026-09-30', createdTo: '2026-09-30' }, 800, newest],
    ['the order of names', { sort: 'name' }, 800, /prospect_by_name/],
    ['the last changed', { sort: '-updatedAt' }, 800, /prospect_updated/],
    [
      'the last active of a stage',
      { sort: '-lastActivityAt', stage: 'new' },
      800,
      /prospect_active/,
    ],
    [
      'a common word in the order of companies',
      { sort: 'company', q: 'jane' },
      60_000,
      /prospect_by_company/,
    ],
    [
      'a list of 9,000 by name',
      { sort: 'name', listId: millionIds.bigList },
      60_000,
      /prospect_list_/,
    ],
  ])('%s', async (_name, query, bound, index) => {
    const plans = await search(query);
    expect(bigTables(plans), JSON.stringify(plans, null, 1)).toEqual([]);
    expect(indexesOf(plans)).toMatch(index);
    expect(maxBuffers(plans), JSON.stringify(plans, null, 1)).toBeLessThan(bound);
  });
});

const suppression = new Suppression('a key for the plans');
const actor = { actor: { kind: 'system' as const, id: null }, correlationId: 'plans' };
const call = {
  // The handlers of this file do not look at it.
  caller: {} as MemberCaller,
  actor,
  correlationId: 'plans',
  deps: { suppression },
  address: '127.0.0.1',
  invalidRows: new Map(),
  params: {},
  query: {},
};

describe('a write in a workspace with many prospects reads no more than in an empty one', () => {
  const leads = (from: number) =>
    Array.from({ length: 100 }, (_, n) => ({
      fullName: 'Jane Lund',
      email: `person${from + n}@company${(from + n) % 5000}.example`,
      linkedinUrl: `https://www.linkedin.com/in/person-${from + n}`,
    }));
  const post = (from: number) =>
    explainStatements(db, millionIds.workspaceId, (tx) =>
      postLeads({
        ...call,
        tx,
        body: endpoints.postLeads.body.parse({ leads: leads(from), listName: 'New' }),
      }),
    );

  test.each([
    ['100 existing prospects', prospectCount / 2],
    ['100 new prospects', 2 * prospectCount],
  ])('%s', async (_name, from) => {
    const plans = await post(from);
    expect(bigTables(plans), JSON.stringify(plans, null, 1)).toEqual([]);
    expect(indexesOf(plans)).toMatch(/prospect_linkedin.*prospect_email/);
    expect(maxBuffers(plans), JSON.stringify(plans, null, 1)).toBeLessThan(25_000);
  });
});

describe('a bulk action on one in 2,000 prospects reads only their rows', () => {
  const count = prospectCount / 2_000;
  const untouched = 0.6 * prospectCount;
  const suppressed = prospectCount - 999;
  const selected = (from: number) => Array.from({ length: count }, (_, n) => personId(from + n));

  test.each<[string, object, number, number]>([
    ['tag', { tagId: millionIds.commonTag }, untouched, 7_000],
    ['tag', { tagName: 'A new one' }, untouched, 6_000],
    ['untag', { tagId: millionIds.commonTag }, 1_000, 6_000],
    ['add_to_list', { listId: millionIds.bigList }, untouched, 7_000],
    ['remove_from_list', { listId: millionIds.bigList }, 1_000, 6_000],
    ['stage', { stage: 'meeting' }, 1_000, 22_000],
    ['suppress', {}, 1_000, 24_500],
    ['unsuppress', {}, suppressed, 22_000],
    ['delete', {}, 1_000, 25_000],
  ])('%s %j', async (action, detail, from, bound) => {
    const body = endpoints.postBulk.body.parse({ action, ...detail, prospectIds: selected(from) });
    let affected = 0;
    const plans = await explainStatements(db, millionIds.workspaceId, async (tx) => {
      ({ affected } = await postBulk({ ...call, tx, body }));
    });
    expect(affected).toBe(count);
    expect(bigTables(plans), JSON.stringify(plans, null, 1)).toEqual([]);
    expect(maxBuffers(plans), JSON.stringify(plans, null, 1)).toBeLessThan(bound);
  });
});

describe('editing, merging or showing one of many prospects costs as much as in a small workspace', () => {
  test.each<[string, object]>([
    ['an edit', { title: 'Chemist' }],
    ['an edit of the identity keys', { email: 'new@acme.example', linkedinUrl: null }],
    ['an edit that leaves only a name', { email: null, linkedinUrl: null, companyName: 'New' }],
  ])('%s', async (_name, sent) => {
    const body = manageEndpoints.patchProspect.body.parse(sent);
    const params = { prospectId: personId(1_000) };
    const plans = await explainStatements(db, millionIds.workspaceId, (tx) =>
      patchProspect({ ...call, params, tx, body }),
    );
    expect(bigTables(plans), JSON.stringify(plans, null, 1)).toEqual([]);
    expect(maxBuffers(plans), JSON.stringify(plans, null, 1)).toBeLessThan(250);
  });

  test.each([
    ['a merge of two prospects with data in all tables', 1_000, 1_001],
    ['a merge into a prospect without data', 0.9 * prospectCount, 1_001],
  ])('%s', async (_name, keep, merge) => {
    const ids = { keepId: personId(keep), mergeId: personId(merge) };
    const body = manageEndpoints.postProspectsMerge.body.parse(ids);
    const plans = await explainStatements(db, millionIds.workspaceId, (tx) =>
      postProspectsMerge({ ...call, tx, body }),
    );
    expect(bigTables(plans), JSON.stringify(plans, null, 1)).toEqual([]);
    expect(indexesOf(plans)).toMatch(/event_\d{4}_\d\d_workspace_id_prospect_id_created_at_id_idx/);
    expect(maxBuffers(plans), JSON.stringify(plans, null, 1)).toBeLessThan(250);
  });

  test('a timeline', async () => {
    const params = { prospectId: personId(1_000) };
    const plans = await explainStatements(db, millionIds.workspaceId, (tx) =>
      getProspectTimeline({ ...call, params, query: {}, tx, body: null }),
    );
    expect(bigTables(plans), JSON.stringify(plans, null, 1)).toEqual([]);
    expect(maxBuffers(plans), JSON.stringify(plans, null, 1)).toBeLessThan(50);
  });
});

describe('removing a batch of many prospects from a tag costs as much as the batch', () => {
  const batch = prospectCount / 200;
  // In a smaller table, where nearly every row has the tag, the primary key serves as well.
  const membersOrAll = prospectCount < 1_000_000 ? /prospect_tag_(pkey|members)/ : members;
  const common = { id: millionIds.commonTag, name: 'Common' };
  const rare = { id: millionIds.rareTag, name: 'Rare' };

  test.each([
    ['without a replacement', null, 30_000],
    ['merged into another tag', rare, 60_000],
  ])('%s', async (_name, into, bound) => {
    let removed = 0;
    const plans = await explainStatements(db, millionIds.workspaceId, async (tx) => {
      ({ removed } = await removeMembersBatch(
        { tx, actor },
        { kind: 'tag', listOrTag: common, into },
        batch,
      ));
    });
    expect(removed).toBe(batch);
    expect(bigTables(plans), JSON.stringify(plans, null, 1)).toEqual([]);
    expect(indexesOf(plans)).toMatch(membersOrAll);
    expect(maxBuffers(plans), JSON.stringify(plans, null, 1)).toBeLessThan(bound);
  });
});

describe('1,000 addresses among many prospects are found by index lookups', () => {
  const addresses = {
    emails: Array.from({ length: 500 }, (_, n) => `person${n + 7}@company${n + 7}.example`),
    linkedinUrls: Array.from({ length: 500 }, (_, n) => `linkedin.com/in/person-${n + 9_000}`),
  };

  test('to suppress the prospects that have them', async () => {
    const body = manageEndpoints.postSuppression.body.parse(addresses);
    let marked = 0;
    const plans = await explainStatements(db, millionIds.workspaceId, async (tx) => {
      const { prospectIds } = await postSuppression({ ...call, tx, body });
      marked = prospectIds.length;
    });
    expect(marked).toBe(1_000);
    expect(bigTables(plans), JSON.stringify(plans, null, 1)).toEqual([]);
    expect(maxBuffers(plans), JSON.stringify(plans, null, 1)).toBeLessThan(46_000);
  });

  test('to check whether they are suppressed', async () => {
    const body = manageEndpoints.postSuppressionCheck.body.parse(addresses);
    const plans = await explainStatements(db, millionIds.workspaceId, (tx) =>
      postSuppressionCheck({ ...call, tx, body }),
    );
    expect(bigTables(plans), JSON.stringify(plans, null, 1)).toEqual([]);
    expect(maxBuffers(plans), JSON.stringify(plans, null, 1)).toBeLessThan(4_500);
  });
});

test('reading boards counts no rows', async () => {
  const plans = await explainStatements(db, millionIds.workspaceId, (tx) => getBoards({ tx }));
  expect(maxBuffers(plans)).toBeLessThan(20);
});

test.each([
  ['a common word', 'jane'],
  ['a common prefix of two words', 'an'],
  ['a common prefix of many words', 'person'],
  ['a letter that begins most words', 'c'],
  ['two common words that no one has together', 'jane lund'],
  ['common words and a prefix', 'jane okafor p'],
  ['a rare word', 'person123456'],
  ['an email address', 'person123456@company3456.example'],
  ['a word that no one has', 'xyzzyq'],
  ['a sign', '%'],
])('the palette finds %s with few pages read: %s', async (_name, q) => {
  const plans = await explainStatements(db, millionIds.workspaceId, (tx) =>
    getSearch({ tx, query: { q } }),
  );
  expect(bigTables(plans)).toEqual([]);
  for (const { buffers, statement } of plans) expect(buffers, statement).toBeLessThan(2_500);
});
