import { selectMailSettings } from '../core/mailboxes/mail-settings.sql.ts';
import type { ClaimedMessage } from '../core/sending/claimed-message.ts';
import { lookUpFacts } from '../core/suppression/address-facts.ts';
import { shareAddresses } from '../core/suppression/address-lock.sql.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { lockForGate, markAtDot, markHandedOver, selectStep } from './gate.sql.ts';
import { type Refusal, refusalOf } from './gate-rules.ts';
import { openGate, type SendingGate } from './open-gate.ts';

export interface GateDeps {
  db: Database;
  suppression: Suppression;
  clock: () => Date;
}

/** The gate of an email of a campaign. */
export const gateOf = (
  deps: GateDeps,
  workspaceId: string,
  message: ClaimedMessage,
): SendingGate<Refusal> =>
  openGate(deps.db, workspaceId, {
    markAtDot: (tx) => markAtDot(tx, message),
    decide: (tx) => decide(deps, tx, message),
    markHandedOver: (tx) => markHandedOver(tx, message),
  });

async function decide(
  { suppression, clock }: GateDeps,
  tx: Tx,
  message: ClaimedMessage,
): Promise<Refusal | null> {
  const locked = await lockForGate(tx, message);
  const { prospect } = locked;
  if (!prospect) return 'deleted';
  // In statements of their own: what was committed while the locks were waited for is seen.
  const [, isSuppressed, factsOf, step, { holidays }] = await Promise.all([
    shareAddresses(tx, [suppression.emailHash(message.recipient.emailKey)]),
    suppression.lookUp(tx, [prospect]),
    lookUpFacts(tx, suppression, [prospect]),
    selectStep(tx, message),
    selectMailSettings(tx),
  ]);
  const state = {
    ...locked,
    step,
    holidays,
    isSuppressed: isSuppressed(prospect),
    facts: factsOf(prospect),
  };
  return refusalOf(message, state, clock());
}
