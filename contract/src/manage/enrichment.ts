import { z } from 'zod';
import {
  asManageEndpoint,
  defineEndpoint,
  dryRunField,
  manageDefaults,
  noQuery,
} from '../endpoint.ts';
import {
  enrichModes,
  enrichmentReasons,
  jobCounts,
  postEnrich as publicPostEnrich,
  workStatuses,
} from '../enrich.ts';
import { actorSchema } from '../event-body.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, timestamp } from '../fields.ts';
import { prospectExample, prospectSchema } from '../prospect.ts';
import { nextCursor, pageParams, queryInteger } from '../query.ts';

const enrichmentJob = z
  .strictObject({
    id: id(),
    mode: z.enum(enrichModes),
    ...jobCounts,
    useWorkspaceInstructions: z.boolean(),
    customPrompt: z.string().nullable(),
    inputTokens: count().describe('Input tokens, as counted by the model.'),
    outputTokens: count().describe('Output tokens.'),
    cost: z.number().nullable().describe('In US dollars. Null if no prices are set.'),
    startedBy: actorSchema,
    createdAt: timestamp(),
    finishedAt: timestamp().nullable().describe('Null until the job is complete.'),
  })
  .meta({ id: 'EnrichmentJob' });
export type EnrichmentJob = z.output<typeof enrichmentJob>;

const { firstTouchLine, enrichment, title, website, locationName } = prospectSchema.shape;
const changedFields = z
  .strictObject({ firstTouchLine, enrichment, title, website, locationName })
  .partial()
  .nullable();

const enrichmentResult = z
  .strictObject({
    id: id(),
    prospectId: id(),
    prospectName: z
      .string()
      .nullable()
      .describe('Null if the prospect has no name or was deleted.'),
    status: z.enum(workStatuses),
    reason: z.string().nullable().describe('Why it failed, as a sentence.'),
    code: z.enum(enrichmentReasons).nullable().describe('A stable code for the reason.'),
    before: changedFields.describe('Previous values of the changed fields.'),
    after: changedFields.describe('New values of the changed fields.'),
    model: z.string().nullable(),
    finishedAt: timestamp().nullable(),
  })
  .meta({ id: 'EnrichmentResult' });
export type EnrichmentResult = z.output<typeof enrichmentResult>;

const jobExample: EnrichmentJob = {
  id: exampleIds.job,
  mode: 'personalized_line',
  total: 500,
  queued: 171,
  running: 8,
  done: 312,
  failed: 9,
  cancelled: 0,
  useWorkspaceInstructions: true,
  customPrompt: 'Mention that we met at the trade fair.',
  inputTokens: 210_400,
  outputTokens: 14_900,
  cost: 0.0405,
  startedBy: { kind: 'token', id: exampleIds.token },
  createdAt: '2026-03-05T14:02:38.204Z',
  finishedAt: null,
};

const jobParams = z.object({ jobId: ref('job').describe('The job.') });
const jobExampleParams = { params: { jobId: exampleIds.job } };

export const postEnrich = asManageEndpoint(publicPostEnrich, 'Enrichment');

export const getEnrichmentJobs = defineEndpoint({
  ...manageDefaults,
  id: 'getEnrichmentJobs',
  method: 'GET',
  path: '/enrichment-jobs',
  topic: 'Enrichment',
  summary: 'List enrichment jobs',
  description: 'Returns enrichment jobs with their progress, newest first.',
  role: 'viewer',
  query: z.object(pageParams('Jobs')),
  body: null,
  data: z.strictObject({ jobs: z.array(enrichmentJob), nextCursor }),
  examples: [
    {
      summary: 'A running job',
      query: { limit: '1' },
      data: { jobs: [jobExample], nextCursor: null },
    },
  ],
});

