import { z } from 'zod';
import { ModelFailure, NoUsableResult } from '../core/ai/model.ts';
import type { Models } from '../core/ai/models.ts';
import { type FailureReason, setStatus } from '../core/prospects/findings.sql.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import { type ProspectRecord, selectRecords } from '../core/search/records.sql.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { defineJob } from '../platform/queue/job.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import { sendJobs } from '../platform/queue/send-jobs.ts';
import {
  beginWork,
  countAttempt,
  lockWork,
  selectProspectOf,
  type Work,
} from './enrichments.sql.ts';
import { writeLine } from './first-line.ts';
import type { Enrich } from './prompt.ts';
import { type Readers, UnreadablePage } from './readers.ts';
import { research } from './research.ts';
import { retryDelay, type WorkFailure } from './rules.ts';
import { prospectDeleted, refund, saveResult } from './save-result.ts';

/** Attempts after a crash or an internal error; the next one refunds the credit. */
const maxAttempts = 5;

export const enrichProspect = defineJob({
  name: 'enrich',
  payload: z.object({ enrichmentId: z.guid() }),
  retry: { limit: maxAttempts, delaySeconds: 5, backoff: true },
  timeLimitSeconds: 180,
  concurrency: 20,
  extraSlotsForLongJobs: 100,
});

interface EnrichDeps {
  models: Models;
  egress: Egress;
  readers: Readers;
}

/** Enriches one prospect. However it ends, the credit is spent or refunded. */
export const runEnrich =
  ({ models, egress, readers }: EnrichDeps) =>
  async ({ enrichmentId }: { enrichmentId: string }, context: JobContext): Promise<void> => {
    const started = await startWork(enrichmentId, context);
    if (!started) return;
    const { work, prospect } = started;
    if (context.attempt > maxAttempts)
      return context.finish((tx) => refund(tx, [work], tooManyAttempts));
    const { signal, workspaceId } = context;
    const enrich = enrichersWith(egress, readers);
    try {
      const { model, instructions: stored } = await context.read((tx) => models.forWorkspace(tx));
      const instructions = work.useInstructions ? stored : null;
      const finding = await enrich({ workspaceId, work, prospect, instructions, model, signal });
      await context.finish((tx) => saveResult(tx, work, finding, new Date()));
    } catch (error) {
      if (!isWorkFailure(error)) throw error;
      const retrySeconds = retryDelay(error, work.attempts + 1);
      await context.finish(async (tx) =>
        retrySeconds === null
          ? failEnrichment(tx, work, error)
          : retryLater(tx, work, error, retrySeconds),
      );
    }
  };

const tooManyAttempts: FailureReason = {
  reason: 'internal_error',
  message: `The work could not be completed in ${maxAttempts} attempts. Queue it again later.`,
};

type Tx = Parameters<Parameters<JobContext['finish']>[0]>[0];

const isWorkFailure = (error: unknown): error is WorkFailure =>
  error instanceof ModelFailure ||
  error instanceof NoUsableResult ||
  error instanceof UnreadablePage;

const failEnrichment = (tx: Tx, work: Work, error: WorkFailure) =>
  refund(tx, [work], failureReasonOf(error), 'usage' in error ? error.usage : undefined);

const failureReasonOf = ({ reason, message }: WorkFailure): FailureReason => ({ reason, message });

function retryLater(tx: Tx, work: Work, error: WorkFailure, retrySeconds: number): void {
  const isAttempt = !('wasCalled' in error) || error.wasCalled;
  if (isAttempt) countAttempt(tx, work.id);
  const { correlationId } = work;
  const startAfterSeconds = Math.ceil(retrySeconds);
  sendJobs(tx, enrichProspect, [{ enrichmentId: work.id }], { correlationId, startAfterSeconds });
}

/** Marks open work as running. Refunds it if the prospect was deleted. */
const startWork = (
  id: string,
  context: JobContext,
): Promise<{ work: Work; prospect: ProspectRecord } | null> =>
  context.transaction(async (tx) => {
    const prospectId = await selectProspectOf(tx, id);
    if (prospectId === undefined) return null;
    const [, [work], [prospect]] = await Promise.all([
      lockProspects(tx, [prospectId]),
      lockWork(tx, [id]),
      selectRecords(tx, [prospectId]),
    ]);
    if (!work) return null;
    if (!prospect) {
      await refund(tx, [work], prospectDeleted);
      return null;
    }
    beginWork(tx, id);
    if (work.mode === 'enrich_only') setStatus(tx, [work.prospectId], 'running');
    return { work, prospect };
  });

const enrichersWith = (egress: Egress, readers: Readers): Enrich => {
  const modes = { enrich_only: research(egress, readers), personalized_line: writeLine };
  return (assignment) => modes[assignment.work.mode](assignment);
};
