import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { createTransport } from 'nodemailer';
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

/** The last message of the recipient, once it has the text. */
async function readInbox(text: string): Promise<string> {
  const session = await openImapSession({
    egress,
    server: { host: 'mail.example', port: host.imaps, security: 'tls' },
    auth: { user: recipient!, password },
    timeouts: { openMs: 120_000, idleMs: 120_000 },
  });
  try {
    const read = async () => {
      // Selected again, because a server need not announce what arrives.
      const lock = await openFolder(session, 'INBOX');
      try {
        const message = await session.fetchOne('*', { source: true });
        const source = message ? message.source!.toString() : '';
        return source.includes(text) ? source : null;
      } finally {
        lock.release();
        await session.mailboxClose();
      }
    };
    await expect.poll(read, { timeout: 120_000 }).not.toBeNull();
    return (await read())!;
  } finally {
    await session.logout();
  }
}

/** The recipient answers from their own mail program. */
async function reply(source: string, text: string): Promise<void> {
  const header = (name: string) => new RegExp(`^${name}: (.*)\\r$`, 'm').exec(source)![1]!;
  const transport = createTransport({
    host: '127.0.0.1',
    port: host.smtps,
    secure: true,
    tls: { servername: 'mail.example' },
    auth: { user: recipient!, pass: password },
  });
  await transport.sendMail({
    from: `Ben Ito <${recipient}>`,
    to: sender!,
    subject: `Re: ${header('Subject')}`,
    inReplyTo: header('Message-ID'),
    references: header('Message-ID'),
    text,
  });
  transport.close();
}

test('from connecting a mailbox to the answer in the inbox, by API only [sending.once]', {
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

  const sent = async () =>
    (await ask('GET', `/campaigns/${campaign.id}/messages`)).data.messages.map(
      ({ status }: { status: string }) => status,
    );
  await expect.poll(sent, { timeout: 120_000 }).toEqual(['accepted']);

  const source = await readInbox('An idea for Acme.');
  expect(source).toContain('Subject: Hello Ben');
  expect(source).toContain('From: Ana Lopes <ana@mail.example>');
  expect(source).toContain('An idea for Acme.');
  expect(source).toMatch(
    /^List-Unsubscribe: <https:\/\/outcrop\.example\/u\/[\w-]+>, <mailto:[^>]+>\r$/m,
  );
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect((await prospect(id)).stage).toBe('contacted');
  expect(await events('message.sent')).toMatchObject([{ prospectId: id }]);

  await reply(source, 'Thank you, Tuesday works.');
  const conversations = async () =>
    (await ask('GET', '/conversations')).data.conversations as { id: string; kind: string }[];
  await expect
    .poll(conversations, { timeout: 120_000 })
    .toMatchObject([
      { kind: 'human', unread: true, snippet: 'Thank you, Tuesday works.', messageCount: 2 },
    ]);
  const [conversation] = await conversations();
  const { messages } = await call('GET', `/conversations/${conversation!.id}`);
  expect(messages).toMatchObject([
    { direction: 'outbound', text: expect.stringContaining('An idea for Acme.') },
    { direction: 'inbound', text: expect.stringContaining('Tuesday works.') },
  ]);
  expect((await prospect(id)).stage).toBe('replied');
  expect(await events('reply.received')).toMatchObject([{ prospectId: id }]);
  const { enrollments } = await call('GET', `/campaigns/${campaign.id}/enrollments`);
  expect(enrollments).toMatchObject([{ status: 'replied' }]);

  const { reply: written } = await call('POST', `/conversations/${conversation!.id}/replies`, {
    text: 'See you on Tuesday, {{firstName}}.',
  });
  expect(written).toMatchObject({ status: 'waiting', recipient });
  const thread = async () =>
    (await call('GET', `/conversations/${conversation!.id}`)).messages as { status: string }[];
  await expect
    .poll(async () => (await thread()).at(-1), { timeout: 120_000 })
    .toMatchObject({ id: written.id, status: 'accepted' });
  const answer = await readInbox('See you on Tuesday, Ben.');
  const unfolded = answer.replaceAll(/\r\n[ \t]+/g, ' ');
  const idOf = (text: string) => /^Message-ID: (<[^>]+>)\r$/im.exec(text)![1]!;
  const references = /^References: (.*)\r$/m.exec(unfolded)![1]!.split(' ');
  expect(references).toEqual([idOf(source), expect.stringMatching(/^<[^<>\s]+>$/)]);
  expect(unfolded).toContain(`\r\nIn-Reply-To: ${references[1]}\r\n`);
  expect(unfolded).toContain('\r\nSubject: Re: Hello Ben\r\n');
  // Quoted-printable may break a line anywhere.
  expect(answer.replaceAll('=\r\n', '')).toContain(
    'Ben Ito <ben@mail.example> wrote:\r\n\r\n> Thank you, Tuesday works.',
  );

  await reply(answer, 'Great, until then.');
  await expect
    .poll(conversations, { timeout: 120_000 })
    .toMatchObject([{ id: conversation!.id, snippet: 'Great, until then.', messageCount: 4 }]);
});
