import { setTimeout as sleep } from 'node:timers/promises';
import type { MailboxRow } from '../core/mailboxes/mailboxes.sql.ts';
import { openMailboxSmtp, type SmtpDeps } from '../core/mailboxes/open-smtp.ts';
import type { ComposedMessage } from '../core/sending/compose.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { MailFailure } from '../platform/mail/mail-server.ts';
import { replyText } from '../platform/mail/smtp-reply.ts';
import type { Accepted } from '../platform/mail/smtp-session.ts';
import type { Answer } from './answer-rules.ts';
import type { GateRefusal, SendingGate } from './open-gate.ts';

export interface HandOverDeps extends SmtpDeps {
  db: Database;
  clock: () => Date;
}

/** How an email was accepted. */
export interface Acceptance {
  /** The server's reply, if it was received. */
  answer: string | null;
  /** How it is known, if not by the reply. */
  evidence: string | null;
  serverMessageId: string | null;
  at: Date;
}

/** Something that a transaction does besides recording an email. */
export type NextWork = (tx: Tx) => Promise<void>;

/** An email of a campaign or a reply that one worker may now send, and what is recorded of it. */
export interface Outgoing<Why> {
  id: string;
  mailbox: MailboxRow;
  composed: Pick<ComposedMessage, 'envelope' | 'raw'>;
  gate: SendingGate<Why>;
  recordAccepted: (tx: Tx, acceptance: Acceptance, next?: NextWork) => Promise<unknown>;
  withAcceptance?: WithAcceptance;
  recordFailure: (tx: Tx, failure: MailFailure, at: Date) => Promise<Answer>;
  /** The gate held it back. */
  recordRefusal: (tx: Tx, why: Why | GateRefusal, at: Date) => Promise<unknown>;
  /** It surely did not leave. */
  release: (tx: Tx, at: Date) => Promise<unknown>;
}

/** Records an acceptance in a transaction that does more than that. Returns false if it failed. */
export type WithAcceptance = (
  record: (tx: Tx, next: NextWork) => Promise<unknown>,
) => Promise<boolean>;

export type HandedOver<Why> =
  | { what: Answer['what'] }
  | { what: 'refused_at_gate'; why: Why | GateRefusal };

/** Hands an email over to its mail server, and records how that ended. */
export async function handOver<Why>(
  deps: HandOverDeps,
  workspaceId: string,
  outgoing: Outgoing<Why>,
): Promise<HandedOver<Why>> {
  const record = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    persist(() => deps.db.preparedTransaction(workspaceId, work));
  let accepted: Accepted | null;
  try {
    accepted = await submit(deps, workspaceId, outgoing);
  } catch (error) {
    if (error instanceof MailFailure)
      return record((tx) => outgoing.recordFailure(tx, error, deps.clock()));
    // The gate failed, so that the dot was not sent.
    await record((tx) => outgoing.release(tx, deps.clock()));
    throw error;
  }
  if (accepted === null) {
    const why = outgoing.gate.refusal() ?? 'busy';
    await record((tx) => outgoing.recordRefusal(tx, why, deps.clock()));
    return { what: 'refused_at_gate', why };
  }
  const { serverMessageId } = accepted;
  const answer = replyText(accepted);
  const acceptance = { answer, evidence: null, serverMessageId, at: deps.clock() };
  const accept = (tx: Tx, next?: NextWork) => outgoing.recordAccepted(tx, acceptance, next);
  // Whatever else fails, the acceptance is stored. If it was stored already, that changes nothing.
  if (!(await outgoing.withAcceptance?.(accept))) await record((tx) => accept(tx));
  return { what: 'accepted' };
}

async function submit<Why>(
  deps: HandOverDeps,
  workspaceId: string,
  { id, mailbox, composed: { envelope, raw }, gate }: Outgoing<Why>,
): Promise<Accepted | null> {
  const session = await openMailboxSmtp(deps, workspaceId, mailbox);
  try {
    return await session.submit({ ...envelope, raw, dsn: id }, gate.pass);
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
