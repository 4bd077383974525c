import tls from 'node:tls';
import { readConfig } from '../../src/config.ts';
import { Database } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { startWatching } from '../../src/receiving/watcher.ts';
import { stopOnSignal } from '../../src/stop-on-signal.ts';
import { parse, receive } from './stored-messages.ts';

/** Watches mailboxes in a process that can be killed. SIGUSR2 logs its memory. */
const config = readConfig();
const environment = process.env as Record<'NAME_SERVER' | 'CERTIFICATE', string>;
tls.setDefaultCACertificates([environment.CERTIFICATE]);
const log = createLog('info');
const db = new Database({
  url: config.DATABASE_URL,
  poolSize: 6,
  timeouts: { statementMs: 30_000, lockMs: 20_000 },
  inBackground: true,
});
const egress = new Egress({ allow: ['127.0.0.0/8'], nameServers: [environment.NAME_SERVER] });
const watching = startWatching({
  ...{ db, egress, parse, receive, log, clock: () => new Date() },
  credentials: { of: async (_, { imap }) => ({ user: imap.user, password: 'secret' }) },
});
const stop = async () => {
  await watching.stop();
  await egress.close();
  await db.close();
};
stopOnSignal({ stop }, log);
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  log.info({ bytes: process.memoryUsage().rss }, 'memory');
});
log.info({ holder: watching.holder }, 'watching');
