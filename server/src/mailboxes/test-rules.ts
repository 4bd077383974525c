import type { MailServerTest, TestStage } from '@outcrop/contract';
import type { MailFailure, MailServer, MailStage } from '../platform/mail/mail-server.ts';

export type MailProtocol = 'smtp' | 'imap';

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

/** Stages that a test does not list by themselves. */
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

/** What a test of one server reports. */
export function resultOf(
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
