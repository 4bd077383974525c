import { z } from 'zod';
import { defineEndpoint, noQuery } from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { checkEvenIfInvalid, count, id, ref, stageSchema, text } from './fields.ts';
import { enrichmentStatuses, prospectExample, prospectSchema, statusFields } from './prospect.ts';
import { maxValues, ownerFilter, rangeIssue } from './prospect-filter.ts';
import { cursorField, queryBoolean, queryFrom, queryInteger, queryList, queryTo } from './query.ts';

/** Totals above this are capped. */
export const maxExactTotal = 10_000;
/** The cap for several filters that each match more prospects than this. */
export const maxBroadTotal = 1_000;

const sortFields = [
  'createdAt',
  'updatedAt',
  'lastActivityAt',
  'name',
  'company',
  'stage',
] as const;
export const prospectSorts = sortFields.flatMap((field) => [field, `-${field}`] as const);
export type ProspectSort = (typeof prospectSorts)[number];
/** Ids in one look-up. */
const maxIds = 100;
/** The filters that other endpoints share. */
export const prospectQuery = {
  q: text(500)
    .optional()
    .describe(
      'Search text. Every word must begin a word of the name, title, company, email, LinkedIn ' +
        'name, website or location: `berg`, `anna.be` and `acme.com` find ' +
        '`anna.berg@acme.com`. Case and accents are ignored. The email address or LinkedIn ' +
        'profile of a prospect, in any spelling, finds that prospect.',
    ),
  listId: queryList(ref('list'), maxValues)
    .optional()
    .describe(
      'Only prospects on this list, or on one of several, separated by commas. GET /boards ' +
        'returns the ids.',
    ),
  tagId: queryList(ref('tag'), maxValues)
    .optional()
    .describe(
      'Only prospects with this tag, or with one of several, separated by commas. GET /boards ' +
        'returns the ids.',
    ),
};
const query = z
  .object({
    q: prospectQuery.q,
    stage: queryList(stageSchema, maxValues)
      .optional()
      .describe('Only prospects in this stage, or in one of several, separated by commas.'),
    listId: prospectQuery.listId,
    tagId: prospectQuery.tagId,
    campaignId: ref('campaign')
      .optional()
      .describe('Only prospects ever enrolled in this campaign.'),
    sourceType: queryList(statusFields.sourceType, maxValues)
      .optional()
      .describe('Only prospects from this source, or from one of several, separated by commas.'),
    company: text(300)
      .optional()
      .describe('Only prospects of this company. The whole name; case and accents are ignored.'),
    ownerId: ownerFilter()
      .optional()
      .describe('Only prospects of this owner, or with `none` those without one.'),
    hasEmail: queryBoolean()
      .optional()
      .describe('Only prospects with an email (`true`) or without one (`false`).'),
    hasLinkedin: queryBoolean()
      .optional()
      .describe('Only prospects with a LinkedIn URL (`true`) or without one (`false`).'),
    hasPhone: queryBoolean()
      .optional()
      .describe('Only prospects with a phone number (`true`) or without one (`false`).'),
    doNotContact: queryBoolean()
      .optional()
      .describe('Only prospects marked as do not contact (`true`) or not (`false`).'),
    enrichmentStatus: z
      .enum(enrichmentStatuses)
      .optional()
      .describe('Only prospects with this enrichment status.'),
    createdFrom: queryFrom()
      .optional()
      .describe(
        'Created at or after this time. A date means the start of that day in UTC. Encode + ' +
          'as %2B.',
      ),
    createdTo: queryTo()
      .optional()
      .describe(
        'Created at or before this time. A date includes that whole day in UTC. Encode + as %2B.',
      ),
    updatedFrom: queryFrom()
      .optional()
      .describe('Last changed at or after this time, given as in `createdFrom`.'),
    updatedTo: queryTo()
      .optional()
      .describe('Last changed at or before this time, given as in `createdTo`.'),
    ids: queryList(ref('prospect'), maxIds)
      .optional()
      .describe(
        `Only these prospects, at most ${maxIds}, separated by commas. If some do not exist, the ` +
          'response is 404 and `notFound` has their ids.',
      ),
    sort: z
      .enum(prospectSorts)
      .optional()
      .describe(
        'The order, ascending, or descending with a minus sign. Default: `-createdAt`, the newest ' +
          'first. Prospects without a name or company come last in ascending order.',
      ),
    page: queryInteger({ min: 1, max: 2_147_483_647 })
      .optional()
      .describe('Page number, starting at 1.'),
    pageSize: queryInteger({ min: 1, max: 500 })
      .optional()
      .describe('Prospects per page. Default: 25, 100 with `ids`, or 500 with `returnIds`.'),
    cursor: cursorField().describe(
      'The `nextCursor` of the previous page, with the same filters and without `page`.',
    ),
    returnIds: queryBoolean().optional().describe('If true, returns only `ids`.'),
  })
  .refine(({ cursor, page }) => cursor === undefined || page === undefined, {
    error: 'cannot be combined with page',
    path: ['cursor'],
    ...checkEvenIfInvalid,
  })
  .refine(({ createdFrom, createdTo }) => isOrdered(createdFrom, createdTo), rangeIssue('created'))
  .refine(({ updatedFrom, updatedTo }) => isOrdered(updatedFrom, updatedTo), rangeIssue('updated'));

