import tls from 'node:tls';
import { readConfig } from '../../src/config.ts';
import { MessageParser } from '../../src/core/receiving/parse-message.ts';
import { MailTokens } from '../../src/core/sending/mail-tokens.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { Database } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { startWatching } from '../../src/receiving/watcher.ts';
import { settleNamedEmails } from '../../src/sending/settle-unknown.job.ts';
import { stopOnSignal } from '../../src/stop-on-signal.ts';

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
const stopIn = (place: string, subject: string): void => {
  if (place !== STOP_IN || subject !== 'Stop here') return;
  process.kill(process.pid, 'SIGSTOP');
  log.info('continued');
};
class StoppingParser extends MessageParser {
  override async parse(...message: Parameters<MessageParser['parse']>) {
    const classified = await super.parse(...message);
    stopIn('parsing', classified.parsed.subject);
    return classified;
  }
}
/** Read in the transaction that stores the message. */
class StoppingTokens extends MailTokens {
  override readUnsubscribeMail(subject: string) {
    stopIn('storing', subject);
    return super.readUnsubscribeMail(subject);
  }
}
const parser = new StoppingParser();
const watching = startWatching({
  ...{ db, egress, parser, log, clock: () => new Date() },
  ...(TIMES !== undefined && { times: JSON.parse(TIMES) }),
  suppression: new Suppression(config.SUPPRESSION_KEY!),
  tokens: new StoppingTokens(config.SUPPRESSION_KEY!),
  settleUnknown: settleNamedEmails,
  credentials: { of: async (_, { imap }) => ({ user: imap.user, password: 'secret' }) },
});
const stop = async () => {
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
