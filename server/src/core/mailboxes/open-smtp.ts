import type { Egress } from '../../platform/egress/egress.ts';
import { type MailAuth, MailFailure } from '../../platform/mail/mail-server.ts';
import {
  openSmtpSession,
  type SmtpSession,
  type SmtpTimeouts,
} from '../../platform/mail/smtp-session.ts';
import type { MailboxCredentials } from './credentials.ts';
import type { MailboxRow } from './mailbox-rows.sql.ts';

export interface SmtpDeps {
  egress: Pick<Egress, 'connect'>;
  credentials: Pick<MailboxCredentials, 'of'>;
  /** The name of this host, sent with EHLO. */
  hostName: string;
  timeouts?: SmtpTimeouts;
}

/** An access token that the server refuses is replaced once. A password is not tried twice. */
export async function openMailboxSmtp(
  { egress, credentials, hostName, timeouts }: SmtpDeps,
  workspaceId: string,
  mailbox: MailboxRow,
): Promise<SmtpSession> {
  const open = (auth: MailAuth) =>
    openSmtpSession({
      egress,
      server: mailbox.smtp,
      auth,
      name: hostName,
      ...(timeouts && { timeouts }),
    });
  const auth = await credentials.of(workspaceId, mailbox);
  try {
    return await open(auth);
  } catch (error) {
    const isRefused =
      error instanceof MailFailure && error.stage === 'auth' && (error.reply?.code ?? 0) >= 500;
    if (!isRefused || !('accessToken' in auth)) throw error;
    return open(await credentials.of(workspaceId, mailbox, { refused: auth.accessToken }));
  }
}
