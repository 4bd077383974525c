import type { MailServerTest, TestStage } from '@outcrop/contract';
import { openFolder, openImapSession } from '../core/mailboxes/imap-session.ts';
import type { Egress } from '../platform/egress/egress.ts';
import {
  type MailAuth,
  MailFailure,
  type MailServer,
  type MailStage,
} from '../platform/mail/mail-server.ts';
import { openSmtpSession } from '../platform/mail/smtp-session.ts';
import { domainOf } from './guess-servers.ts';

const defaultTimeoutMs = 20_000;

interface TestInput {
  egress: Egress;
  address: string;
  smtp: MailServer;
  imap: MailServer;
  authOf: (protocol: MailProtocol) => Promise<MailAuth>;
  /** For each of the two servers. */
  timeoutMs?: number;
}

interface TestResult {
  works: boolean;
  smtp: MailServerTest;
  imap: MailServerTest;
}

/** Signs in to both servers at the same time. No email is sent. */
export async function testConnection(input: TestInput): Promise<TestResult> {
  const [smtp, imap] = await Promise.all([
    testServer('smtp', input, () => testSmtp(input)),
    testServer('imap', input, () => testImap(input)),
  ]);
  return { works: smtp.works && imap.works, smtp, imap };
}

async function testServer(
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
async function testSmtp(input: TestInput): Promise<void> {
  const { egress, address, smtp, authOf, timeoutMs = defaultTimeoutMs } = input;
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

async function testImap(input: TestInput): Promise<void> {
  const { egress, imap, authOf, timeoutMs = defaultTimeoutMs } = input;
  const auth = await authOf('imap');
  const startedAt = performance.now();
  const session = await openImapSession({
    ...{ egress, server: imap, auth },
    timeouts: { openMs: timeoutMs, idleMs: timeoutMs },
  });
  try {
    const ms = Math.max(timeoutMs - (performance.now() - startedAt), 1);
    await session.within({ ms }, async () => (await openFolder(session, 'INBOX')).release());
  } finally {
    session.close();
  }
}

type MailProtocol = 'smtp' | 'imap';

/** TLS from the start precedes the greeting; STARTTLS follows it. */
function stagesOf(protocol: MailProtocol, security: MailServer['security']): TestStage[] {
  const begins: TestStage[] = protocol === 'smtp' ? ['greeting', 'ehlo'] : ['greeting'];
  const ends: TestStage[] = protocol === 'smtp' ? ['auth', 'mail'] : ['auth', 'folder'];
  return [
    'dns',
    'connect',
    ...(security === 'tls' ? (['tls'] as const) : []),
    ...begins,
    ...(security === 'starttls' ? (['tls'] as const) : []),
    ...ends,
  ];
}

/** Stages that a test reports as part of another one. */
const partOf: Partial<Record<MailStage, TestStage>> = {
  forbidden: 'dns',
  rcpt: 'mail',
  data: 'mail',
  body: 'mail',
  dot: 'mail',
};

const labels: Record<TestStage, Record<MailProtocol, string>> = {
  dns: { smtp: 'looking up the server (DNS)', imap: 'looking up the server (DNS)' },
  connect: { smtp: 'connecting', imap: 'connecting' },
  tls: { smtp: 'encrypting (TLS)', imap: 'encrypting (TLS)' },
  greeting: { smtp: 'waiting for the greeting', imap: 'waiting for the greeting' },
  ehlo: { smtp: 'introducing itself (EHLO)', imap: 'introducing itself' },
  auth: { smtp: 'signing in (AUTH)', imap: 'signing in (LOGIN)' },
  mail: { smtp: 'naming sender and recipient (MAIL, RCPT)', imap: 'naming the sender' },
  folder: { smtp: 'opening the inbox', imap: 'opening the inbox' },
};
const actions: Record<MailProtocol, string> = { smtp: 'Sending', imap: 'Reading' };

/** The report of a test of one server. */
function resultOf(
  protocol: MailProtocol,
  security: MailServer['security'],
  failure: Pick<MailFailure, 'stage' | 'message'> | null,
): MailServerTest {
  const stages = stagesOf(protocol, security);
  if (!failure)
    return {
      works: true,
      stages: stages.map((stage) => ({ stage, result: 'ok' })),
      problem: null,
    };
  const named = partOf[failure.stage] ?? (failure.stage as TestStage);
  // A stage that these settings do not have counts as the connection.
  const failed = stages.includes(named) ? named : 'connect';
  const at = stages.indexOf(failed);
  return {
    works: false,
    stages: stages.map((stage, index) => ({
      stage,
      result: index < at ? 'ok' : index === at ? 'failed' : 'skipped',
    })),
    problem: `${actions[protocol]} failed when ${labels[failed][protocol]}. ${failure.message}`,
  };
}
