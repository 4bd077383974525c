import { type Database, isLockTimeout, type Tx } from '../platform/db/index.ts';
import type { Gate } from '../platform/mail/gated-body.ts';
import { limitGate } from './gate.sql.ts';

/** What waits for one of these rows is a request of a person, so that the locks are held briefly. */
const lockMs = 1_000;
/** The locks are surely held this long; a worker that was stopped for longer must not write the dot. */
const maxHeldMs = 2_000;
/** How long the database keeps them for a worker that does nothing. */
const idleMs = 30_000;

/** Why a gate did not open, whatever is sent. */
export type GateRefusal = 'taken_over' | 'too_slow' | 'busy';

/** What is sent, and how it is decided whether it may leave. */
interface Gated<Why> {
  /** Returns 0 if another worker has it now. */
  markAtDot: (tx: Tx) => Promise<number>;
  /** Locks everything that forbids it, and returns why it must not leave, or null. */
  decide: (tx: Tx) => Promise<Why | null>;
  markHandedOver: (tx: Tx) => void;
}

export interface SendingGate<Why> {
  pass: Gate;
  /** Why it did not open; null if it did, or was not reached. */
  refusal: () => Why | GateRefusal | null;
}

/**
 * Opens for what may still leave. Until its final dot was written, nothing that forbids it can be
 * committed: after a stop is acknowledged, no email leaves.
 */
export function openGate<Why>(
  db: Database,
  workspaceId: string,
  { markAtDot, decide, markHandedOver }: Gated<Why>,
): SendingGate<Why> {
  let refusal: Why | GateRefusal | null = null;

  const pass: Gate = async () => {
    if ((await db.preparedTransaction(workspaceId, markAtDot)) === 0) {
      refusal = 'taken_over';
      return null;
    }
    const decided = Promise.withResolvers<boolean>();
    const written = Promise.withResolvers<void>();
    let hasOpened = false;
    const held = db.preparedTransaction(workspaceId, async (tx) => {
      // A transaction is retried after a lost race, but a dot is written once.
      if (hasOpened) return;
      const startedAt = performance.now();
      limitGate(tx, { lockMs, idleMs });
      refusal =
        (await decide(tx)) ?? (performance.now() - startedAt > maxHeldMs ? 'too_slow' : null);
      if (refusal !== null) return;
      hasOpened = true;
      decided.resolve(true);
      await written.promise;
      markHandedOver(tx);
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
