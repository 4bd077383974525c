import { randomUUIDv7 } from 'node:crypto';
import type { Cause } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import { send } from '../platform/queue/send.ts';
import { lockCredits, reserveCredits } from '../usage/credits.ts';
import { enrichProspect } from './enrich.job.ts';
import { choose } from './rules.ts';
import { insertJob, selectUnderWay, setStatus, type Wish } from './sql.ts';

/**
 * Reserves a credit for each of these locked prospects and queues the work, all in this transaction.
 * Whoever is worked on in the same way already is left out.
 */
export async function queueWork(
  tx: Tx,
  { actor, correlationId }: Cause,
  wish: Wish,
  ids: string[],
  { allowPartial }: { allowPartial: boolean },
) {
  const [underWay, credits] = await Promise.all([
    selectUnderWay(tx, wish.mode, ids),
    lockCredits(tx),
  ]);
  const { queued, unpaid, results } = choose(ids, underWay, credits.remaining);
  if (unpaid.length > 0 && !allowPartial)
    throw new ApiError(
      'insufficient_credits',
      `This needs ${queued.length + unpaid.length} credits, and ${credits.remaining} are left this month. With allowPartial, as many as they pay for are queued.`,
    );
  const jobId = randomUUIDv7();
  // Sorted, since those of one millisecond are in no order: results are read in that of the request.
  const workIds = queued.map(() => randomUUIDv7()).sort();
  const enrichments = queued.map((prospectId, at) => ({ id: workIds[at]!, prospectId }));
  if (enrichments.length > 0) {
    insertJob(tx, { ...wish, id: jobId, actor, correlationId }, credits.month, enrichments);
    reserveCredits(
      tx,
      credits,
      enrichments.map(({ id }) => id),
    );
    if (wish.mode === 'enrich_only') setStatus(tx, queued, 'queued');
    send(
      tx,
      enrichProspect,
      enrichments.map(({ id }) => ({ enrichmentId: id })),
      { correlationId },
    );
  }
  return {
    jobId: enrichments.length === 0 ? null : jobId,
    mode: wish.mode,
    queued: enrichments.length,
    skipped: ids.length - enrichments.length,
    creditsReserved: enrichments.length,
    credits: { remaining: credits.remaining - enrichments.length },
    results,
  };
}
