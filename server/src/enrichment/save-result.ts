import type { ModelUsage } from '../core/ai/model.ts';
import { emitEvents, type NewEvent } from '../core/events/emit-events.ts';
import {
  type EnrichmentFailure,
  setEnrichmentErrors,
  setEnrichmentStatus,
} from '../core/prospects/enrichment-findings.sql.ts';
import { lockProspectsById } from '../core/prospects/prospects.sql.ts';
import { settleCredits } from '../core/usage/credits.ts';
import type { Tx } from '../platform/db/index.ts';
import { type EnrichmentWork, endWork, lockWork } from './enrichments.sql.ts';
import { type EnrichmentFinding, writeFinding } from './write-finding.ts';

type WorkKey = Pick<EnrichmentWork, 'id' | 'prospectId'>;
export const prospectDeleted: EnrichmentFailure = {
  reason: 'prospect_deleted',
  message: 'The prospect was deleted.',
};
const bySystem = { kind: 'system', id: null } as const;

/**
 * Saves the finding and spends the credit. Does nothing if the work has ended meanwhile, and refunds
 * it if the prospect was deleted.
 */
export async function saveResult(
  tx: Tx,
  workKey: WorkKey,
  finding: EnrichmentFinding,
  now: Date,
): Promise<void> {
  const [person] = await lockProspectsById(tx, [workKey.prospectId]);
  if (!person) return refundWork(tx, [workKey], prospectDeleted);
  const [work] = await lockWork(tx, [workKey.id]);
  if (!work) return;
  const { id, mode, jobId, prospectId, correlationId } = work;
  const acting = { tx, actor: { actor: bySystem, correlationId } };
  const { enrichment, before, after, newEvents } = await writeFinding(acting, person, finding, now);
  const { usage, firstTouchLine } = finding;
  settleCredits(tx, [{ enrichmentId: id, month: work.creditMonth, isSpent: true }]);
  endWork(tx, [{ id, status: 'done', why: null, result: after, before, ...usage }]);
  if (mode === 'enrich_only') setEnrichmentStatus(tx, [prospectId], 'enriched');
  const data = { prospectId, jobId, mode, enrichment, firstTouchLine };
  emitEvents(acting, [...newEvents, { type: 'enrichment.completed', prospectId, data }]);
}

/** Ends work without a result and refunds its credits. */
export async function refundWork(
  tx: Tx,
  workKeys: WorkKey[],
  why: EnrichmentFailure,
  usage: ModelUsage = { model: null, inputTokens: 0, outputTokens: 0, cost: null },
): Promise<void> {
  const people = await lockProspectsById(
    tx,
    workKeys.map(({ prospectId }) => prospectId),
  );
  const existing = new Set(people.map(({ id }) => id));
  const works = await lockWork(
    tx,
    workKeys.map(({ id }) => id),
  );
  if (works.length === 0) return;
  settleCredits(
    tx,
    works.map(({ id, creditMonth }) => ({ enrichmentId: id, month: creditMonth, isSpent: false })),
  );
  endWork(
    tx,
    works.map(({ id, prospectId }) => {
      const status = existing.has(prospectId) ? 'failed' : 'cancelled';
      return { id, status, why, result: null, before: null, ...usage };
    }),
  );
  const failed = works.filter(({ prospectId }) => existing.has(prospectId));
  const researched = failed.filter(({ mode }) => mode === 'enrich_only');
  setEnrichmentStatus(
    tx,
    researched.map(({ prospectId }) => prospectId),
    'failed',
  );
  setEnrichmentErrors(
    tx,
    failed.map(({ prospectId, mode }) => ({ prospectId, mode })),
    why,
  );
  for (const [correlationId, batch] of Map.groupBy(failed, (work) => work.correlationId))
    emitEvents(
      { tx, actor: { actor: bySystem, correlationId } },
      batch.map(({ prospectId, jobId, mode }): NewEvent => {
        const data = { prospectId, jobId, mode, reason: why.message, code: why.reason };
        return { type: 'enrichment.failed', prospectId, data };
      }),
    );
}
