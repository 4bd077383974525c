import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { openFolder, openImapSession } from '../../src/core/mailboxes/imap-session.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { selfSigned } from '../certificate.ts';
import { startDnsServer } from '../dns-server.ts';
import { startMailHost } from '../mail/opensmtpd.ts';
import { setUpWebhooks, webhooksClient } from '../webhooks/setup.ts';

const certificate = selfSigned('mail.example');
tls.setDefaultCACertificates([certificate.cert]);
const dns = await startDnsServer((name, type) =>
  type === 'A' && name === 'mail.example' ? ['127.0.0.1'] : [],
);
const egress = new Egress({ allow: ['127.0.0.0/8'], nameServers: [dns.address] });
afterAll(() => egress.close());

const [sender, recipient] = ['ana@mail.example', 'ben@mail.example'];
const password = `pass-${randomUUID()}`;
const host = await startMailHost({
  certificate,
  users: { [sender!]: password, [recipient!]: password },
});
const { service, startWorker } = await setUpWebhooks({
  PUBLIC_URL: 'https://outcrop.example',
  EGRESS_NAME_SERVERS: [dns.address],
});
await startWorker();

async function readInbox(): Promise<string> {
  const session = await openImapSession({
    egress,
    server: { host: 'mail.example', port: host.imaps, security: 'tls' },
    auth: { user: recipient!, password },
    timeouts: { openMs: 120_000, idleMs: 120_000 },
  });
  const lock = await openFolder(session, 'INBOX');
  try {
    const newest = async () => {
      await session.noop();
      return ((await session.search({ all: true }, { uid: true })) || []).at(-1);
    };
    await expect.poll(newest, { timeout: 120_000 }).toBeDefined();
    const message = await session.fetchOne('*', { source: true });
    return message ? message.source!.toString() : '';
  } finally {
    lock.release();
    await session.logout();
  }
}

test('from connecting a mailbox to the email in the inbox, by API only [sending.once]', {
  timeout: 300_000,
}, async () => {
  const { call, post, ask, prospect, events } = await webhooksClient(service);
  const server = { host: 'mail.example', security: 'tls', user: sender };
  const { mailbox } = await call('POST', '/mailboxes', {
    address: sender,
    name: 'Ana Lopes',
    password,
    smtp: { ...server, port: host.smtps },
    imap: { ...server, port: host.imaps },
    shared: true,
    gap: { fromSeconds: 0, toSeconds: 0 },
    timeZone: 'UTC',
    windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }],
  });
  const tested = await call('POST', `/mailboxes/${mailbox.id}/test`, {});
  expect(tested).toMatchObject({ works: true });

  const steps = [
    { kind: 'email', subject: 'Hello {{firstName|there}}', body: 'An idea for {{companyName}}.' },
    { kind: 'wait', days: 3 },
    { kind: 'email', body: 'Did you see it?' },
  ];
  const { campaign } = await call('POST', '/campaigns', { name: 'Fair', steps });
  await call('PUT', `/campaigns/${campaign.id}/mailboxes`, { mailboxIds: [mailbox.id] });
  const [id] = (await post([{ fullName: 'Ben Ito', companyName: 'Acme', email: recipient }])).data
    .prospectIds;
  await call('POST', `/campaigns/${campaign.id}/enroll`, { prospectIds: [id] });
  await call('PATCH', `/campaigns/${campaign.id}`, { status: 'running' });

  const source = await readInbox();
  expect(source).toContain('Subject: Hello Ben');
  expect(source).toContain('From: Ana Lopes <ana@mail.example>');
  expect(source).toContain('An idea for Acme.');
  expect(source).toMatch(
    /^List-Unsubscribe: <https:\/\/outcrop\.example\/u\/[\w-]+>, <mailto:[^>]+>\r$/m,
  );
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const sent = async () =>
    (await ask('GET', `/campaigns/${campaign.id}/messages`)).data.messages.map(
      ({ status }: { status: string }) => status,
    );
  await expect.poll(sent, { timeout: 60_000 }).toEqual(['accepted']);
  expect((await prospect(id)).stage).toBe('contacted');
  expect(await events('message.sent')).toMatchObject([{ prospectId: id }]);
  const why = await call('GET', `/campaigns/${campaign.id}/enrollments/${id}/why`);
  expect(why.reasons.length).toBeGreaterThan(0);
});
