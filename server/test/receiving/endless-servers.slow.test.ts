import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { findInSent, openImapSession } from '../../src/core/mailboxes/imap-session.ts';
import type { MailboxRow } from '../../src/core/mailboxes/mailbox-rows.sql.ts';
import { AttachmentReader } from '../../src/inbox/attachments.ts';
import { testConnection } from '../../src/mailboxes/test-connection.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { monitorEventLoop } from '../event-loop-monitor.ts';
import { startProcess } from '../faults/test-process.ts';
import { startScriptedImap } from '../mail/scripted-imap.ts';
import { scriptedSmtp } from '../mail/scripted-smtp.ts';
import { rawMessage, watchedWorkspace } from './watching.ts';

const egress = new Egress({ allow: ['127.0.0.0/8'] });
afterAll(() => egress.close());
const smtp = await scriptedSmtp();
const imap = await startScriptedImap();
const { addMailbox, watch, subjects } = await watchedWorkspace();

const server = (port: number) => ({
  ...{ host: '127.0.0.1', port, security: 'none' as const, user: 'ana' },
});
const auth = { user: 'ana', password: 'secret' };
const timeoutMs = 3_000;

const testServers = async (ports: { smtp?: number; imap?: number }) => {
  const result = await testConnection({
    ...{ egress, address: 'ana@acme.example', timeoutMs, authOf: async () => auth },
    smtp: server(ports.smtp ?? smtp.port),
    imap: server(ports.imap ?? imap.port),
  });
  return result.imap.problem ?? result.smtp.problem;
};

/** Conversations that a server can answer without an end. Each returns the message for the user. */
const conversations: Record<string, (port: number) => Promise<string | null>> = {
  'a test of the reading server': (port) => testServers({ imap: port }),
  'a test of the sending server': (port) => testServers({ smtp: port }),
  'a look into Sent': async (port) => {
    const session = await openImapSession({ egress, server: server(port), auth });
    return findInSent(session, ['<a@b.example>'], timeoutMs).then(
      () => null,
      (error: Error) => error.message,
    );
  },
  'a look for an attachment': async (port) => {
    const reader = new AttachmentReader({ egress, credentials: { of: async () => auth } as never });
    const mailbox = { id: 'a', imap: server(port) } as MailboxRow;
    const attachment = { path: '2', name: 'a', type: 'a/b', bytes: 1 };
    const location = { mailboxId: 'a', messageId: 'a@b.example', attachments: [attachment] };
    const folder = { folder: null, uid: 1, path: 'INBOX', uidValidity: '1' };
    const pieces = reader.read('w', mailbox, { ...location, ...folder }, attachment);
    return pieces.next().then(
      () => null,
      (error: Error) => error.message,
    );
  },
};

