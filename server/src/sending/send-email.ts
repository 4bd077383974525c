import type { SmtpDeps } from '../core/mailboxes/open-smtp.ts';
import type { ClaimedMessage } from '../core/sending/claimed-message.ts';
import type { ComposedMessage } from '../core/sending/compose.ts';
import type { Tx } from '../platform/db/index.ts';
import { recordAccepted } from './accepted.ts';
import { type GateDeps, gateOf } from './gate.ts';
import type { Refusal } from './gate-rules.ts';
import { type HandedOver, handOver, type WithAcceptance } from './hand-over.ts';
import type { SendingGate } from './open-gate.ts';
import { recordFailure, recordRefusal, releaseUnsent } from './outcome.ts';

export interface SendDeps extends GateDeps, SmtpDeps {
  /** Opens the gate for an email. Tests show what another one would let through. */
  gateOf?: (deps: GateDeps, workspaceId: string, message: ClaimedMessage) => SendingGate<Refusal>;
}

export type SendResult = HandedOver<Refusal>;

/** Hands one claimed email of a campaign over to its mail server, and records how that ended. */
export function sendEmail(
  deps: SendDeps,
  workspaceId: string,
  message: ClaimedMessage,
  composed: ComposedMessage,
  withAcceptance?: WithAcceptance,
): Promise<SendResult> {
  const scope = (tx: Tx) => ({ tx, actor: system, deps });
  const { subject, text } = composed;
  return handOver(deps, workspaceId, {
    id: message.id,
    mailbox: message.mailbox,
    composed,
    gate: (deps.gateOf ?? gateOf)(deps, workspaceId, message),
    recordAccepted: (tx, acceptance, next) =>
      recordAccepted(scope(tx), { ...message, subject, text }, acceptance, next),
    ...(withAcceptance && { withAcceptance }),
    recordFailure: (tx, failure, at) => recordFailure(scope(tx), message, failure, at),
    recordRefusal: (tx, why, at) => recordRefusal(tx, message, why, at),
    release: (tx, at) => releaseUnsent(tx, message, at),
  });
}

const system = { actor: { kind: 'system', id: null }, correlationId: null } as const;
