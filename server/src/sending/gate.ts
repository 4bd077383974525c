import type { ClaimedMessage } from '../core/sending/claimed-message.ts';
import { lookUpFacts } from '../core/suppression/address-facts.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { type Database, isLockTimeout, type Tx } from '../platform/db/index.ts';
import type { Gate } from '../platform/mail/gated-body.ts';
import { limitGate, lockForGate, markAtDot, markHandedOver, selectStep } from './gate.sql.ts';
import { type Refusal, refusalOf } from './gate-rules.ts';

export interface GateDeps {
  db: Database;
  suppression: Suppression;
  clock: () => Date;
}

/** What waits for one of these rows is a request of a person, so that the locks are held briefly. */
const lockMs = 1_000;
/** The locks are surely held this long; a worker that was stopped for longer must not write the dot. */
const maxHeldMs = 2_000;
/** How long the database keeps them for a worker that does nothing. */
const idleMs = 30_000;

export interface SendingGate {
  pass: Gate;
  /** Why it did not open; null if it did, or was not reached. */
  refusal: () => Refusal | null;
}

/**
 * Opens for an email that may still leave. Until its final dot was written, nothing that forbids it
 * can be committed: after a stop is acknowledged, no email leaves.
 */
export function gateOf(deps: GateDeps, workspaceId: string, message: ClaimedMessage): SendingGate {
  const { db } = deps;
  let refusal: Refusal | null = null;

  const pass: Gate = async () => {
    if ((await db.preparedTransaction(workspaceId, (tx) => markAtDot(tx, message))) === 0) {
      refusal = 'taken_over';
      return null;
    }
    const decided = Promise.withResolvers<boolean>();
    const written = Promise.withResolvers<void>();
    let hasOpened = false;
    const held = db.preparedTransaction(workspaceId, async (tx) => {
      // A transaction is retried after a lost race, but a dot is written once.
      if (hasOpened) return;
      refusal = await decide(deps, tx, message);
      if (refusal !== null) return;
      hasOpened = true;
      decided.resolve(true);
      await written.promise;
      markHandedOver(tx, message);
    });
    held.then(
      () => decided.resolve(false),
      (error: unknown) => {
        if (isLockTimeout(error)) refusal = 'busy';
        if (refusal === null) decided.reject(error);
        else decided.resolve(false);
      },
    );
    if (!(await decided.promise)) return null;
    return async () => {
      written.resolve();
      // If this was not stored, the answer of the server still is.
      await held.catch(() => {});
    };
  };
  return { pass, refusal: () => refusal };
}

async function decide(
  { suppression, clock }: GateDeps,
  tx: Tx,
  message: ClaimedMessage,
): Promise<Refusal | null> {
  const startedAt = performance.now();
  limitGate(tx, { lockMs, idleMs });
  const locked = await lockForGate(tx, message);
  const { prospect } = locked;
  if (!prospect) return 'deleted';
  // In statements of their own: what was committed while the locks were waited for is seen.
  const [isSuppressed, factsOf, step] = await Promise.all([
    suppression.lookUp(tx, [prospect]),
    lookUpFacts(tx, suppression, [prospect]),
    selectStep(tx, message),
  ]);
  const state = {
    ...locked,
    step,
    isSuppressed: isSuppressed(prospect),
    facts: factsOf(prospect),
  };
  const refusal = refusalOf(message, state, clock());
  return refusal ?? (performance.now() - startedAt > maxHeldMs ? 'too_slow' : null);
}
