import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openImapSession } from '../../src/core/mailboxes/imap-session.ts';
import { sql } from '../../src/platform/db/index.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { runSettleUnknown } from '../../src/sending/settle.job.ts';
import { selfSigned } from '../certificate.ts';
import { startDnsServer } from '../dns-server.ts';
import { startProcess } from '../faults/process.ts';
import { startDovecot } from '../mail/dovecot.ts';
import { testService } from '../service.ts';
import { sized } from '../size.ts';
import { type CrashPoint, crashPoints, crashServer } from './crash-points.ts';
import { replyClient } from './replies.ts';
import { replyTurn } from './reply-turn.ts';
import { testSender } from './sender.ts';

const main = fileURLToPath(new URL('turn-process.ts', import.meta.url));
const killsEach = sized(1, 20);
const inCi = [
  'in the body',
  'at the dot, with the locks of the gate',
  'after the dot, with a lost 250',
  'after the 250',
];
const names = sized(0, 1) === 1 ? Object.keys(crashPoints) : inCi;
const hourMs = 3_600_000;

const certificate = selfSigned('mail.example');
tls.setDefaultCACertificates([certificate.cert]);
const dovecot = await startDovecot({ certificate, users: { jane: 'password' } });
const dns = await startDnsServer((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
const service = await testService();
const { deps } = await testSender(service);

/** What the server accepted is in the Sent folder of the mailbox. */
async function keepCopy(body: string): Promise<void> {
  const server = { host: 'mail.example', port: dovecot.imaps, security: 'tls' } as const;
  const session = await openImapSession({
    ...{ egress: deps.egress as never, server, auth: { user: 'jane', password: 'password' } },
  });
  await session.append('Sent', body);
  await session.logout();
}

test.each(names)(
  'a reply of a worker that is killed %s leaves at most once, and its copy settles it [inbox.reply] [sending.once] [sending.unknown]',
  { timeout: 1_800_000 },
  async (name) => {
    const { waitAt = '', silentAt, isAccepted = false, after } = crashPoints[name] as CrashPoint;
    const server = await crashServer(crashPoints[name]!);
    const client = await replyClient(service, server.port);
    await client.rows(sql`
      update mailbox set imap_host = 'mail.example', imap_port = ${dovecot.imaps}, imap_security = 'tls',
                         imap_user = 'jane' where id = ${client.mailboxId}`);
    const workspaceId = client.workspace.id;
    const statusOf = async (id: string) => (await client.status(id)).status;
    for (let kill = 0; kill < killsEach; kill++) {
      const { conversationId, email } = await client.answered();
      const { id } = await client.reply(conversationId);
      const atServer = server.arm();
      const worker = await startProcess(main, 'started', {
        DATABASE_URL: service.database.appUrl,
        NAME_SERVER: dns.address,
        WORKSPACE_ID: workspaceId,
        REPLY_ID: id,
        WAIT_AT: waitAt,
        NODE_COMPILE_CACHE: join(tmpdir(), 'outcrop-compile-cache'),
      });
      if (silentAt) await atServer;
      else await expect.poll(() => worker.log.some(({ msg }) => msg === 'reached')).toBe(true);
      await worker.kill();
      server.disarm();

      // The lease of the killed worker has ended.
      const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
      // PostgreSQL may take a moment to end the killed worker's transaction, which has the reply's lock.
      await expect
        .poll(() => replyTurn(deps, workspaceId, { id, at: inHours(1) }).then(() => statusOf(id)))
        .toBeOneOf(after.includes('released') ? ['accepted'] : after);
      const status = await statusOf(id);
      expect(await replyTurn(deps, workspaceId, { id, at: inHours(2) })).toEqual({
        what: 'not_due',
      });
      const accepted = server.accepted.filter((each) => each === email);
      expect(accepted.length).toBe(isAccepted || after.includes('released') ? 1 : 0);
      if (status !== 'unknown') continue;
      if (isAccepted) {
        await expect.poll(() => server.bodies.has(email)).toBe(true);
        await keepCopy(server.bodies.get(email)!);
      }
      const settle = runSettleUnknown({
        ...{ ...deps, egress: deps.egress as never, clock: () => inHours(1.2) },
      });
      await settle({ signal: new AbortController().signal, log: createLog('silent') });
      expect(await client.status(id)).toMatchObject(
        isAccepted
          ? { status: 'accepted', evidence: 'found_in_sent' }
          : { status: 'unknown', evidence: 'not_in_sent' },
      );
      const shown = (await client.messages(conversationId)).filter((each) => each.id === id);
      expect(shown.map((each) => each.status)).toEqual([isAccepted ? 'accepted' : 'unknown']);
    }
  },
);
