import { z } from 'zod';
import {
  batchBodyBytes,
  endpoint,
  missingNotes,
  noQuery,
  offersDryRun,
  offersIgnoreMissing,
  writeNotes,
} from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { count, id, prospectIds, ref, text, timestamp } from './fields.ts';
import { cursor, nextCursor, queryInteger } from './query.ts';

export const enrichModes = ['enrich_only', 'personalized_line'] as const;
export type EnrichMode = (typeof enrichModes)[number];

/** Why work on a prospect ended without a result. Stable; docs/enrichment.md explains each. */
export const enrichmentReasons = [
  'nothing_known',
  'website_unreadable',
  'instructions_found',
  'output_rejected',
  'model_busy',
  'model_unavailable',
  'model_refused',
  'model_output_invalid',
  'model_misconfigured',
  'timed_out',
  'internal_error',
  'prospect_deleted',
  'unknown',
] as const;
export type EnrichmentReason = (typeof enrichmentReasons)[number];

export const workStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** How far a job has come. */
export const jobCounts = {
  total: count(),
  queued: count(),
  running: count(),
  done: count(),
  failed: count().describe('Their credits came back.'),
  cancelled: count().describe('Of prospects that were deleted meanwhile.'),
};

export const postEnrich = endpoint({
  id: 'postEnrich',
  api: 'ext',
  method: 'POST',
  path: '/enrich',
  summary: 'Queue enrichment',
  description:
    'Queues research on up to 100 prospects, or the writing of a first line to each. One credit ' +
    'per prospect is reserved at once and comes back if the work fails; prospects already in the ' +
    'queue for the same mode are skipped and cost nothing. `GET /enrich/{jobId}` follows the job.',
  role: 'member',
  perMinute: 30,
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z.object({
    prospectIds: prospectIds(100),
    mode: z.enum(enrichModes).default('enrich_only'),
    useWorkspaceInstructions: z
      .boolean()
      .default(false)
      .describe(
        'Also follow the instructions kept in the workspace’s settings. Ignored, with a warning, by `enrich_only`.',
      ),
    customPrompt: text(2000)
      .optional()
      .describe('Guides the first line. Ignored, with a warning, by `enrich_only`.'),
    allowPartial: z
      .boolean()
      .optional()
      .describe('With too few credits, queue as many as they pay for instead of none.'),
    ...offersIgnoreMissing,
    ...offersDryRun,
  }),
  data: z.strictObject({
    jobId: id().nullable().describe('Null when nothing was queued, as in a dry run.'),
    mode: z.enum(enrichModes),
    queued: count(),
    skipped: count(),
    creditsReserved: count(),
    credits: z.strictObject({ remaining: count() }),
    results: z.array(
      z.strictObject({
        prospectId: id(),
        status: z.enum(['queued', 'skipped']),
        reason: z
          .enum(['already_queued', 'insufficient_credits'])
          .optional()
          .describe('Why the prospect was skipped.'),
      }),
    ),
    ...missingNotes,
    ...writeNotes,
  }),
  alsoAnswers: ['plan_not_allowed', 'insufficient_credits'],
  examples: [
    {
      summary: 'A first line for one person; another is already being written to',
      body: {
        prospectIds: [exampleIds.amara, exampleIds.henrik],
        mode: 'personalized_line',
        customPrompt: 'Mention that we met at the trade fair.',
      },
      data: {
        jobId: exampleIds.job,
        mode: 'personalized_line',
        queued: 1,
        skipped: 1,
        creditsReserved: 1,
        credits: { remaining: 470 },
        results: [
          { prospectId: exampleIds.amara, status: 'queued' },
          { prospectId: exampleIds.henrik, status: 'skipped', reason: 'already_queued' },
        ],
      },
    },
    {
      summary: 'What research on one person would cost, with a prompt it cannot use',
      body: {
        prospectIds: [exampleIds.henrik],
        customPrompt: 'Mention that we met at the trade fair.',
        dryRun: true,
      },
      data: {
        jobId: null,
        mode: 'enrich_only',
        queued: 1,
        skipped: 0,
        creditsReserved: 1,
        credits: { remaining: 469 },
        results: [{ prospectId: exampleIds.henrik, status: 'queued' }],
        dryRun: true,
        warnings: [{ path: ['customPrompt'], message: 'is only used by personalized_line' }],
      },
    },
  ],
  built: true,
});

export const getEnrich = endpoint({
  id: 'getEnrich',
  api: 'ext',
  method: 'GET',
  path: '/enrich/{jobId}',
  params: z.object({
    jobId: ref('job').describe('The `jobId` that `POST /enrich` answered.'),
  }),
  summary: 'Follow an enrichment job',
  description:
    'How many prospects are queued, running and done, and for each prospect what became of it, in the ' +
    'order of the request. `reason` is a stable name for why work failed, and `message` says it in a sentence. ' +
    'The job is over when `finishedAt` is set.',
  role: 'viewer',
  perMinute: 120,
  query: z.object({
    status: z.enum(workStatuses).optional().describe('Only results with this status.'),
    limit: queryInteger({ min: 1, max: 100 })
      .optional()
      .describe('Results on a page; 50 by default.'),
    cursor: cursor().describe('Where the page before ended: its `nextCursor`.'),
  }),
  body: null,
  data: z.strictObject({
    jobId: id(),
    mode: z.enum(enrichModes),
    ...jobCounts,
    createdAt: timestamp(),
    finishedAt: timestamp().nullable().describe('Null while something is still to be done.'),
    results: z.array(
      z.strictObject({
        prospectId: id(),
        status: z.enum(workStatuses),
        reason: z.enum(enrichmentReasons).nullable().describe('Why it failed or was cancelled.'),
        message: z.string().nullable().describe('The same in a sentence, for people.'),
        finishedAt: timestamp().nullable(),
      }),
    ),
    nextCursor,
  }),
  alsoAnswers: [],
  examples: [
    {
      summary: 'One prospect is done, and one failed',
      params: { jobId: exampleIds.job },
      query: { limit: '2' },
      data: {
        jobId: exampleIds.job,
        mode: 'personalized_line',
        total: 2,
        queued: 0,
        running: 0,
        done: 1,
        failed: 1,
        cancelled: 0,
        createdAt: '2026-03-05T14:02:38.204Z',
        finishedAt: '2026-03-05T14:02:53.480Z',
        results: [
          {
            prospectId: exampleIds.amara,
            status: 'done',
            reason: null,
            message: null,
            finishedAt: '2026-03-05T14:02:51.009Z',
          },
          {
            prospectId: exampleIds.henrik,
            status: 'failed',
            reason: 'output_rejected',
            message: 'What the language model wrote was not kept: it holds a link.',
            finishedAt: '2026-03-05T14:02:53.480Z',
          },
        ],
        nextCursor: null,
      },
    },
    {
      summary: 'What has failed so far',
      params: { jobId: exampleIds.job },
      query: { status: 'failed' },
      data: {
        jobId: exampleIds.job,
        mode: 'personalized_line',
        total: 100,
        queued: 12,
        running: 8,
        done: 78,
        failed: 2,
        cancelled: 0,
        createdAt: '2026-03-05T14:02:38.204Z',
        finishedAt: null,
        results: [],
        nextCursor: null,
      },
    },
  ],
  built: true,
});
