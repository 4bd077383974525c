import { randomUUIDv7 } from 'node:crypto';
import { errorMessages } from '@outcrop/contract';
import type { WorkspaceModels } from '../core/ai/workspace-models.ts';
import { setEnrichmentStatus } from '../core/prospects/enrichment-findings.sql.ts';
import { lockCredits, reserveCredits } from '../core/usage/credits.ts';
import type { ActorTransaction, Caller } from '../platform/caller.ts';
import { ApiError } from '../platform/error.ts';
import { sendJobs } from '../platform/queue/send-jobs.ts';
import { enrichProspect } from './enrich.job.ts';
import { chooseProspects } from './enrichment-rules.ts';
import {
  type EnrichOptions,
  insertEnrichmentJob,
  selectProspectsInProgress,
} from './enrichments.sql.ts';

/**
 * Reserves a credit for each of these locked prospects and queues the work in this transaction. Skips
 * prospects with work of the same mode in progress.
 */
export async function queueEnrichment(
  { tx, actor: { actor, correlationId } }: ActorTransaction,
  options: EnrichOptions,
  ids: string[],
  { allowPartial }: { allowPartial: boolean },
) {
  const [inProgress, credits] = await Promise.all([
    selectProspectsInProgress(tx, options.mode, ids),
    lockCredits(tx),
  ]);
  const { queued, unpaid, results } = chooseProspects(ids, inProgress, credits.remaining);
  if (unpaid.length > 0 && !allowPartial)
    throw new ApiError(
      'insufficient_credits',
      errorMessages.insufficientCredits(queued.length + unpaid.length, credits.remaining),
    );
  const jobId = randomUUIDv7();
  // Ids of one millisecond are unordered; sorting keeps the results in the order of the request.
  const workIds = queued.map(() => randomUUIDv7()).sort();
  const enrichments = queued.map((prospectId, index) => ({ id: workIds[index]!, prospectId }));
  if (enrichments.length > 0) {
    insertEnrichmentJob(
      tx,
      { ...options, id: jobId, actor, correlationId },
      credits.month,
      enrichments,
    );
    reserveCredits(
      tx,
      credits,
      enrichments.map(({ id }) => id),
    );
    if (options.mode === 'enrich_only') setEnrichmentStatus(tx, queued, 'queued');
    sendJobs(
      tx,
      enrichProspect,
      enrichments.map(({ id }) => ({ enrichmentId: id })),
      { correlationId },
    );
  }
  return {
    jobId: enrichments.length === 0 ? null : jobId,
    mode: options.mode,
    queued: enrichments.length,
    skipped: ids.length - enrichments.length,
    creditsReserved: enrichments.length,
    credits: { remaining: credits.remaining - enrichments.length },
    results,
  };
}

export interface PlannedCaller extends Caller {
  plan: { name: string; allowsEnrichment: boolean };
  hasOwnModel: boolean;
}

/** Fails if the plan does not include enrichment, or no model is configured. */
export function requireEnrichment(caller: PlannedCaller, models: WorkspaceModels): void {
  const { plan } = caller;
  if (!plan.allowsEnrichment)
    throw new ApiError('plan_not_allowed', errorMessages.planWithoutEnrichment(plan.name));
  if (!models.isConfiguredFor(caller))
    throw new ApiError('enrichment_not_configured', errorMessages.enrichmentNotConfigured);
}
