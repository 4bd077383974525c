import tls from 'node:tls';
import { expect, test } from 'vitest';
import { openImapSession } from '../../src/core/mailboxes/imap-session.ts';
import { sql } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { runSettleUnknown } from '../../src/sending/settle.job.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { selfSigned } from '../certificate.ts';
import { startDnsServer } from '../dns-server.ts';
import { startDovecot } from '../mail/dovecot.ts';
import { testService } from '../service.ts';
import { sendingClient, testSender } from './sender.ts';

const certificate = selfSigned('mail.example');
tls.setDefaultCACertificates([certificate.cert]);
const dovecot = await startDovecot({ certificate, users: { jane: 'password' } });
const dns = await startDnsServer((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
const egress = new Egress({ allow: ['127.0.0.0/8'], nameServers: [dns.address] });
afterTestOrFile(() => egress.close());
const service = await testService();
const { deps } = await testSender(service);
const auth = { user: 'jane', password: 'password' };
const imap = { host: 'mail.example', port: dovecot.imaps, security: 'tls' } as const;

test('an unknown email with a copy in Sent is accepted; another one is looked for again [sending.unknown]', async () => {
  const client = await sendingClient(service);
  const found = await client.claim({ port: 1 });
  const missing = await client.claim({ port: 1 }, { like: found });
  const since = new Date(Date.now() - 61_000);
  await client.rows(sql`
    update mailbox set imap_host = ${imap.host}, imap_port = ${imap.port}, imap_user = 'jane'
    where id = ${found.mailbox.id}`);
  await client.rows(sql`
    update outbound_message set status = 'unknown', settled_at = ${since}, look_at = now()
    where id = any(${[found.id, missing.id]}::uuid[])`);
  await client.rows(sql`update enrollment set status = 'held', reason = 'unknown'`);
  const session = await openImapSession({ egress, server: imap, auth });
  await session.append(
    'Sent',
    `Message-ID: ${found.messageId}\r\nSubject: An idea\r\n\r\nHello\r\n`,
  );
  await session.logout();

  const run = runSettleUnknown({ ...deps, egress, clock: () => new Date() });
  await run({ signal: new AbortController().signal, log: createLog('silent') });

  expect(await client.outbound(found.id)).toMatchObject({
    status: 'accepted',
    evidence: 'found_in_sent',
    lookAt: null,
  });
  expect(await client.enrollment(found)).toMatchObject({ status: 'waiting', reason: null });
  expect(await client.events('message.sent')).toMatchObject([
    { data: { messageId: found.id, subject: 'An idea' } },
  ]);
  const still = await client.outbound(missing.id);
  expect(still).toMatchObject({ status: 'unknown', evidence: 'not_in_sent' });
  expect(still.lookAt!.getTime() - since.getTime()).toBe(5 * 60_000);
  expect(await client.enrollment(missing)).toMatchObject({ status: 'held', reason: 'unknown' });
  expect(
    await client.rows(sql`select keeps_sent as kept from mailbox where id = ${found.mailbox.id}`),
  ).toEqual([{ kept: true }]);
});
