import { z } from 'zod';
import { endpoint, manageLine, noQuery, offersDryRun } from '../endpoint.ts';
import { enrichModes, enrichmentReasons, jobCounts, postEnrich, workStatuses } from '../enrich.ts';
import { actorSchema } from '../event-body.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, timestamp } from '../fields.ts';
import { prospect, prospectExample } from '../prospects.ts';
import { nextCursor, pageOf, queryInteger } from '../query.ts';

const enrichmentJob = z
  .strictObject({
    id: id(),
    mode: z.enum(enrichModes),
    ...jobCounts,
    useWorkspaceInstructions: z.boolean(),
    customPrompt: z.string().nullable(),
    inputTokens: count().describe('What the language model read, as it counts.'),
    outputTokens: count().describe('What it wrote.'),
    cost: z.number().nullable().describe('In US dollars; null while the prices are not set.'),
    startedBy: actorSchema,
    createdAt: timestamp(),
    finishedAt: timestamp().nullable().describe('Null while something is still to be done.'),
  })
  .meta({ id: 'EnrichmentJob' });
export type EnrichmentJob = z.output<typeof enrichmentJob>;

const { firstTouchLine, enrichment, title, website, locationName } = prospect.shape;
const touched = z
  .strictObject({ firstTouchLine, enrichment, title, website, locationName })
  .partial()
  .nullable();

const enrichmentResult = z
  .strictObject({
    id: id(),
    prospectId: id(),
    prospectName: z.string().nullable().describe('Null if the prospect has none, or was deleted.'),
    status: z.enum(workStatuses),
    reason: z.string().nullable().describe('Why it failed, in a sentence.'),
    code: z.enum(enrichmentReasons).nullable().describe('A stable name for the reason.'),
    before: touched.describe('What the prospect had, of what was changed.'),
    after: touched.describe('What it has since.'),
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

const oneJob = z.object({ jobId: ref('job').describe('The job.') });
const ofJob = { params: { jobId: exampleIds.job } };

export const getEnrichmentJobs = endpoint({
  ...manageLine,
  id: 'getEnrichmentJobs',
  method: 'GET',
  path: '/enrichment-jobs',
  summary: 'List enrichment jobs',
  description: 'What was asked of enrichment, newest first, and how far each request has come.',
  role: 'viewer',
  query: z.object(pageOf('Jobs')),
  body: null,
  data: z.strictObject({ jobs: z.array(enrichmentJob), nextCursor }),
  examples: [
    {
      summary: 'One that is under way',
      query: { limit: '1' },
      data: { jobs: [jobExample], nextCursor: null },
    },
  ],
});

export const getEnrichmentJob = endpoint({
  ...manageLine,
  id: 'getEnrichmentJob',
  method: 'GET',
  path: '/enrichment-jobs/{jobId}',
  params: oneJob,
  summary: 'Read an enrichment job',
  description:
    'How far it has come, and what it has found for each prospect, those first who were asked for first.',
  role: 'viewer',
  query: z.object({
    status: z.enum(workStatuses).optional().describe('Only results that stand so.'),
    limit: queryInteger({ min: 1, max: 100 }).optional().describe('On a page; 50 by default.'),
    after: z.guid().toLowerCase().optional().describe('The `nextAfter` of the page before.'),
  }),
  body: null,
  data: z.strictObject({
    job: enrichmentJob,
    results: z.array(enrichmentResult),
    nextAfter: id().nullable().describe('Null on the last page.'),
  }),
  examples: [
    {
      summary: 'What has been written so far',
      ...ofJob,
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

export const postEnrichmentJobRetry = endpoint({
  ...manageLine,
  id: 'postEnrichmentJobRetry',
  method: 'POST',
  path: '/enrichment-jobs/{jobId}/retry',
  params: oneJob,
  summary: 'Retry what failed',
  description:
    'Queues those of a job whose work failed once more, as a job of its own with the same wishes. ' +
    'It takes a credit for each, as the first time.',
  role: 'member',
  query: noQuery,
  body: z.object({ allowPartial: postEnrich.body.shape.allowPartial, ...offersDryRun }),
  data: z.strictObject(postEnrich.data.shape),
  alsoAnswers: ['plan_not_allowed', 'insufficient_credits'],
  examples: [
    {
      summary: 'What it would cost',
      ...ofJob,
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
      summary: 'One that is tried again',
      ...ofJob,
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
    balanceChange: z.int().describe('By how much the credits change that are not spent.'),
    reservedChange: z.int().describe('By how much those of them change that are set aside.'),
    month: z.iso.date().describe('First day of the month that the credits are of.'),
    balanceAfter: z
      .int()
      .describe('The unspent credits after this entry, those set aside included.'),
    enrichmentId: id().nullable().describe('The work on one prospect that it is about.'),
    jobId: id().nullable().describe('The job that the work belongs to.'),
    prospectId: id().nullable().describe('The prospect that was worked on; it may be deleted.'),
    prospectName: z.string().nullable().describe('Null if the prospect has none, or was deleted.'),
    createdAt: timestamp(),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.output<typeof ledgerEntry>;

export const getCreditsLedger = endpoint({
  ...manageLine,
  id: 'getCreditsLedger',
  method: 'GET',
  path: '/credits/ledger',
  summary: 'Read the credits’ ledger',
  description:
    'Every change of the workspace’s credits, newest first. Balance and reserved credits are the ' +
    'sums of these entries.',
  role: 'viewer',
  query: z.object(pageOf('Entries')),
  body: null,
  data: z.strictObject({
    balance: count(),
    reserved: count(),
    entries: z.array(ledgerEntry),
    nextCursor,
  }),
  examples: [
    {
      summary: 'A credit that was spent on a line',
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