const imapFloods: [conversation: string, command: string, flood: string][] = [
  ['a test of the reading server', '', 'one line'],
  ['a test of the reading server', '', 'empty lines'],
  ['a test of the reading server', 'CAPABILITY', 'short replies'],
  ['a test of the reading server', 'LIST', 'short lists'],
  ['a test of the reading server', 'SELECT', 'messages'],
  ['a test of the reading server', 'SELECT', 'small literals'],
  ['a test of the reading server', 'SELECT', 'drip'],
  ['a look into Sent', 'LIST "" "*"', 'short lists'],
  ['a look into Sent', 'LIST "" "*"', 'long lists'],
  ['a look into Sent', 'LIST "" "*"', 'too long lists'],
  ['a look into Sent', 'LSUB', 'short subscriptions'],
  ['a look into Sent', 'UID SEARCH', 'results of searches'],
  ['a look into Sent', 'UID FETCH', 'structures'],
  ['a look into Sent', 'UID FETCH', 'drip'],
  ['a look for an attachment', 'EXAMINE', 'messages'],
  ['a look for an attachment', 'UID FETCH', 'texts'],
  ['a look for an attachment', 'LIST "" "*"', 'too long lists'],
];
const smtpFloods: typeof imapFloods = ['', 'EHLO', 'MAIL'].flatMap((command) =>
  ['empty lines', 'lines of a reply', 'drip'].map((flood): [string, string, string] => [
    'a test of the sending server',
    command,
    flood,
  ]),
);
const watchFloods: typeof imapFloods = [
  ['a watch', 'LSUB', 'short subscriptions'],
  ['a watch', 'UID FETCH', 'messages'],
  ['a watch', 'UID FETCH', 'texts'],
  ['a watch', 'UID SEARCH', 'results of searches'],
  ['a watch', 'EXAMINE', 'short replies'],
];
const floods = [...imapFloods, ...smtpFloods, ...watchFloods];
const attackers = await startProcess(
  fileURLToPath(new URL('../mail/endless-server.ts', import.meta.url)),
  'listening',
  {
    ATTACKS: JSON.stringify(
      floods.map(([conversation, command, flood]) => ({
        protocol: conversation.includes('sending') ? 'smtp' : 'imap',
        ...{ command, flood },
      })),
    ),
  },
);
afterAll(() => attackers.kill());
const ports = attackers.ready['ports'] as number[];
const portOf = (flood: string[]) =>
  ports[floods.findIndex((each) => each.join() === flood.join())]!;
/** How many bytes each endless answer had when the client closed the connection. */
const closedAnswers = (...closed: string[][]) =>
  attackers.log.flatMap(({ msg, port, sentBytes }) =>
    msg === 'closed' && closed.some((flood) => portOf(flood) === port) ? [Number(sentBytes)] : [],
  );

/** CPU time without a pause, in ms. Without limits, these servers cause stalls of seconds. */
const maxStallMs = 150;
/** What a client takes, and what waits in the buffers of the system. */
const maxSentBytes = 32 * 1024 * 1024;

test.each([...imapFloods, ...smtpFloods])(
  '%s ends in time and does not stall others if the server answers "%s" with endless %s',
  async (...flood) => {
    const [conversation, , kind] = flood;
    const loop = monitorEventLoop();
    const problem = await conversations[conversation]!(portOf(flood));
    loop.stop();
    expect(problem).toMatch(kind === 'drip' ? /in time/ : /sent|searched|valid/);
    expect(loop.maxCpuMs()).toBeLessThan(maxStallMs);
    await expect.poll(() => closedAnswers(flood)).toHaveLength(1);
    expect(closedAnswers(flood)[0]).toBeLessThan(maxSentBytes);
  },
);

test('while mailboxes are watched whose servers answer without an end, the messages of another one are stored, and memory grows by less than 64 MB', async () => {
  const good = await startScriptedImap();
  const id = await addMailbox(good);
  watch();
  good.add(rawMessage('before', { id: 'before@a.example' }));
  await expect.poll(() => subjects(id)).toEqual(['before']);
  const memory = liveMegabytes();
  const answers = () => closedAnswers(...watchFloods);
  const loop = monitorEventLoop();
  for (const flood of watchFloods) await addMailbox({ port: portOf(flood) });
  // Each mailbox is tried again after its first failure.
  await expect
    .poll(() => answers().length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(2 * watchFloods.length);
  good.add(rawMessage('meanwhile', { id: 'meanwhile@a.example' }));
  await expect.poll(() => subjects(id)).toEqual(['before', 'meanwhile']);
  loop.stop();
  expect(Math.max(...answers())).toBeLessThan(maxSentBytes);
  expect(loop.maxCpuMs()).toBeLessThan(maxStallMs);
  for (let closed = 0; closed < 5; closed++) {
    const count = answers().length;
    await expect.poll(() => answers().length, { timeout: 60_000 }).toBeGreaterThan(count);
    expect(liveMegabytes() - memory).toBeLessThan(64);
  }
});

/** Without garbage, which Node removes when it needs the memory. */
function liveMegabytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 ** 2;
}
