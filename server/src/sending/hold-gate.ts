import { selectMailSettings } from '../core/mailboxes/mail-settings.sql.ts';
import type { CampaignEmail, ClaimedEmail, ReplyEmail } from '../core/sending/claimed-email.ts';
import { findLockedReplyRefusal } from '../core/sending/reply-state.ts';
import { lookUpAddressFacts } from '../core/suppression/address-facts.ts';
import { shareAddresses } from '../core/suppression/address-lock.sql.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { type Database, isLockTimeout, type Tx } from '../platform/db/index.ts';
import { selectReplyTarget } from './claim-reply.sql.ts';
import { type CampaignRefusal, campaignRefusalOf, type GateRefusal } from './gate-rules.ts';
import {
  limitGate,
  lockAttempt,
  lockForGate,
  markAtDot,
  markHandedOver,
  selectStep,
} from './hold-gate.sql.ts';

export interface GateDeps {
  db: Database;
  suppression: Suppression;
  clock: () => Date;
}

export interface HeldGate {
  kind: 'open';
  /** Called as soon as the dot was written or the connection was lost. Does not fail. */
  release: () => Promise<void>;
}

/** An email that surely did not leave. */
export type NotSent =
  | { kind: 'refused_at_gate'; why: GateRefusal }
  /** An error on our side. */
  | { kind: 'not_sent'; error: unknown };

export type GateResult = HeldGate | NotSent;

/**
 * Requests of users wait for these rows, so the gate neither waits for them nor holds them for long.
 */
const lockMs = 1_000;
/** The locks are surely held for this long. A worker that stalls for longer must not write the dot. */
const maxHeldMs = 2_000;
/** How long PostgreSQL keeps the locks for a worker that does nothing. */
const idleMs = 30_000;

/**
 * Locks all rows that could forbid an email, and opens if none of them does. Until the gate is
 * released, no change of these rows can be committed: after a stop is acknowledged, no email leaves.
 */
export async function holdGate(
  deps: GateDeps,
  workspaceId: string,
  email: ClaimedEmail,
): Promise<GateResult> {
  const { db } = deps;
  const gate = Promise.withResolvers<GateResult>();
  const dotWritten = Promise.withResolvers<void>();
  let hasOpened = false;
  const hold = async (tx: Tx): Promise<GateRefusal | null> => {
    // The database retries a transaction after a lost race, but the dot is written only once.
    if (hasOpened) return null;
    const startedAt = performance.now();
    limitGate(tx, { lockMs, idleMs });
    const why = await refusalOf(deps, tx, email);
    if (why !== null) return why;
    if (performance.now() - startedAt > maxHeldMs) return 'too_slow';
    hasOpened = true;
    gate.resolve({ kind: 'open', release });
    await dotWritten.promise;
    markHandedOver(tx, email);
    return null;
  };
  const release = async () => {
    dotWritten.resolve();
    // If this fails, the server's reply is stored anyway.
    await held.catch(() => {});
  };
  const held = db
    .preparedTransaction(workspaceId, (tx) => markAtDot(tx, email))
    .then((marked) => (marked === 0 ? 'taken_over' : db.preparedTransaction(workspaceId, hold)));
  held.then(
    (why) => gate.resolve({ kind: 'refused_at_gate', why: why ?? 'busy' }),
    (error: unknown) =>
      gate.resolve(
        isLockTimeout(error)
          ? { kind: 'refused_at_gate', why: 'busy' }
          : { kind: 'not_sent', error },
      ),
  );
  return gate.promise;
}

const refusalOf = (deps: GateDeps, tx: Tx, email: ClaimedEmail): Promise<GateRefusal | null> =>
  email.kind === 'campaign'
    ? campaignRefusalUnderLock(deps, tx, email)
    : replyRefusalUnderLock(deps, tx, email);

async function campaignRefusalUnderLock(
  { suppression, clock }: GateDeps,
  tx: Tx,
  email: CampaignEmail,
): Promise<CampaignRefusal | null> {
  const locked = await lockForGate(tx, email);
  const { prospect } = locked;
  if (!prospect) return 'deleted';
  // These are separate statements, so they see what was committed while the locks were awaited.
  const [, isSuppressed, factsOf, step, { holidays }] = await Promise.all([
    shareAddresses(tx, [suppression.emailHash(email.recipient.emailKey)]),
    suppression.lookUp(tx, [prospect]),
    lookUpAddressFacts(tx, suppression, [prospect]),
    selectStep(tx, email),
    selectMailSettings(tx),
  ]);
  const state = {
    ...locked,
    step,
    holidays,
    isSuppressed: isSuppressed(prospect),
    facts: factsOf(prospect),
  };
  return campaignRefusalOf(email, state, clock());
}

/** Checks less than the gate of a campaign, because a user wrote the reply. */
async function replyRefusalUnderLock(
  { suppression }: GateDeps,
  tx: Tx,
  reply: ReplyEmail,
): Promise<GateRefusal | null> {
  const target = await selectReplyTarget(tx, reply.id);
  if (!target) return 'deleted';
  const refusal = await findLockedReplyRefusal(tx, suppression, target);
  if (refusal) return refusal;
  // A merge may have given the conversation to another prospect before the lock.
  const [now, locked] = await Promise.all([
    selectReplyTarget(tx, reply.id),
    lockAttempt(tx, reply),
  ]);
  if (!now || !locked) return 'deleted';
  if (locked.attempt !== reply.attempt || locked.status !== 'at_dot') return 'taken_over';
  return now.prospectId === target.prospectId ? null : 'busy';
}
