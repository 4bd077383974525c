import type { MailServerTest } from '@outcrop/contract';
import { openFolder, openImapSession } from '../core/mailboxes/imap-session.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { type MailAuth, MailFailure, type MailServer } from '../platform/mail/mail-server.ts';
import { openSmtpSession } from '../platform/mail/smtp-session.ts';
import { domainOf } from './guess.ts';
import { type MailProtocol, resultOf } from './test-rules.ts';

const timeoutMs = 20_000;

interface TestInput {
  egress: Egress;
  address: string;
  smtp: MailServer;
  imap: MailServer;
  authOf: (protocol: MailProtocol) => Promise<MailAuth>;
}

interface TestResult {
  works: boolean;
  smtp: MailServerTest;
  imap: MailServerTest;
}

/** Signs in to both servers at the same time. No email is sent. */
export async function testConnection(input: TestInput): Promise<TestResult> {
  const [smtp, imap] = await Promise.all([
    outcomeOf('smtp', input, () => testSmtp(input)),
    outcomeOf('imap', input, () => testImap(input)),
  ]);
  return { works: smtp.works && imap.works, smtp, imap };
}

async function outcomeOf(
  protocol: MailProtocol,
  input: TestInput,
  run: () => Promise<void>,
): Promise<MailServerTest> {
  const { security } = input[protocol];
  try {
    await run();
    return resultOf(protocol, security, null);
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return resultOf(protocol, security, error);
  }
}

/** Begins an email from the address to itself, and ends the connection before it is complete. */
async function testSmtp({ egress, address, smtp, authOf }: TestInput): Promise<void> {
  const session = await openSmtpSession({
    egress,
    server: smtp,
    auth: await authOf('smtp'),
    name: domainOf(address),
    timeouts: { beforeDotMs: timeoutMs, afterDotMs: timeoutMs },
  });
  try {
    const email = { from: address, to: address, raw: Buffer.from('\r\n'), dsn: null };
    (await session.begin(email)).abandon();
  } finally {
    session.close();
  }
}

async function testImap({ egress, imap, authOf }: TestInput): Promise<void> {
  const timeouts = { openMs: timeoutMs, idleMs: timeoutMs };
  const auth = await authOf('imap');
  const session = await openImapSession({ egress, server: imap, auth, timeouts });
  try {
    (await openFolder(session, 'INBOX')).release();
  } finally {
    session.close();
  }
}
