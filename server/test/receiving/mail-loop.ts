import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { createTransport } from 'nodemailer';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { openFolder, openImapSession } from '../../src/core/mailboxes/imap-session.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { selfSignedCertificate } from '../certificate.ts';
import { startDnsServer } from '../dns-server.ts';
import { startMailHost } from '../mail/opensmtpd.ts';
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { setUpWebhooks, webhooksClient } from '../webhooks/webhooks-client.ts';

const sender = 'ana@mail.example';
const password = `pass-${randomUUID()}`;
const poll = { timeout: 120_000, interval: 25 };

/**
 * A mail host, the service with a worker, a connected mailbox and a running campaign with a
 * follow-up. Everything goes through the API; the prospects read and answer as mail programs do.
 */
export async function mailLoop(prospects: number) {
  const certificate = selfSignedCertificate('mail.example');
  tls.setDefaultCACertificates([certificate.cert]);
  const dns = await startDnsServer((name, type) =>
    type === 'A' && name === 'mail.example' ? ['127.0.0.1'] : [],
  );
  const egress = new Egress({ allow: ['127.0.0.0/8'], nameServers: [dns.address] });
  afterTestOrFile(() => egress.close());
  const addresses = Array.from({ length: prospects }, (_, index) => `ben@acme${index}.example`);
  const users = Object.fromEntries([sender, ...addresses].map((user) => [user, password]));
  const host = await startMailHost({ certificate, users });
  const { service, startWorker } = await setUpWebhooks({
    PUBLIC_URL: 'https://outcrop.example',
    EGRESS_NAME_SERVERS: [dns.address],
  });
  await startWorker();
  const client = await webhooksClient(service);
  const { call, ask, post } = client;
  const receiver = await startWebhookReceiver();
  const { secret } = await client.register(receiver.url, [
    'reply.received',
    'prospect.stage_changed',
  ]);

  const server = { host: 'mail.example', security: 'tls', user: sender };
  const { mailbox } = await call('POST', '/mailboxes', {
    address: sender,
    name: 'Ana Lopes',
    password,
    smtp: { ...server, port: host.smtps },
    imap: { ...server, port: host.imaps },
    shared: true,
    dailyLimit: 500,
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

  /** Adds a lead by API, and enrolls it in the running campaign. */
  const enroll = async (index: number): Promise<string> => {
    const lead = { fullName: 'Ben Ito', companyName: 'Acme', email: addresses[index] };
    const { prospectIds } = (await post([lead])).data;
    await call('POST', `/campaigns/${campaign.id}/enroll`, { prospectIds });
    await call('PATCH', `/campaigns/${campaign.id}`, { status: 'running' });
    return prospectIds[0];
  };

  /** Waits until the last email in the prospect's inbox has the text, and returns it. */
  const readInbox = async (index: number, text: string): Promise<string> => {
    const session = await openImapSession({
      egress,
      server: { host: 'mail.example', port: host.imaps, security: 'tls' },
      auth: { user: addresses[index]!, password },
      timeouts: { openMs: 120_000, idleMs: 120_000 },
    });
    try {
      let source: string | undefined;
      const read = async () => {
        // Selects the folder again, because a server need not announce new messages.
        const lock = await openFolder(session, 'INBOX');
        try {
          const message = await session.fetchOne('*', { source: true });
          const newest = message ? message.source!.toString() : '';
          source = newest.includes(text) ? newest : undefined;
        } finally {
          lock.release();
          await session.mailboxClose();
        }
        return source;
      };
      await expect.poll(read, poll).toBeDefined();
      return source!;
    } finally {
      await session.logout();
    }
  };

  /** Answers from the prospect's own mail program. Returns when the server has accepted the answer. */
  const answer = async (index: number, source: string, text: string): Promise<void> => {
    const header = (name: string) => new RegExp(`^${name}: (.*)\\r$`, 'm').exec(source)![1]!;
    const transport = createTransport({
      host: '127.0.0.1',
      port: host.smtps,
      secure: true,
      tls: { servername: 'mail.example' },
      auth: { user: addresses[index]!, pass: password },
    });
    await transport.sendMail({
      from: `Ben Ito <${addresses[index]}>`,
      to: sender,
      subject: `Re: ${header('Subject')}`,
      inReplyTo: header('Message-ID'),
      references: header('Message-ID'),
      text,
    });
    transport.close();
  };

  /** Waits until the webhook has received an event of this type, and verifies its signature. */
  const delivered = async (type: string, data: Record<string, unknown>): Promise<void> => {
    const isSuch = (event: { type: string; data: Record<string, unknown> }) =>
      event.type === type &&
      Object.entries(data).every(([key, value]) => event.data[key] === value);
    const found = () => receiver.requests.find(({ event }) => isSuch(event));
    await expect.poll(found, poll).toBeDefined();
    const { body, headers } = found()!;
    new Webhook(secret).verify(body, headers);
  };

  return {
    ...client,
    campaignId: campaign.id as string,
    enroll,
    readInbox,
    answer,
    delivered,
    /** The newest conversation. */
    newest: async () =>
      (await ask('GET', '/conversations', { query: { limit: '1' } })).data.conversations[0],
    sent: async () =>
      (await ask('GET', `/campaigns/${campaign.id}/messages`)).data.messages.map(
        ({ status }: { status: string }) => status,
      ) as string[],
    /** Why the follow-up does not leave. */
    why: async (prospectId: string) => {
      const path = `/campaigns/${campaign.id}/enrollments/${prospectId}/why`;
      const { reasons } = await call('GET', path);
      return reasons.map(({ code }: { code: string }) => code) as string[];
    },
  };
}
