import { emit, type Happening } from '../events/emit.ts';
import { lockPeople } from '../people/sql.ts';
import type { Tx } from '../platform/db/index.ts';
import { settleCredits } from '../usage/credits.ts';
import { type Finding, writeFinding } from './findings.ts';
import type { Spent } from './model.ts';
import { endWork, lockWork, setErrors, setStatus, type Why, type Work } from './sql.ts';

type Which = Pick<Work, 'id' | 'prospectId'>;
export const prospectDeleted: Why = {
  reason: 'prospect_deleted',
  message: 'The prospect was deleted.',
};
const bySystem = { kind: 'system', id: null } as const;

/**
 * Keeps what was found and spends its credit. If the work was ended meanwhile, nothing changes; if
 * only the prospect is gone, the credit comes back.
 */
export async function keep(tx: Tx, which: Which, finding: Finding, now: Date): Promise<void> {
  const [person] = await lockPeople(tx, [which.prospectId]);
  if (!person) return giveBack(tx, [which], prospectDeleted);
  const [work] = await lockWork(tx, [which.id]);
  if (!work) return;
  const { id, mode, jobId, prospectId, correlationId } = work;
  const { enrichment, before, after, happenings } = await writeFinding(tx, person, finding, now);
  const { spent, firstTouchLine } = finding;
  settleCredits(tx, [{ enrichmentId: id, month: work.creditMonth, isSpent: true }]);
  endWork(tx, [{ id, status: 'done', why: null, result: after, before, ...spent }]);
  if (mode === 'enrich_only') setStatus(tx, [prospectId], 'enriched');
  const data = { prospectId, jobId, mode, enrichment, firstTouchLine };
  emit(tx, { actor: bySystem, correlationId }, [
    ...happenings,
    { type: 'enrichment.completed', prospectId, data },
  ]);
}

/** Ends work without anything to show for it: what is reserved for it comes back. */
export async function giveBack(
  tx: Tx,
  which: Which[],
  why: Why,
  spent: Spent = { model: null, inputTokens: 0, outputTokens: 0, cost: null },
): Promise<void> {
  const people = await lockPeople(
    tx,
    which.map(({ prospectId }) => prospectId),
  );
  const there = new Set(people.map(({ id }) => id));
  const works = await lockWork(
    tx,
    which.map(({ id }) => id),
  );
  if (works.length === 0) return;
  settleCredits(
    tx,
    works.map(({ id, creditMonth }) => ({ enrichmentId: id, month: creditMonth, isSpent: false })),
  );
  endWork(
    tx,
    works.map(({ id, prospectId }) => {
      const status = there.has(prospectId) ? 'failed' : 'cancelled';
      return { id, status, why, result: null, before: null, ...spent };
    }),
  );
  const missed = works.filter(({ prospectId }) => there.has(prospectId));
  const researched = missed.filter(({ mode }) => mode === 'enrich_only');
  setStatus(
    tx,
    researched.map(({ prospectId }) => prospectId),
    'failed',
  );
  setErrors(
    tx,
    missed.map(({ prospectId, mode }) => ({ prospectId, mode })),
    why,
  );
  for (const [correlationId, together] of Map.groupBy(missed, (work) => work.correlationId))
    emit(
      tx,
      { actor: bySystem, correlationId },
      together.map(({ prospectId, jobId, mode }): Happening => {
        const data = { prospectId, jobId, mode, reason: why.message, code: why.reason };
        return { type: 'enrichment.failed', prospectId, data };
      }),
    );
}
