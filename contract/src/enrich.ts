import { z } from 'zod';
import {
  batchBodyBytes,
  defineEndpoint,
  dryRunField,
  ignoreMissingField,
  noQuery,
  notFoundField,
  writeResultFields,
} from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { count, id, prospectIds, ref, text, timestamp } from './fields.ts';
import { cursorField, nextCursor, queryInteger } from './query.ts';

export const enrichModes = ['enrich_only', 'personalized_line'] as const;
export type EnrichMode = (typeof enrichModes)[number];

/** Why enrichment of a prospect failed. Stable; explained in docs/enrichment.md. */
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

export const jobCounts = {
  total: count(),
  queued: count(),
  running: count(),
  done: count(),
  failed: count().describe('Their credits were refunded.'),
  cancelled: count().describe('Prospects that were deleted in the meantime.'),
};

export const postEnrich = defineEndpoint({
  id: 'postEnrich',
  api: 'ext',
  kind: 'workspace',
  method: 'POST',
  path: '/enrich',
  topic: 'People',
  summary: 'Queue enrichment',
  description:
    'Queues research or an opening line for up to 100 prospects. One credit per prospect ' +
    'is reserved immediately and refunded on failure. Prospects already queued in the ' +
    'same mode are skipped and cost nothing. Use `GET /enrich/{jobId}` to follow the job.',
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
        'Also use the instructions in the workspace settings. `enrich_only` ignores it, with ' +
          'a warning.',
      ),
    customPrompt: text(2000)
      .optional()
      .describe('Instructions for the opening line. `enrich_only` ignores it, with a warning.'),
    allowPartial: z
      .boolean()
      .optional()
      .describe('With too few credits, queue as many prospects as possible instead of none.'),
    ...ignoreMissingField,
    ...dryRunField,
  }),
  data: z.strictObject({
    jobId: id().nullable().describe('Null if nothing was queued, as in a dry run.'),
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
    ...notFoundField,
    ...writeResultFields,
  }),
  extraErrors: ['plan_not_allowed', 'enrichment_not_configured', 'insufficient_credits'],
  examples: [
    {
      summary: 'An opening line for one prospect; the other is already queued',
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
      summary: 'Cost of researching one prospect, with an ignored prompt',
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
});

export const getEnrich = defineEndpoint({
  id: 'getEnrich',
  api: 'ext',
  kind: 'workspace',
  method: 'GET',
  path: '/enrich/{jobId}',
  topic: 'People',
  params: z.object({
    jobId: ref('job').describe('The `jobId` from `POST /enrich`.'),
  }),
  summary: 'Follow an enrichment job',
  description:
    'Returns the counts by status and the result of each prospect, in the order of the ' +
    'request. `reason` is a stable code for a failure, and `message` explains it. The job ' +
    'is complete when `finishedAt` is set.',
  role: 'viewer',
  perMinute: 120,
  query: z.object({
    status: z.enum(workStatuses).optional().describe('Only results with this status.'),
    limit: queryInteger({ min: 1, max: 100 }).optional().describe('Results per page. Default: 50.'),
    cursor: cursorField().describe('The `nextCursor` of the previous page.'),
  }),
  body: null,
  data: z.strictObject({
    jobId: id(),
    mode: z.enum(enrichModes),
    ...jobCounts,
    createdAt: timestamp(),
    finishedAt: timestamp().nullable().describe('Null until the job is complete.'),
    results: z.array(
      z.strictObject({
        prospectId: id(),
        status: z.enum(workStatuses),
        reason: z.enum(enrichmentReasons).nullable().describe('Why it failed or was canceled.'),
        message: z.string().nullable().describe('The reason as a sentence, for humans.'),
        finishedAt: timestamp().nullable(),
      }),
    ),
    nextCursor,
  }),
  extraErrors: [],
  examples: [
    {
      summary: 'One completed, one failed',
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
            message: 'The output of the language model was rejected: it contains a link.',
            finishedAt: '2026-03-05T14:02:53.480Z',
          },
        ],
        nextCursor: null,
      },
    },
    {
      summary: 'Failed results so far',
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
});