export const getEnrichmentJob = defineEndpoint({
  ...manageDefaults,
  id: 'getEnrichmentJob',
  method: 'GET',
  path: '/enrichment-jobs/{jobId}',
  topic: 'Enrichment',
  params: jobParams,
  summary: 'Get an enrichment job',
  description:
    'Returns the progress and the result for each prospect, in the order of the request.',
  role: 'viewer',
  query: z.object({
    status: z.enum(workStatuses).optional().describe('Only results with this status.'),
    limit: queryInteger({ min: 1, max: 100 }).optional().describe('Results per page. Default: 50.'),
    after: z.guid().toLowerCase().optional().describe('The `nextAfter` of the previous page.'),
  }),
  body: null,
  data: z.strictObject({
    job: enrichmentJob,
    results: z.array(enrichmentResult),
    nextAfter: id().nullable().describe('Null on the last page.'),
  }),
  examples: [
    {
      summary: 'Completed results so far',
      ...jobExampleParams,
      query: { status: 'done', limit: '1', after: exampleIds.token },
      data: {
        job: jobExample,
        results: [
          {
            id: exampleIds.enrichment,
            prospectId: exampleIds.amara,
            prospectName: prospectExample.fullName,
            status: 'done',
            reason: null,
            code: null,
            before: { firstTouchLine: null },
            after: { firstTouchLine: prospectExample.firstTouchLine },
            model: 'openai-compatible qwen3:14b',
            finishedAt: '2026-03-05T14:02:51.009Z',
          },
        ],
        nextAfter: exampleIds.enrichment,
      },
    },
  ],
});

export const postEnrichmentJobRetry = defineEndpoint({
  ...manageDefaults,
  id: 'postEnrichmentJobRetry',
  method: 'POST',
  path: '/enrichment-jobs/{jobId}/retry',
  topic: 'Enrichment',
  params: jobParams,
  summary: 'Retry failed enrichments',
  description:
    'Queues the failed prospects of a job as a new job with the same options. Costs one ' +
    'credit per prospect.',
  role: 'member',
  query: noQuery,
  body: z.object({ allowPartial: postEnrich.body.shape.allowPartial, ...dryRunField }),
  data: z.strictObject(postEnrich.data.shape),
  extraErrors: ['plan_not_allowed', 'enrichment_not_configured', 'insufficient_credits'],
  examples: [
    {
      summary: 'Cost of a retry',
      ...jobExampleParams,
      body: { dryRun: true },
      data: {
        jobId: null,
        mode: 'personalized_line',
        queued: 1,
        skipped: 0,
        creditsReserved: 1,
        credits: { remaining: 179 },
        results: [{ prospectId: exampleIds.henrik, status: 'queued' }],
        dryRun: true,
      },
    },
    {
      summary: 'Retry one prospect',
      ...jobExampleParams,
      body: { allowPartial: true },
      data: {
        jobId: exampleIds.retry,
        mode: 'personalized_line',
        queued: 1,
        skipped: 0,
        creditsReserved: 1,
        credits: { remaining: 179 },
        results: [{ prospectId: exampleIds.henrik, status: 'queued' }],
      },
    },
  ],
});

const ledgerEntry = z
  .strictObject({
    id: id(),
    kind: z.enum(['grant', 'reserve', 'capture', 'release', 'expire']),
    balanceChange: z.int().describe('Change of the unspent credits.'),
    reservedChange: z.int().describe('Change of the reserved credits.'),
    month: z.iso.date().describe('First day of the month of these credits.'),
    balanceAfter: z.int().describe('Unspent credits after this entry, including reserved ones.'),
    enrichmentId: id()
      .nullable()
      .describe('The enrichment of one prospect that this entry is about.'),
    jobId: id().nullable().describe('The job of the enrichment.'),
    prospectId: id().nullable().describe('The enriched prospect. It may be deleted.'),
    prospectName: z
      .string()
      .nullable()
      .describe('Null if the prospect has no name or was deleted.'),
    createdAt: timestamp(),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.output<typeof ledgerEntry>;

export const getCreditsLedger = defineEndpoint({
  ...manageDefaults,
  id: 'getCreditsLedger',
  method: 'GET',
  path: '/credits/ledger',
  topic: 'Enrichment',
  summary: 'List credit history',
  description:
    'Returns every credit change of the workspace, newest first. `balance` and `reserved` ' +
    'are the sums of these entries.',
  role: 'viewer',
  query: z.object(pageParams('Entries')),
  body: null,
  data: z.strictObject({
    balance: count(),
    reserved: count(),
    entries: z.array(ledgerEntry),
    nextCursor,
  }),
  examples: [
    {
      summary: 'A credit spent on an opening line',
      query: { limit: '1' },
      data: {
        balance: 479,
        reserved: 9,
        entries: [
          {
            id: exampleIds.event,
            kind: 'capture',
            balanceChange: -1,
            reservedChange: -1,
            month: '2026-03-01',
            balanceAfter: 479,
            enrichmentId: exampleIds.enrichment,
            jobId: exampleIds.job,
            prospectId: exampleIds.amara,
            prospectName: prospectExample.fullName,
            createdAt: '2026-03-05T14:02:51.009Z',
          },
        ],
        nextCursor: null,
      },
    },
  ],
});
