import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { selfSignedCertificate } from '../../../test/certificate.ts';
import { startDnsServer } from '../../../test/dns-server.ts';
import { startDovecot } from '../../../test/mail/dovecot.ts';
import { startWire } from '../../../test/mail/mail-wire.ts';
import { startOAuthProvider } from '../../../test/mail/oauth-provider.ts';
import { freePorts } from '../../../test/mail/server-process.ts';
import { Egress } from '../../platform/egress/egress.ts';
import type { MailAuth, MailServer } from '../../platform/mail/mail-server.ts';
import { findInSent, openFolder, openImapSession } from './imap-session.ts';

const trusted = selfSignedCertificate('mail.example');
const expired = selfSignedCertificate('mail.example', { expires: Date.now() - 60_000 });
tls.setDefaultCACertificates([trusted.cert, expired.cert]);

const dns = await startDnsServer((name, type) =>
  type !== 'A' || name.startsWith('missing') ? [] : ['127.0.0.1'],
);
const egress = new Egress({ allow: ['127.0.0.0/8'], nameServers: [dns.address] });
afterAll(() => egress.close());

const password = `pass-${randomUUID()}`;
const provider = await startOAuthProvider();
const dovecot = await startDovecot({
  certificate: trusted,
  users: { ana: password },
  introspectionUrl: provider.introspectionUrl,
});
const ana: MailAuth = { user: 'ana', password };
const anaByToken: MailAuth = { user: 'ana', accessToken: `access-${randomUUID()}` };
const secure: MailServer = { host: 'mail.example', port: dovecot.imaps, security: 'tls' };
const timeouts = { openMs: 120_000, idleMs: 120_000 };

const open = (server: Partial<MailServer> = {}, auth: MailAuth = ana, openMs = timeouts.openMs) =>
  openImapSession({
    egress,
    server: { ...secure, ...server },
    auth,
    timeouts: { ...timeouts, openMs },
  });
const failure = (stage: string, message?: string) =>
  expect.objectContaining({
    name: 'MailFailure',
    stage,
    ...(message !== undefined && { message: expect.stringContaining(message) }),
  });

test('a session opens over TLS and with STARTTLS', async () => {
  for (const [port, security] of [
    [dovecot.imaps, 'tls'],
    [dovecot.imap, 'starttls'],
  ] as const) {
    const session = await open({ port, security });
    expect(session.secureConnection).toBe(true);
    const lock = await openFolder(session, 'INBOX');
    lock.release();
    await session.logout();
  }
});

test('a name without an address fails at dns', async () => {
  await expect(open({ host: 'missing.example' })).rejects.toEqual(
    failure('dns', 'DNS has no address for missing.example'),
  );
});

test('a private address that the operator did not allow is forbidden', async () => {
  const strict = new Egress({ allow: [], nameServers: [dns.address] });
  afterAll(() => strict.close());
  await expect(openImapSession({ egress: strict, server: secure, auth: ana })).rejects.toEqual(
    failure('forbidden'),
  );
});

test('a closed port fails at connect', async () => {
  const [port] = (await freePorts(1)) as [number];
  for (const security of ['tls', 'starttls'] as const)
    await expect(open({ port, security })).rejects.toEqual(
      failure('connect', `mail.example refused the connection on port ${port}.`),
    );
});

test('a server that never greets fails at greeting', async () => {
  const wire = await startWire(() => {});
  await expect(open({ port: wire.port, security: 'starttls' }, ana, 3_000)).rejects.toEqual(
    failure('greeting'),
  );
  expect(wire.sent()).toBe('');
});

test('a certificate for another name fails at tls, with STARTTLS too', async () => {
  for (const [port, security] of [
    [dovecot.imaps, 'tls'],
    [dovecot.imap, 'starttls'],
  ] as const) {
    const wire = await startWire(port);
    for (const auth of [ana, anaByToken])
      await expect(
        open({ host: 'other.example', port: wire.port, security }, auth),
      ).rejects.toEqual(failure('tls', 'it is for another name'));
    expectNoCredential(wire.sent());
  }
});

test('an expired certificate fails at tls', async () => {
  const old = await startDovecot({ certificate: expired });
  for (const [port, security] of [
    [old.imaps, 'tls'],
    [old.imap, 'starttls'],
  ] as const) {
    const wire = await startWire(port);
    for (const auth of [ana, anaByToken])
      await expect(open({ port: wire.port, security }, auth)).rejects.toEqual(
        failure('tls', 'it has expired'),
      );
    expectNoCredential(wire.sent());
  }
});

