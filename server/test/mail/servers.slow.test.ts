import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { createTransport } from 'nodemailer';
import { afterAll, expect, test } from 'vitest';
import { openFolder, openImapSession } from '../../src/core/mailboxes/imap-session.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { selfSigned } from '../certificate.ts';
import { startMailHost } from './opensmtpd.ts';

const certificate = selfSigned('localhost');
tls.setDefaultCACertificates([certificate.cert]);
const egress = new Egress({ allow: ['127.0.0.0/8'] });
afterAll(() => egress.close());

const password = `pass-${randomUUID()}`;

/** Two of them, because test files run at the same time. */
const hosts = await Promise.all(
  [1, 2].map(() => startMailHost({ certificate, users: { 'ana@localhost': password } })),
);

const transport = (port: number, secure: boolean, pass: string) =>
  createTransport({
    host: 'localhost',
    port,
    secure,
    requireTLS: true,
    auth: { user: 'ana@localhost', pass },
  });

test('an email submitted with TLS and a password passes OpenSMTPD and arrives in the inbox', async () => {
  for (const host of hosts) {
    const subject = randomUUID();
    const email = { from: 'ana@localhost', to: 'ana@localhost', subject, text: 'Hello' };
    for (const secure of [true, false])
      await transport(secure ? host.smtps : host.smtp, secure, password).sendMail(email);
    const session = await openImapSession({
      egress,
      server: { host: 'localhost', port: host.imaps, security: 'tls' },
      auth: { user: 'ana@localhost', password },
      timeouts: { openMs: 120_000, idleMs: 120_000 },
    });
    const lock = await openFolder(session, 'INBOX');
    const found = async () => {
      await session.noop();
      const uids = await session.search({ subject }, { uid: true });
      return uids ? uids.length : 0;
    };
    await expect.poll(found).toBe(2);
    lock.release();
    await session.logout();
    expect(host.smtpLog()).toContain('result="Ok"');
  }
});

test('a submission with a wrong password is refused', async () => {
  await expect(transport(hosts[0]!.smtps, true, 'wrong').verify()).rejects.toMatchObject({
    responseCode: 535,
  });
});
