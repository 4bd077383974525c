import { z } from 'zod';
import {
  endpoint,
  missingNotes,
  noQuery,
  offersDryRun,
  offersIgnoreMissing,
  writeNotes,
} from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { count, id, prospectIds, text } from './fields.ts';

export const enrichModes = ['enrich_only', 'personalized_line'] as const;
export type EnrichMode = (typeof enrichModes)[number];

export const postEnrich = endpoint({
  id: 'postEnrich',
  api: 'ext',
  method: 'POST',
  path: '/enrich',
  summary: 'Queue enrichment',
  description:
    'Queues research on up to 100 prospects, or the writing of a first line to each. One credit ' +
    'per prospect is reserved at once and comes back if the work fails; prospects already in the ' +
    'queue for the same mode are skipped and cost nothing.',
  role: 'member',
  perMinute: 30,
  query: noQuery,
  body: z.object({
    prospectIds: prospectIds(100),
    mode: z.enum(enrichModes).default('enrich_only'),
    useWorkspaceInstructions: z
      .boolean()
      .default(false)
      .describe('Also follow the instructions kept in the workspace’s settings.'),
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
