import { openMailboxSmtp, type SmtpDeps } from '../core/mailboxes/open-smtp.ts';
import type { ClaimedEmail } from '../core/sending/claimed-email.ts';
import type { ComposedEmail } from '../core/sending/compose-email.ts';
import { MailFailure } from '../platform/mail/mail-server.ts';
import type { AcceptedReply, SmtpSubmission } from '../platform/mail/smtp-session.ts';
import type { HeldGate, NotSent } from './hold-gate.ts';

/** How an attempt to send an email ended. */
export type EmailOutcome =
  | { kind: 'accepted'; reply: AcceptedReply }
  /** The server refused it or could not be reached, or its reply to the dot was lost. */
  | { kind: 'failed'; failure: MailFailure }
  | NotSent;

/** An email that was sent to its server, except for the final dot. */
export interface OpenSubmission {
  kind: 'open';
  /** Writes the dot, releases the gate when the kernel has the dot, and waits for the reply. */
  finish: (gate: HeldGate) => Promise<EmailOutcome>;
  /** The server drops an email without a dot. */
  abandon: () => void;
}

/** Connects to the mail server of an email, and sends all of it but the dot. */
export async function openSubmission(
  deps: SmtpDeps,
  workspaceId: string,
  { id, mailbox }: ClaimedEmail,
  { envelope, raw }: Pick<ComposedEmail, 'envelope' | 'raw'>,
): Promise<OpenSubmission | EmailOutcome> {
  try {
    const session = await openMailboxSmtp(deps, workspaceId, mailbox);
    try {
      const submission = await session.begin({ ...envelope, raw, dsn: id });
      return {
        kind: 'open',
        finish: (gate) => finish(submission, gate).finally(() => session.close()),
        abandon: submission.abandon,
      };
    } catch (error) {
      session.close();
      throw error;
    }
  } catch (error) {
    return error instanceof MailFailure
      ? { kind: 'failed', failure: error }
      : { kind: 'not_sent', error };
  }
}

async function finish(submission: SmtpSubmission, gate: HeldGate): Promise<EmailOutcome> {
  await submission.writeDot();
  await gate.release();
  return submission.answer().then(
    (reply) => ({ kind: 'accepted', reply }),
    (failure: MailFailure) => ({ kind: 'failed', failure }),
  );
}
