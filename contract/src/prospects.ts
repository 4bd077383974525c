import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { enrichModes, enrichmentReasons } from './enrich.ts';
import { exampleIds } from './example-ids.ts';
import {
  checkEvenIfInvalid,
  count,
  id,
  idAndName,
  ref,
  stageSchema,
  text,
  timestamp,
} from './fields.ts';
import { sourceTypes } from './leads.ts';
import {
  cursor,
  dateOrDateTime,
  isValidRange,
  queryBoolean,
  queryFrom,
  queryInteger,
  queryList,
  queryTo,
} from './query.ts';

const enrichmentStatuses = ['none', 'queued', 'running', 'enriched', 'failed'] as const;

export const contactFields = {
  fullName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  title: z.string().nullable(),
  companyName: z.string().nullable(),
  linkedinUrl: z.string().nullable(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  locationName: z.string().nullable(),
};

export const statusFields = {
  stage: stageSchema,
  doNotContact: z.boolean(),
  sourceType: z.enum([...sourceTypes, 'csv', 'manual']),
};

/** The topics that research covers. */
export const factTopics = [
  'company',
  'industry',
  'size',
  'location',
  'role',
  'priorities',
  'talking_point',
] as const;
export const confidences = ['low', 'medium', 'high'] as const;

export const enrichmentSchema = z
  .strictObject({
    summary: z.string(),
    highlights: z.array(z.string()),
    completedAt: timestamp(),
    facts: z
      .array(
        z.strictObject({
          about: z.enum(factTopics),
          text: z.string(),
          source: z
            .string()
            .nullable()
            .describe('The page it comes from, or null for the prospect’s own record.'),
          confidence: z.enum(confidences),
        }),
      )
      .optional(),
    pages: z.array(z.string()).optional().describe('The pages that were read.'),
    language: z
      .string()
      .nullable()
      .optional()
      .describe('Language of the company’s pages, such as `de`.'),
    filled: z
      .array(
        z.strictObject({
          field: z.enum(['title', 'website', 'locationName']),
          value: z.string(),
          source: z.string(),
        }),
      )
      .optional()
      .describe('Blank fields of the prospect that were filled, with their sources.'),
  })
  .meta({ id: 'Enrichment', description: 'Research results for a prospect.' });

const enrichmentErrorSchema = z
  .strictObject({
    mode: z.enum(enrichModes),
    reason: z.enum(enrichmentReasons),
    message: z.string().describe('The reason as a sentence, for humans.'),
    failedAt: timestamp(),
  })
  .meta({ id: 'EnrichmentError', description: 'Why enrichment failed.' });

export const prospect = z
  .strictObject({
    id: id(),
    ...contactFields,
    ...statusFields,
    enrichmentStatus: z.enum(enrichmentStatuses),
    lists: z.array(idAndName),
    tags: z.array(idAndName),
    campaigns: z.array(
      z.strictObject({ id: id(), status: z.enum(['draft', 'running', 'paused', 'archived']) }),
    ),
    firstTouchLine: z.string().nullable(),
    enrichment: enrichmentSchema.nullable(),
    enrichmentError: enrichmentErrorSchema
      .nullable()
      .describe(
        'The last failure, of research or of an opening line. Cleared when the same mode ' +
          'succeeds.',
      ),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    lastActivityAt: timestamp().describe(
      'The last change by a user or a token, or the last message in either direction.',
    ),
  })
  .meta({ id: 'Prospect' });
export type Prospect = z.output<typeof prospect>;

export const prospectExample: Prospect = {
  id: exampleIds.amara,
  fullName: 'Amara Okafor',
  firstName: 'Amara',
  lastName: 'Okafor',
  title: 'Head of Procurement',
  companyName: 'Saltmarsh Foods',
  linkedinUrl: 'https://www.linkedin.com/in/amara-okafor-example',
  website: null,
  email: 'amara.okafor@saltmarsh.example',
  phone: null,
  locationName: 'Lagos',
  stage: 'contacted',
  doNotContact: false,
  sourceType: 'extension_search',
  enrichmentStatus: 'enriched',
  lists: [{ id: exampleIds.list, name: 'Trade fair 2026' }],
  tags: [{ id: exampleIds.tag, name: 'Met in person' }],
  campaigns: [{ id: exampleIds.campaign, status: 'running' }],
  firstTouchLine: 'It was good to talk about cold chains at the fair.',
  enrichment: {
    summary: 'Leads procurement at a food producer with three plants.',
    highlights: ['Opened a third plant in January'],
    facts: [
      {
        about: 'talking_point',
        text: 'Opened a third plant in January',
        source: 'https://saltmarsh.example/news',
        confidence: 'high',
      },
    ],
    pages: ['https://saltmarsh.example/', 'https://saltmarsh.example/news'],
    language: 'en',
    filled: [{ field: 'locationName', value: 'Lagos', source: 'https://saltmarsh.example/' }],
    completedAt: '2026-03-03T08:30:41.007Z',
  },
  enrichmentError: null,
  createdAt: '2026-03-02T09:20:11.482Z',
  updatedAt: '2026-03-03T08:30:41.007Z',
  lastActivityAt: '2026-03-02T15:12:09.630Z',
};

/** Totals above this are capped. */
export const maxExactTotal = 10_000;
/** The same for several filters that each match more than that. */
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

const rangeIssue = (field: 'created' | 'updated') => ({
  error: `must not be after ${field}To`,
  path: [`${field}From`],
  ...checkEvenIfInvalid,
});

const sourceTypeSchema = statusFields.sourceType;
/** As many as fit on a screen to choose from. */
const maxValues = 50;

/** One value, or several of which one must match. */
const oneOrMore = <Value>(value: z.ZodType<Value, string>) =>
  z
    .union([value.transform((one) => [one]), z.array(value).min(1).max(maxValues)])
    .overwrite((values) => [...new Set(values)]);

/** The filters of GET /prospects in a request body. */
export const prospectFilter = z
  .object({
    q: text(500).optional(),
    stage: oneOrMore(stageSchema).optional(),
    listId: oneOrMore(ref('list')).optional(),
    tagId: oneOrMore(ref('tag')).optional(),
    campaignId: ref('campaign').optional(),
    sourceType: oneOrMore(sourceTypeSchema).optional(),
    company: text(300).optional(),
    hasEmail: z.boolean().optional(),
    hasLinkedin: z.boolean().optional(),
    hasPhone: z.boolean().optional(),
    enrichmentStatus: z.enum(enrichmentStatuses).optional(),
    createdFrom: dateOrDateTime().optional(),
    createdTo: dateOrDateTime().optional(),
    updatedFrom: dateOrDateTime().optional(),
    updatedTo: dateOrDateTime().optional(),
  })
  .refine(
    ({ createdFrom, createdTo }) => isValidRange(createdFrom, createdTo),
    rangeIssue('created'),
  )
  .refine(
    ({ updatedFrom, updatedTo }) => isValidRange(updatedFrom, updatedTo),
    rangeIssue('updated'),
  )
  .meta({ id: 'ProspectFilter', description: 'The same filters as in GET /prospects.' });
export type ProspectFilter = z.output<typeof prospectFilter>;

const query = z
  .object({
    q: text(500)
      .optional()
      .describe(
        'Search text. Every word must begin a word of the name, title, company, email, LinkedIn ' +
          'name, website or location: `berg`, `anna.be` and `acme.com` find ' +
          '`anna.berg@acme.com`. Case and accents are ignored. The email address or LinkedIn ' +
          'profile of a prospect, in any spelling, finds that prospect.',
      ),
    stage: queryList(stageSchema, maxValues)
      .optional()
      .describe('Only prospects in this stage, or in one of several, separated by commas.'),
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
    campaignId: ref('campaign')
      .optional()
      .describe('Only prospects ever enrolled in this campaign.'),
    sourceType: queryList(sourceTypeSchema, maxValues)
      .optional()
      .describe('Only prospects from this source, or from one of several, separated by commas.'),
    company: text(300)
      .optional()
      .describe('Only prospects of this company. The whole name; case and accents are ignored.'),
    hasEmail: queryBoolean()
      .optional()
      .describe('Only prospects with an email (`true`) or without one (`false`).'),
    hasLinkedin: queryBoolean()
      .optional()
      .describe('Only prospects with a LinkedIn URL (`true`) or without one (`false`).'),
    hasPhone: queryBoolean()
      .optional()
      .describe('Only prospects with a phone number (`true`) or without one (`false`).'),
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
      .describe('Prospects per page. Default: 25, or 500 with `returnIds`.'),
    cursor: cursor().describe(
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
      prospects: z.array(prospect).optional().describe('Omitted with `returnIds`.'),
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
      summary: 'The second page, with many filters',
      query: {
        listId: exampleIds.list,
        tagId: exampleIds.tag,
        campaignId: exampleIds.campaign,
        sourceType: 'extension_search,csv',
        company: 'Saltmarsh Foods',
        hasLinkedin: 'true',
        hasPhone: 'false',
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
  built: true,
});