const isOrdered = (from: { from?: Date } | undefined, to: { before?: Date } | undefined): boolean =>
  !from?.from || !to?.before || from.from < to.before;

export const getProspects = defineEndpoint({
  id: 'getProspects',
  api: 'ext',
  kind: 'workspace',
  method: 'GET',
  path: '/prospects',
  topic: 'People',
  summary: 'Search prospects',
  description:
    'Returns prospects that match all filters, the newest first unless `sort` says otherwise. ' +
    'Paginate with `page`, or follow `nextCursor`, which costs the same at any depth.',
  role: 'viewer',
  perMinute: 120,
  query,
  body: null,
  data: z
    .strictObject({
      prospects: z.array(prospectSchema).optional().describe('Omitted with `returnIds`.'),
      ids: z.array(id()).optional().describe('Only with `returnIds`.'),
      page: count().nullable().describe('Null with `cursor`.'),
      pageSize: count(),
      total: count()
        .nullable()
        .describe(
          'At most 10,000, or 1,000 where several filters each match many. Null with `cursor`.',
        ),
      totalIsCapped: z.boolean().describe('True if there are more than `total`.'),
      nextCursor: z.string().nullable().describe('Null on the last page.'),
    })
    .refine(({ prospects, ids }) => (prospects === undefined) !== (ids === undefined), {
      error: 'must have either prospects or ids',
    }),
  extraErrors: [],
  examples: [
    {
      summary: 'Prospects at one company with an email',
      query: { q: 'saltmarsh', hasEmail: 'true', createdFrom: '2026-03-01' },
      data: {
        prospects: [prospectExample],
        page: 1,
        pageSize: 25,
        total: 1,
        totalIsCapped: false,
        nextCursor: null,
      },
    },
    {
      summary: 'Only ids, for a bulk action',
      query: { stage: 'new,contacted', sort: '-lastActivityAt', returnIds: 'true' },
      data: {
        ids: [exampleIds.henrik],
        page: 1,
        pageSize: 500,
        total: 1,
        totalIsCapped: false,
        nextCursor: null,
      },
    },
    {
      summary: 'The prospects of some events',
      query: { ids: exampleIds.amara },
      data: {
        prospects: [prospectExample],
        page: 1,
        pageSize: 100,
        total: 1,
        totalIsCapped: false,
        nextCursor: null,
      },
    },
    {
      summary: 'The second page, with many filters',
      query: {
        listId: exampleIds.list,
        tagId: exampleIds.tag,
        campaignId: exampleIds.campaign,
        sourceType: 'extension_search,csv',
        company: 'Saltmarsh Foods',
        ownerId: exampleIds.member,
        hasLinkedin: 'true',
        hasPhone: 'false',
        doNotContact: 'false',
        enrichmentStatus: 'enriched',
        createdTo: '2026-03-31',
        updatedFrom: '2026-03-03',
        updatedTo: '2026-03-03',
        page: '2',
        pageSize: '10',
        returnIds: 'true',
      },
      data: {
        ids: [exampleIds.amara],
        page: 2,
        pageSize: 10,
        total: 11,
        totalIsCapped: false,
        nextCursor: null,
      },
    },
  ],
});

export const prospectParams = z.object({
  prospectId: ref('prospect').describe('The prospect.'),
});

export const getProspect = defineEndpoint({
  id: 'getProspect',
  api: 'ext',
  kind: 'workspace',
  method: 'GET',
  path: '/prospects/{prospectId}',
  topic: 'People',
  params: prospectParams,
  summary: 'Get a prospect',
  description:
    'Returns a prospect with all its data, for example after an event, which has only its id. ' +
    '`GET /prospects?ids=…` returns several.',
  role: 'viewer',
  perMinute: 120,
  query: noQuery,
  body: null,
  data: z.strictObject({ prospect: prospectSchema }),
  extraErrors: [],
  examples: [
    {
      summary: 'A prospect',
      params: { prospectId: exampleIds.amara },
      data: { prospect: prospectExample },
    },
  ],
});
