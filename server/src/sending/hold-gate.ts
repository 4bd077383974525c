import { selectMailSettings } from '../core/mailboxes/mail-settings.sql.ts';
import type { CampaignEmail, ClaimedEmail, ReplyEmail } from '../core/sending/claimed-email.ts';
import { lockedReplyRefusal } from '../core/sending/reply-state.ts';
import { lookUpFacts } from '../core/suppression/address-facts.ts';
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
  /** Called as soon as the dot was written, or the connection was lost. It does not fail. */
  release: () => Promise<void>;
}

/** An email that surely did not leave. */
export type NotSent =
  | { kind: 'refused_at_gate'; why: GateRefusal }
  /** A failure of ours. */
  | { kind: 'not_sent'; error: unknown };

export type GateResult = HeldGate | NotSent;

/** What waits for one of these rows is a request of a person, so that the locks are held briefly. */
const lockMs = 1_000;
/** The locks are surely held this long; a worker that was stopped for longer must not write the dot. */
const maxHeldMs = 2_000;
/** How long the database keeps them for a worker that does nothing. */
const idleMs = 30_000;

/**
 * Locks everything that forbids an email, if nothing of it does. Until the gate is released, none of it
 * can be committed: after a stop is acknowledged, no email leaves.
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
    // A transaction is retried after a lost race, but a dot is written once.
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
    // If this was not stored, the answer of the server still is.
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
  // In statements of their own: what was committed while the locks were waited for is seen.
  const [, isSuppressed, factsOf, step, { holidays }] = await Promise.all([
    shareAddresses(tx, [suppression.emailHash(email.recipient.emailKey)]),
    suppression.lookUp(tx, [prospect]),
    lookUpFacts(tx, suppression, [prospect]),
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

/** Asks for less than the gate of a campaign: a person wrote the email. */
async function replyRefusalUnderLock(
  { suppression }: GateDeps,
  tx: Tx,
  reply: ReplyEmail,
): Promise<GateRefusal | null> {
  const target = await selectReplyTarget(tx, reply.id);
  if (!target) return 'deleted';
  const refusal = await lockedReplyRefusal(tx, suppression, target);
  if (refusal) return refusal;
  // A merge may have given the conversation to another prospect before the lock.
  const [now, locked] = await Promise.all([selectReplyTarget(tx, reply.id), lockAttempt(tx, reply)]);
  if (!now || !locked) return 'deleted';
  if (locked.attempt !== reply.attempt || locked.status !== 'at_dot') return 'taken_over';
  return now.prospectId === target.prospectId ? null : 'busy';
}