test('no credential is sent if TLS was stripped', async () => {
  const plain = await startDovecot({ plainOnly: true });
  const stripped = await startWire(plain.imap);
  const preauth = await startWire((client) => {
    client.write('* PREAUTH welcome\r\n');
    client.on('data', (line) => client.write(`${String(line).split(' ')[0]} OK done\r\n`));
  });
  const { port } = stripped;
  for (const auth of [ana, anaByToken]) {
    await expect(open({ port, security: 'starttls' }, auth)).rejects.toEqual(
      failure('tls', 'does not support STARTTLS'),
    );
    await expect(open({ port, security: 'tls' }, auth)).rejects.toEqual(failure('tls'));
    await expect(open({ port: preauth.port, security: 'starttls' }, auth)).rejects.toEqual(
      failure('tls'),
    );
  }
  for (const wire of [stripped, preauth]) expectNoCredential(wire.sent());
});

test('a connection without TLS is possible only in a network that the operator allowed', async () => {
  const session = await open({ port: dovecot.imap, security: 'none' });
  expect(session.secureConnection).toBe(false);
  await session.logout();
  const publicOnly = new Egress({ allow: ['10.0.0.0/8'], nameServers: [dns.address] });
  afterAll(() => publicOnly.close());
  const server: MailServer = { host: '8.8.8.8', port: 143, security: 'none' };
  await expect(openImapSession({ egress: publicOnly, server, auth: ana })).rejects.toEqual(
    failure('forbidden'),
  );
});

test('a wrong password fails at auth, and the message does not repeat it', async () => {
  const wrong = `wrong-${randomUUID()}`;
  const refused = await open({}, { user: 'ana', password: wrong }).catch((error: unknown) => error);
  expect(refused).toEqual(failure('auth', 'mail.example refused the user name or password'));
  expect(JSON.stringify(refused) + (refused as Error).stack).not.toContain(wrong);
});

test('a server that repeats the credential is not quoted', async () => {
  const echo = await startWire((client) => {
    client.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n');
    client.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n').filter(Boolean)) {
        const [tag] = line.split(' ');
        client.write(
          /LOGIN|AUTH/i.test(line) ? `${tag} NO ${line} ${password}\r\n` : `${tag} OK done\r\n`,
        );
      }
    });
  });
  const refused = await open({ port: echo.port, security: 'none' }).catch((error: Error) => error);
  expect(refused).toEqual(failure('auth'));
  expectNoCredential((refused as Error).message);
});

test('an access token signs in, and an expired one fails at auth', async () => {
  const tokenResponse = await fetch(provider.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: provider.refreshTokenOf('ana'),
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
    }),
  });
  const { access_token: accessToken } = (await tokenResponse.json()) as { access_token: string };
  const session = await open({}, { user: 'ana', accessToken });
  await session.logout();
  provider.expire(accessToken);
  const refused = await open({}, { user: 'ana', accessToken }).catch((error: Error) => error);
  expect(refused).toEqual(failure('auth'));
  expect((refused as Error).message).not.toContain(accessToken);
});

test('emails are found in Sent by their exact Message-ID', async () => {
  const session = await open();
  const idOf = (name: string) => `<${name}@outcrop.example>`;
  const ids = Array.from({ length: 45 }, (_, index) => idOf(`sent-${index}-${randomUUID()}`));
  for (const id of ids)
    await session.append('Sent', `Message-ID: ${id}\r\nSubject: Hello\r\n\r\nHi\r\n`);
  await session.append('INBOX', `Message-ID: ${idOf('received')}\r\n\r\nHi\r\n`);
  const prefix = ids[0]!.slice(0, 12);
  const wanted = [...ids, idOf('absent'), idOf('received'), prefix, `<${'a'.repeat(2_000)}>`];
  expect(await findInSent(session, wanted)).toEqual(new Set(ids));
  expect(await findInSent(session, [ids[3]!])).toEqual(new Set([ids[3]]));
  expect(await findInSent(session, [])).toEqual(new Set());
  await session.logout();
});

test('a mailbox without a Sent folder fails at folder', async () => {
  const bare = await startDovecot({ certificate: trusted, folders: {} });
  const session = await open({ port: bare.imaps }, { user: 'bo', password: 'secret' });
  await expect(findInSent(session, ['<a@b.example>'])).rejects.toEqual(
    failure('folder', 'no Sent folder'),
  );
  await session.logout();
});

test('a search that is never answered ends in time', async () => {
  let isSilent = false;
  const silent = await startWire((client) => {
    client.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    client.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n').filter(Boolean)) {
        if (!isSilent) client.write(`${line.split(' ')[0]} OK done\r\n`);
      }
    });
  });
  const session = await open({ port: silent.port, security: 'none' });
  isSilent = true;
  await expect(findInSent(session, ['<a@b.example>'], 200)).rejects.toEqual(failure('folder'));
});

function expectNoCredential(text: string): void {
  const plain = Buffer.from(`\0ana\0${password}`).toString('base64');
  for (const secret of [password, plain, Buffer.from(password).toString('base64')])
    expect(text).not.toContain(secret);
  expect(text).not.toMatch(/AUTHENTICATE|LOGIN |access-/);
}
