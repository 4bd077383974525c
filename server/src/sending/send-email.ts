import { setTimeout as sleep } from 'node:timers/promises';
import { openMailboxSmtp, type SmtpDeps } from '../core/mailboxes/open-smtp.ts';
import type { ClaimedMessage } from '../core/sending/claimed-message.ts';
import type { ComposedMessage } from '../core/sending/compose.ts';
import type { Tx } from '../platform/db/index.ts';
import { MailFailure } from '../platform/mail/mail-server.ts';
import { replyText } from '../platform/mail/smtp-reply.ts';
import type { Accepted } from '../platform/mail/smtp-session.ts';
import { recordAccepted } from './accepted.ts';
import type { Answer } from './answer-rules.ts';
import { type GateDeps, gateOf, type SendingGate } from './gate.ts';
import type { Refusal } from './gate-rules.ts';
import { recordFailure, recordRefusal, releaseUnsent } from './outcome.ts';

export interface SendDeps extends GateDeps, SmtpDeps {
  /** Opens the gate for an email. Tests show what another one would let through. */
  gateOf?: (deps: GateDeps, workspaceId: string, message: ClaimedMessage) => SendingGate;
}

export type SendResult = { what: Answer['what'] } | { what: 'refused_at_gate'; why: Refusal };

/** Hands one claimed email over to its mail server, and records how that ended. */
export async function sendEmail(
  deps: SendDeps,
  workspaceId: string,
  message: ClaimedMessage,
  composed: ComposedMessage,
): Promise<SendResult> {
  const gate = (deps.gateOf ?? gateOf)(deps, workspaceId, message);
  const record = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    persist(() => deps.db.preparedTransaction(workspaceId, work));
  const scope = (tx: Tx) => ({ tx, actor: system, deps });

  let accepted: Accepted | null;
  try {
    accepted = await submit(deps, workspaceId, message, composed, gate);
  } catch (error) {
    if (error instanceof MailFailure)
      return record((tx) => recordFailure(scope(tx), message, error, deps.clock()));
    // The gate failed, so that the dot was not sent.
    await record((tx) => releaseUnsent(tx, message, deps.clock()));
    throw error;
  }
  if (accepted === null) {
    const why = gate.refusal() ?? 'busy';
    await record((tx) => recordRefusal(tx, message, why, deps.clock()));
    return { what: 'refused_at_gate', why };
  }
  const { serverMessageId } = accepted;
  const { subject, text } = composed;
  const acceptance = { answer: replyText(accepted), evidence: null, serverMessageId };
  await record((tx) =>
    recordAccepted(scope(tx), { ...message, subject, text }, { ...acceptance, at: deps.clock() }),
  );
  return { what: 'accepted' };
}

const system = { actor: { kind: 'system', id: null }, correlationId: null } as const;

async function submit(
  deps: SendDeps,
  workspaceId: string,
  message: ClaimedMessage,
  { envelope, raw }: ComposedMessage,
  gate: SendingGate,
): Promise<Accepted | null> {
  const session = await openMailboxSmtp(deps, workspaceId, message.mailbox);
  try {
    return await session.submit({ ...envelope, raw, dsn: message.id }, gate.pass);
  } finally {
    session.close();
  }
}

const maxAttempts = 8;

/** What the server answered is lost if it is not stored, so that a short outage is waited for. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts) throw error;
      await sleep(250 * 2 ** attempt);
    }
  }
}
