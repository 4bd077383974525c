import { randomUUID } from 'node:crypto';
import { endpoints, prospectSorts, stages } from '@outcrop/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleSender } from '../../test/error-triggers.ts';
import { naiveSearch, type SearchQuery } from '../../test/prospects/naive-search.ts';
import { sampleFilters } from '../../test/prospects/sample-filters.ts';
import {
  createSampleProspects,
  enrichmentStatuses,
} from '../../test/prospects/sample-prospects.ts';
import { testService } from '../../test/service.ts';

const service = await testService();
const workspace = await service.workspace();
const sample = await createSampleProspects(service, workspace, 300, 20_260_301);
const send = sampleSender(service, endpoints.getProspects, () => workspace.token('viewer'));
const search = async (query: SearchQuery) => (await send({ query, body: null })).data;

const filters = sampleFilters(sample);

const isThere = ['true', 'false'];
const someIds = sample.prospects.filter((_, n) => n % 10 === 0).map(({ id }) => id);
const alone: { filter: string; id: string; queries: SearchQuery[] }[] = [
  { filter: 'stage', id: 'by-stage', queries: stages.map((stage) => ({ stage })) },
  { filter: 'listId', id: 'by-list', queries: sample.lists.map((listId) => ({ listId })) },
  { filter: 'tagId', id: 'by-tag', queries: sample.tags.map((tagId) => ({ tagId })) },
  {
    filter: 'several values',
    id: 'several',
    queries: [
      { stage: 'new,replied,meeting' },
      { listId: sample.lists.slice(1).join(',') },
      { tagId: [...sample.tags, sample.tags[0]].join(',') },
    ],
  },
  { filter: 'ids', id: 'by-id', queries: [{ ids: someIds.join(',') }] },
  { filter: 'company', id: 'by-company', queries: [{ company: ' saltmarsh FOODS' }] },
  { filter: 'hasPhone', id: 'has-phone', queries: isThere.map((hasPhone) => ({ hasPhone })) },
  {
    filter: 'updatedFrom and updatedTo',
    id: 'updated',
    queries: [{ updatedFrom: '2026-03-02', updatedTo: '2026-03-02' }],
  },
  { filter: 'sort', id: 'sort', queries: prospectSorts.map((sort) => ({ sort })) },
  {
    filter: 'campaignId',
    id: 'by-campaign',
    queries: sample.campaigns.map((campaignId) => ({ campaignId })),
  },
  {
    filter: 'ownerId',
    id: 'by-owner',
    queries: ['none', ...sample.owners].map((ownerId) => ({ ownerId })),
  },
  { filter: 'hasEmail', id: 'has-email', queries: isThere.map((hasEmail) => ({ hasEmail })) },
  {
    filter: 'hasLinkedin',
    id: 'has-linkedin',
    queries: isThere.map((hasLinkedin) => ({ hasLinkedin })),
  },
  {
    filter: 'enrichmentStatus',
    id: 'by-enrichment',
    queries: enrichmentStatuses.map((enrichmentStatus) => ({ enrichmentStatus })),
  },
];

test.each(alone)(
  '$filter, alone, returns exactly the prospects that a full scan returns [prospects.$id]',
  async ({ queries }) => {
    for (const query of queries) {
      const wanted = naiveSearch(sample.prospects, query);
      expect(wanted.length).toBeGreaterThan(10);
      const found = await search({ ...query, returnIds: 'true' });
      expect(found).toMatchObject({ ids: wanted, total: wanted.length, totalIsCapped: false });
    }
  },
);

test('any combination of filters returns exactly the matching prospects, in order, page by page', async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(1, 2, 7, 25, 100, 500),
      async (query, page, pageSize) => {
        const wanted = naiveSearch(sample.prospects, query);
        hits += Math.sign(wanted.length);
        const onPage = wanted.slice((page - 1) * pageSize, page * pageSize);
        const asked = { ...query, page: String(page), pageSize: String(pageSize) };
        const ids = await search({ ...asked, returnIds: 'true' });
        expect(ids).toMatchObject({ ids: onPage, page, pageSize, total: wanted.length });
        expect(ids.nextCursor === null).toBe(page * pageSize >= wanted.length);
        if (page > 2) return;
        const records = await search(asked);
        expect(records.prospects.map(({ id }: { id: string }) => id)).toEqual(onPage);
        expect(records).toMatchObject({ total: wanted.length, nextCursor: ids.nextCursor });
      },
    ),
    { numRuns: 150 },
  );
  expect(hits).toBeGreaterThan(30);
});

test('paging by cursor returns the same prospects in the same order, with any filters', async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 10, max: 90 }), async (query, pageSize) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const part = await search({
          ...query,
          pageSize: String(pageSize),
          returnIds: 'true',
          ...(cursor !== null && { cursor }),
        });
        if (cursor !== null) expect(part).toMatchObject({ page: null, total: null });
        found.push(...part.ids);
        cursor = part.nextCursor;
      } while (cursor !== null);
      expect(found).toEqual(naiveSearch(sample.prospects, query));
    }),
    { numRuns: 40 },
  );
});

test('one prospect is read by its id, and a hundred at once on one page [prospects.by-id]', async () => {
  const ids = sample.prospects.slice(0, 100).map(({ id }) => id);
  const page = await search({ ids: ids.join(',') });
  expect(page).toMatchObject({ pageSize: 100, total: 100, nextCursor: null });
  const token = await workspace.token('viewer');
  const { status, data } = await service.call(token, 'GET', `/prospects/${ids[7]}`);
  expect(status).toBe(200);
  expect(page.prospects).toContainEqual(data.prospect);
  const [other, another] = sample.prospects.filter(({ email }) => email !== undefined);
  const both = { ids: other!.id, q: other!.email! };
  expect((await search({ ...both, returnIds: 'true' })).ids).toEqual([other!.id]);
  expect((await search({ ...both, q: another!.email!, returnIds: 'true' })).ids).toEqual([]);
});

test('ids that do not exist are 404 and are named, and more than a hundred are 422 [ids.not-found]', async () => {
  const known = sample.prospects[0]!.id;
  const unknown = randomUUID();
  const many = Array.from({ length: 101 }, () => randomUUID());
  const missing = await send({ query: { ids: `${known},${unknown}` }, body: null });
  expect([missing.status, missing.error.notFound]).toEqual([404, [unknown]]);
  const refused = await send({ query: { ids: many.join(',') }, body: null });
  expect([refused.status, Object.keys(refused.error.fieldErrors)]).toEqual([422, ['ids']]);
});
