import { emailKey } from '@outcrop/contract/identity';
import { type ImapSession, openImapSession } from '../core/mailboxes/imap-session.ts';
import type { MailboxRow } from '../core/mailboxes/mailbox-rows.sql.ts';
import { openMailboxSmtp, type SmtpDeps } from '../core/mailboxes/open-smtp.ts';
import { type ComposedEmail, composeCampaignEmail } from '../core/sending/compose-email.ts';
import { type MailTokens, unsubscribeLinks } from '../core/sending/mail-tokens.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { MailFailure } from '../platform/mail/mail-server.ts';
import { adviceForFailure } from './check-advice-rules.ts';
import { checkFactsOf, isCheckable } from './check-facts.ts';
import { type CheckOutcome, checkOutcomeOf, failedCheck } from './check-state-rules.ts';
import { foldersOf, removeCheckEmail, waitForArrival } from './find-check-email.ts';
import { domainOf } from './guess-servers.ts';

export interface DeliveryCheckDeps extends SmtpDeps {
  egress: Egress;
  suppression: Suppression;
  tokens: MailTokens;
  /** Where the unsubscribe page is. */
  publicUrl: string;
  clock: () => Date;
  /** How long the email is looked for. */
  arrivalMs?: number;
}

interface CheckInput {
  workspaceId: string;
  mailbox: MailboxRow;
  checkId: string;
  /** The email may have been sent before. */
  isRetry: boolean;
  signal: AbortSignal;
}

const defaultArrivalMs = 180_000;
const smtpTimeouts = { beforeDotMs: 60_000, afterDotMs: 120_000 };
/** Sending the email, waiting for it and removing it. */
const maxCheckMs = 540_000;
/** The connection waits while the email is sent. */
const imapTimeouts = { openMs: 30_000, idleMs: 240_000 };

/** Sends an email from a mailbox to itself, reads it where it arrived, and removes it. */
export async function checkDelivery(
  deps: DeliveryCheckDeps,
  input: CheckInput,
): Promise<CheckOutcome> {
  const { workspaceId, mailbox } = input;
  try {
    const auth = await deps.credentials.of(workspaceId, mailbox, { protocol: 'imap' });
    const { egress } = deps;
    const server = mailbox.imap;
    const session = await openImapSession({ egress, server, auth, timeouts: imapTimeouts });
    try {
      return await session.within({ ms: maxCheckMs }, () => sendAndRead(deps, input, session));
    } finally {
      session.close();
    }
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return failedCheck(adviceForFailure('not_readable', error.message));
  }
}

async function sendAndRead(
  deps: DeliveryCheckDeps,
  input: CheckInput,
  session: ImapSession,
): Promise<CheckOutcome> {
  const { mailbox, checkId, isRetry, signal } = input;
  const { address } = mailbox;
  const domain = domainOf(address);
  const ids = [deps.tokens.messageId(checkId, domain)];
  const folders = await foldersOf(session);
  const wait = (waitMs: number) => waitForArrival(session, folders, ids, { waitMs, signal });

  let arrived = isRetry ? await wait(0) : null;
  if (!arrived) {
    const sent = await submitCheckEmail(deps, input, await composeCheckEmail(deps, input, ids[0]!));
    if (sent.failure) return failedCheck(adviceForFailure('not_sent', sent.failure));
    if (sent.serverMessageId) ids.push(sent.serverMessageId);
    arrived = await wait(deps.arrivalMs ?? defaultArrivalMs);
  }
  if (arrived) await removeCheckEmail(session, folders, ids);
  const source = arrived?.source ?? null;
  if (arrived && (source === null || !isCheckable(source)))
    return { ...failedCheck(adviceForFailure('not_checkable')), arrivedIn: arrived.folder };
  const facts = await checkFactsOf(deps.egress, {
    address,
    domain,
    smtpHost: mailbox.smtp.host,
    hostName: deps.hostName,
    source,
    arrivedIn: arrived?.folder ?? null,
  });
  return checkOutcomeOf(facts);
}

interface SubmitResult {
  /** Why the email was surely not sent; null if it may have been. */
  failure: string | null;
  serverMessageId: string | null;
}

async function submitCheckEmail(
  deps: DeliveryCheckDeps,
  { workspaceId, mailbox, checkId }: CheckInput,
  { envelope, raw }: ComposedEmail,
): Promise<SubmitResult> {
  try {
    const session = await openMailboxSmtp(
      { ...deps, timeouts: deps.timeouts ?? smtpTimeouts },
      workspaceId,
      mailbox,
    );
    try {
      const { serverMessageId } = await session.submit({ ...envelope, raw, dsn: checkId });
      return { failure: null, serverMessageId };
    } finally {
      session.close();
    }
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    // The server may have accepted the email. Its arrival would show this.
    const isUnknown = error.reachedDot && error.reply === null;
    return { failure: isUnknown ? null : error.message, serverMessageId: null };
  }
}

/** The check email has the same headers as an email of a campaign. */
function composeCheckEmail(
  { tokens, suppression, publicUrl, clock }: DeliveryCheckDeps,
  { workspaceId, mailbox, checkId }: CheckInput,
  messageId: string,
): Promise<ComposedEmail> {
  const { address, name } = mailbox;
  const key = emailKey(address)!;
  const links = unsubscribeLinks(
    tokens,
    { workspaceId, messageId: checkId, emailHash: suppression.emailHash(key) },
    { origin: publicUrl, sender: address },
  );
  const body =
    'This email was sent from your mailbox to itself, to check that it arrives.\n\n' +
    'You can delete it.';
  return composeCampaignEmail(
    {
      messageId,
      mailbox: { address, name },
      template: { variantId: null, subject: 'Delivery check', body, format: 'text' },
      footer: null,
      thread: null,
      recipient: { email: address, emailKey: key, values: { fullName: name } },
    },
    { at: clock(), ...links },
  );
}
