import { z } from 'zod';
import { ModelFailure, NoUsableResult } from '../core/ai/model.ts';
import type { WorkspaceModels } from '../core/ai/workspace-models.ts';
import {
  type EnrichmentFailure,
  setEnrichmentStatus,
} from '../core/prospects/enrichment-findings.sql.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import { type ProspectRecord, selectProspectRecords } from '../core/search/prospect-records.sql.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { defineJob } from '../platform/queue/job.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import { sendJobs } from '../platform/queue/send-jobs.ts';
import { retryDelaySeconds, type WorkFailure } from './enrichment-rules.ts';
import {
  beginWork,
  countAttempt,
  type EnrichmentWork,
  lockWork,
  selectProspectOfWork,
} from './enrichments.sql.ts';
import { writeFirstLine } from './first-line.ts';
import { type PageReaders, UnreadablePage } from './page-readers.ts';
import type { EnrichmentFunction } from './prompt.ts';
import { researchProspect } from './research-prospect.ts';
import { prospectDeleted, refundWork, saveResult } from './save-result.ts';

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
  models: WorkspaceModels;
  egress: Egress;
  readers: PageReaders;
}

/** Enriches one prospect. However it ends, the credit is spent or refunded. */
export const runEnrich =
  ({ models, egress, readers }: EnrichDeps) =>
  async ({ enrichmentId }: { enrichmentId: string }, context: JobContext): Promise<void> => {
    const started = await startWork(enrichmentId, context);
    if (!started) return;
    const { work, prospect } = started;
    if (context.attempt > maxAttempts)
      return context.finish((tx) => refundWork(tx, [work], tooManyAttempts));
    const { signal, workspaceId } = context;
    const enrich = enrichersWith(egress, readers);
    try {
      const { model, instructions: stored } = await context.read((tx) => models.forWorkspace(tx));
      const instructions = work.useInstructions ? stored : null;
      const finding = await enrich({ workspaceId, work, prospect, instructions, model, signal });
      await context.finish((tx) => saveResult(tx, work, finding, new Date()));
    } catch (error) {
      if (!isWorkFailure(error)) throw error;
      const retrySeconds = retryDelaySeconds(error, work.attempts + 1);
      await context.finish(async (tx) =>
        retrySeconds === null
          ? failEnrichment(tx, work, error)
          : retryLater(tx, work, error, retrySeconds),
      );
    }
  };

const tooManyAttempts: EnrichmentFailure = {
  reason: 'internal_error',
  message: `The work could not be completed in ${maxAttempts} attempts. Queue it again later.`,
};

type Tx = Parameters<Parameters<JobContext['finish']>[0]>[0];

const isWorkFailure = (error: unknown): error is WorkFailure =>
  error instanceof ModelFailure ||
  error instanceof NoUsableResult ||
  error instanceof UnreadablePage;

const failEnrichment = (tx: Tx, work: EnrichmentWork, error: WorkFailure) =>
  refundWork(tx, [work], failureReasonOf(error), 'usage' in error ? error.usage : undefined);

const failureReasonOf = ({ reason, message }: WorkFailure): EnrichmentFailure => ({
  reason,
  message,
});

function retryLater(tx: Tx, work: EnrichmentWork, error: WorkFailure, retrySeconds: number): void {
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
): Promise<{ work: EnrichmentWork; prospect: ProspectRecord } | null> =>
  context.transaction(async (tx) => {
    const prospectId = await selectProspectOfWork(tx, id);
    if (prospectId === undefined) return null;
    const [, [work], [prospect]] = await Promise.all([
      lockProspects(tx, [prospectId]),
      lockWork(tx, [id]),
      selectProspectRecords(tx, [prospectId]),
    ]);
    if (!work) return null;
    if (!prospect) {
      await refundWork(tx, [work], prospectDeleted);
      return null;
    }
    beginWork(tx, id);
    if (work.mode === 'enrich_only') setEnrichmentStatus(tx, [work.prospectId], 'running');
    return { work, prospect };
  });

const enrichersWith = (egress: Egress, readers: PageReaders): EnrichmentFunction => {
  const modes = {
    enrich_only: researchProspect(egress, readers),
    personalized_line: writeFirstLine,
  };
  return (assignment) => modes[assignment.work.mode](assignment);
};
