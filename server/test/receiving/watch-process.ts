import tls from 'node:tls';
import { readConfig } from '../../src/config.ts';
import { Parser } from '../../src/core/receiving/parser.ts';
import type { Received } from '../../src/core/receiving/receiver.ts';
import { Database } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { classifyWith } from '../../src/receiving/classify.ts';
import { startWatching } from '../../src/receiving/watcher.ts';
import { stopOnSignal } from '../../src/stop-on-signal.ts';
import { receive } from './stored-messages.ts';

/**
 * Watches mailboxes in a process that can be killed. SIGUSR2 logs its memory. With STOP_IN, it stops
 * as with SIGSTOP at a message whose subject is `Stop here`.
 */
const config = readConfig();
const { NAME_SERVER, CERTIFICATE, STOP_IN, TIMES } = process.env;
if (CERTIFICATE) tls.setDefaultCACertificates([CERTIFICATE]);
const log = createLog('info');
const db = new Database({
  url: config.DATABASE_URL,
  poolSize: 6,
  timeouts: { statementMs: config.STATEMENT_TIMEOUT_MS, lockMs: config.LOCK_TIMEOUT_MS },
  inBackground: true,
});
const egress = new Egress({
  allow: ['127.0.0.0/8'],
  nameServers: NAME_SERVER ? [NAME_SERVER] : [],
});
const stopIn = (place: string, received: Received): void => {
  if (place !== STOP_IN || received.parsed.subject !== 'Stop here') return;
  process.kill(process.pid, 'SIGSTOP');
  log.info('continued');
};
const parser = new Parser();
const stopping = new AbortController();
const classify = classifyWith(parser, stopping.signal);
const watching = startWatching({
  ...{ db, egress, log, clock: () => new Date() },
  ...(TIMES !== undefined && { times: JSON.parse(TIMES) }),
  parse: async (fetched, mailbox) => {
    const received = await classify(fetched, mailbox);
    stopIn('parse', received);
    return received;
  },
  receive: async (tx, mailbox, messages, at) => {
    const ignored = await receive(tx, mailbox, messages, at);
    for (const message of messages) stopIn('receive', message);
    return ignored;
  },
  credentials: { of: async (_, { imap }) => ({ user: imap.user, password: 'secret' }) },
});
const stop = async () => {
  stopping.abort();
  await watching.stop();
  await parser.close();
  await egress.close();
  await db.close();
};
stopOnSignal({ stop }, log);
process.on('SIGUSR2', () => {
  // The first one makes pages free, the second one returns them.
  globalThis.gc?.();
  globalThis.gc?.();
  log.info({ bytes: process.memoryUsage().rss }, 'memory');
});
log.info({ holder: watching.holder }, 'watching');
