import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { enrichModes, enrichmentReasons } from './enrich.ts';
import { exampleIds } from './example-ids.ts';
import { besideOtherProblems, count, id, named, ref, text, timestamp } from './fields.ts';
import { sourceTypes } from './leads.ts';
import { cursor, isSpan, moment, queryBoolean, queryFrom, queryInteger, queryTo } from './query.ts';
import { stageSchema } from './stages.ts';

const enrichmentStatuses = ['none', 'queued', 'running', 'enriched', 'failed'] as const;

/** What is known about a person; null where nothing is. */
export const personFields = {
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

/** Where a prospect stands. */
export const standingFields = {
  stage: stageSchema,
  doNotContact: z.boolean(),
  sourceType: z.enum([...sourceTypes, 'csv', 'manual']),
};

/** What research looks for. */
export const aboutWhat = [
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
          about: z.enum(aboutWhat),
          text: z.string(),
          source: z
            .string()
            .nullable()
            .describe('The page it was read on; null: the prospect’s own record.'),
          confidence: z.enum(confidences),
        }),
      )
      .optional(),
    pages: z.array(z.string()).optional().describe('The pages that were read.'),
    language: z.string().nullable().optional().describe('Of the company’s pages, as `de`.'),
    filled: z
      .array(
        z.strictObject({
          field: z.enum(['title', 'website', 'locationName']),
          value: z.string(),
          source: z.string(),
        }),
      )
      .optional()
      .describe('Fields of the prospect that were blank, and where their values are from.'),
  })
  .meta({ id: 'Enrichment', description: 'What research found out about a person.' });

const enrichmentErrorSchema = z
  .strictObject({
    mode: z.enum(enrichModes),
    reason: z.enum(enrichmentReasons),
    message: z.string().describe('The same in a sentence, for people.'),
    failedAt: timestamp(),
  })
  .meta({ id: 'EnrichmentError', description: 'Why enrichment failed.' });

export const prospect = z
  .strictObject({
    id: id(),
    ...personFields,
    ...standingFields,
    enrichmentStatus: z.enum(enrichmentStatuses),
    lists: z.array(named),
    tags: z.array(named),
    campaigns: z.array(
      z.strictObject({ id: id(), status: z.enum(['draft', 'running', 'paused', 'archived']) }),
    ),
    firstTouchLine: z.string().nullable(),
    enrichment: enrichmentSchema.nullable(),
    enrichmentError: enrichmentErrorSchema
      .nullable()
      .describe(
        'Of the mode that failed last; a later success in that mode clears it. A failed line sets it too.',
      ),
    createdAt: timestamp(),
    updatedAt: timestamp(),
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
};

/** Totals are exact up to here. */
export const mostCounted = 10_000;

const notAfterTo = {
  error: 'must not be after createdTo',
  path: ['createdFrom'],
  ...besideOtherProblems,
};

/** The same filters in a body, for what is done to everyone they match. */
export const prospectFilter = z
  .object({
    q: text(500).optional(),
    stage: stageSchema.optional(),
    listId: ref('list').optional(),
    tagId: ref('tag').optional(),
    campaignId: ref('campaign').optional(),
    hasEmail: z.boolean().optional(),
    hasLinkedin: z.boolean().optional(),
    enrichmentStatus: z.enum(enrichmentStatuses).optional(),
    createdFrom: moment().optional(),
    createdTo: moment().optional(),
  })
  .refine(({ createdFrom, createdTo }) => isSpan(createdFrom, createdTo), notAfterTo)
  .meta({ id: 'ProspectFilter', description: 'As the parameters of GET /prospects.' });
export type ProspectFilter = z.output<typeof prospectFilter>;

const query = z
  .object({
    q: text(500)
      .optional()
      .describe(
        'Every word must occur in name, title, company, e-mail, LinkedIn name or location. ' +
          'Case and accents do not matter. A whole e-mail address or LinkedIn profile, in any ' +
          'spelling, also finds the person who has it.',
      ),
    stage: stageSchema.optional().describe('Where they stand in the pipeline.'),
    listId: ref('list').optional().describe('Those on this list; GET /boards tells its id.'),
    tagId: ref('tag').optional().describe('Those with this tag; GET /boards tells its id.'),
    campaignId: ref('campaign').optional().describe('Those ever enrolled in this campaign.'),
    hasEmail: queryBoolean().optional().describe('Those with an e-mail address, or without.'),
    hasLinkedin: queryBoolean().optional().describe('Those with a LinkedIn page, or without.'),
    enrichmentStatus: z
      .enum(enrichmentStatuses)
      .optional()
      .describe('How far research on them has come.'),
    createdFrom: queryFrom()
      .optional()
      .describe(
        'Created then or later. A date means the start of that day, in UTC. Write + as %2B.',
      ),
    createdTo: queryTo()
      .optional()
      .describe(
        'Created then or earlier. A date includes all of that day, in UTC. Write + as %2B.',
      ),
    page: queryInteger({ min: 1, max: 2_147_483_647 }).optional().describe('From 1.'),
    pageSize: queryInteger({ min: 1, max: 500 })
      .optional()
      .describe('25 unless given; 500 with `returnIds`.'),
    cursor: cursor().describe(
      'The `nextCursor` of the page before, with the same filters and without `page`.',
    ),
    returnIds: queryBoolean().optional().describe('Answer only `ids`, without the records.'),
  })
  .refine(({ cursor, page }) => cursor === undefined || page === undefined, {
    error: 'cannot be combined with page',
    path: ['cursor'],
    ...besideOtherProblems,
  })
  .refine(
    ({ createdFrom, createdTo }) =>
      !createdFrom?.from || !createdTo?.before || createdFrom.from < createdTo.before,
    notAfterTo,
  );

export const getProspects = endpoint({
  id: 'getProspects',
  api: 'ext',
  method: 'GET',
  path: '/prospects',
  summary: 'Search prospects',
  description:
    'Newest first; all filters given must hold. Turn pages by number, or follow `nextCursor`, ' +
    'which costs the same however deep it goes.',
  role: 'viewer',
  perMinute: 120,
  query,
  body: null,
  data: z
    .strictObject({
      prospects: z.array(prospect).optional().describe('Left out with `returnIds`.'),
      ids: z.array(id()).optional().describe('Only with `returnIds`.'),
      page: count().nullable().describe('Null when a cursor was followed.'),
      pageSize: count(),
      total: count().nullable().describe('At most 10,000; null when a cursor was followed.'),
      totalIsCapped: z.boolean().describe('True when there are more than `total` says.'),
      nextCursor: z.string().nullable().describe('Null on the last page.'),
    })
    .refine(({ prospects, ids }) => (prospects === undefined) !== (ids === undefined), {
      error: 'must have either prospects or ids',
    }),
  alsoAnswers: [],
  examples: [
    {
      summary: 'People at one company who can be written to',
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
      query: { stage: 'new', returnIds: 'true' },
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
      summary: 'The second page of people on a list who were tagged and written to',
      query: {
        listId: exampleIds.list,
        tagId: exampleIds.tag,
        campaignId: exampleIds.campaign,
        hasLinkedin: 'true',
        enrichmentStatus: 'enriched',
        createdTo: '2026-03-31',
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
