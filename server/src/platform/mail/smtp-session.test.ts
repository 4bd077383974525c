import { setImmediate as turn } from 'node:timers/promises';
import tls from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { selfSignedCertificate } from '../../../test/certificate.ts';
import { startDnsServer } from '../../../test/dns-server.ts';
import {
  type ScriptedSmtp,
  type SmtpScript,
  scriptedSmtp,
} from '../../../test/mail/scripted-smtp.ts';
import { Egress } from '../egress/egress.ts';
import { trackTransaction } from '../transaction-guard.ts';
import type { MailAuth, MailFailure, MailServer } from './mail-server.ts';
import { openSmtpSession, type SmtpSession, type SmtpTimeouts } from './smtp-session.ts';

const certificate = selfSignedCertificate('mail.example');
tls.setDefaultCACertificates([certificate.cert]);
const dns = await startDnsServer((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
const egress = new Egress({ allow: ['127.0.0.0/8'], nameServers: [dns.address] });
afterAll(() => egress.close());

const raw = Buffer.from(
  `Subject: An idea\r\n\r\n.first\r\n${'A line of the body\r\n'.repeat(2_000)}`,
);
const password = 'canary-password';

/** Asked before the dot. Null abandons the email; otherwise, the result is called after the dot. */
type Gate = () => Promise<(() => Promise<void>) | null>;
const open: Gate = async () => async () => {};

async function submit(
  session: SmtpSession,
  message: Parameters<SmtpSession['begin']>[0],
  gate: Gate,
) {
  const submission = await session.begin(message);
  try {
    const release = await gate();
    if (release === null) {
      submission.abandon();
      return null;
    }
    await submission.writeDot();
    await release();
  } catch (error) {
    submission.abandon();
    throw error;
  }
  return submission.answer();
}

interface Options {
  security?: MailServer['security'];
  host?: string;
  auth?: MailAuth | null;
  gate?: Gate;
  dsn?: string | null;
  timeouts?: SmtpTimeouts;
}

async function send({ port }: ScriptedSmtp, options: Options = {}) {
  const { security = 'none', host = 'mail.example', gate = open, dsn = null, timeouts } = options;
  const session = await openSmtpSession({
    egress,
    server: { host, port, security },
    auth: options.auth === undefined ? { user: 'jane', password } : options.auth,
    name: 'outcrop.example',
    ...(timeouts && { timeouts }),
  });
  try {
    const message = { from: 'jane@mail.example', to: 'sam@acme.example', raw, dsn };
    return await submit(session, message, gate);
  } finally {
    session.close();
  }
}

const failureOf = async (server: ScriptedSmtp, options: Options = {}): Promise<MailFailure> =>
  send(server, options).then(
    () => expect.fail('the email was accepted'),
    (error: MailFailure) => error,
  );

const stuffed = raw.toString().replace('.first', '..first').slice(0, -2);

describe('an email that is accepted', () => {
  test.each(['tls', 'starttls', 'none'] as const)('arrives whole with %s', async (security) => {
    const server = await scriptedSmtp({ security, certificate });
    const accepted = await send(server, { security });
    expect(accepted).toEqual({
      code: 250,
      enhanced: '2.0.0',
      text: 'Queued',
      serverMessageId: null,
    });
    expect(server.accepted).toEqual([stuffed]);
    await expect
      .poll(() => server.commands.slice(-4))
      .toEqual(['MAIL FROM:<jane@mail.example>', 'RCPT TO:<sam@acme.example>', 'DATA', 'QUIT']);
  });

  test('arrives whole without pipelining', async () => {
    const server = await scriptedSmtp({ offers: ['AUTH PLAIN'] });
    await send(server);
    expect(server.accepted).toEqual([stuffed]);
  });

  test('keeps the id that the server gave it', async () => {
    const dot = '250 2.0.0 OK <AM0PR01@AM0PR01.eurprd01.prod.outlook.com> [Hostname=AM0]';
    const server = await scriptedSmtp({ on: { dot } });
    expect(await send(server)).toMatchObject({
      serverMessageId: '<AM0PR01@AM0PR01.eurprd01.prod.outlook.com>',
    });
  });

  test('asks for delivery status notifications only where they are offered', async () => {
    const offering = await scriptedSmtp({ offers: ['PIPELINING', 'DSN', 'AUTH PLAIN'] });
    await send(offering, { dsn: 'envelope-id' });
    expect(offering.commands).toContain('MAIL FROM:<jane@mail.example> RET=HDRS ENVID=envelope-id');
    expect(offering.commands).toContain('RCPT TO:<sam@acme.example> NOTIFY=FAILURE,DELAY');
    const other = await scriptedSmtp({});
    await send(other, { dsn: 'envelope-id' });
    expect(other.commands).toContain('MAIL FROM:<jane@mail.example>');
  });

  test('may be accepted long after its dot', async () => {
    const reply = Promise.withResolvers<string>();
    const server = await scriptedSmtp({ on: { dot: reply.promise } });
    const timeouts = { beforeDotMs: 2_000, afterDotMs: 60_000 };
    const sending = send(server, { timeouts });
    await expect.poll(() => server.dots.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, timeouts.beforeDotMs + 200));
    reply.resolve('250 2.0.0 Late');
    expect(await sending).toMatchObject({ text: 'Late' });
  });
});

describe('the gate', () => {
  test('is asked after the body was sent, and holds back only the dot', async () => {
    const server = await scriptedSmtp({});
    const gate = Promise.withResolvers<void>();
    let released = false;
    const sending = send(server, {
      gate: async () => {
        await gate.promise;
        return async () => {
          released = true;
        };
      },
    });
    await expect.poll(() => server.inClear().includes('A line of the body')).toBe(true);
    for (let turns = 0; turns < 20; turns++) await turn();
    expect(server.dots).toEqual([]);
    gate.resolve();
    expect(await sending).toMatchObject({ code: 250 });
    expect(released).toBe(true);
  });

  test('that refuses lets no dot leave, and closes the connection', async () => {
    const server = await scriptedSmtp({});
    expect(await send(server, { gate: async () => null })).toBeNull();
    await expect.poll(server.openConnections).toBe(0);
    expect(server.dots).toEqual([]);
  });

  test('that fails lets no dot leave, and its failure is thrown', async () => {
    const server = await scriptedSmtp({});
    const failing = send(server, {
      gate: async () => {
        throw new Error('no database');
      },
    });
    await expect(failing).rejects.toThrow('no database');
    await expect.poll(server.openConnections).toBe(0);
    expect(server.dots).toEqual([]);
  });

  test('that opens after the connection was lost is released, and no dot was sent', async () => {
    const script: SmtpScript = {};
    const server = await scriptedSmtp(script);
    let released = false;
    const failure = await failureOf(server, {
      timeouts: { beforeDotMs: 500, afterDotMs: 500 },
      gate: async () => {
        await expect.poll(server.openConnections, { timeout: 10_000 }).toBe(0);
        return async () => {
          released = true;
        };
      },
    });
    expect(failure).toMatchObject({ stage: 'body', reply: null, reachedDot: false });
    expect(released).toBe(true);
    expect(server.dots).toEqual([]);
  });

  test('is released when the connection is lost at the dot', async () => {
    const server = await scriptedSmtp({ on: { dot: 'drop' } });
    let released = false;
    const failure = await failureOf(server, {
      gate: async () => async () => {
        released = true;
      },
    });
    expect(failure).toMatchObject({ stage: 'dot', reply: null, reachedDot: true });
    expect(released).toBe(true);
  });
});

const timeouts = { beforeDotMs: 1_000, afterDotMs: 1_000 };
const reply = (code: number, enhanced: string | null, text: string) => ({ code, enhanced, text });

test.each<[string, SmtpScript['on'], object]>([
  [
    'a greeting with 554',
    { greeting: '554 5.7.1 No' },
    { stage: 'greeting', reply: reply(554, '5.7.1', 'No') },
  ],
  ['a drop before the greeting', { greeting: 'drop' }, { stage: 'greeting', reply: null }],
  ['no greeting', { greeting: 'silence' }, { stage: 'greeting', reply: null }],
  ['a drop at EHLO', { EHLO: 'drop' }, { stage: 'ehlo', reply: null }],
  [
    'AUTH with 535',
    { AUTH: '535 5.7.8 Wrong' },
    { stage: 'auth', reply: reply(535, '5.7.8', 'Wrong') },
  ],
  ['a drop at AUTH', { AUTH: 'drop' }, { stage: 'auth', reply: null }],
  [
    'MAIL with 550',
    { MAIL: '550 5.7.1 Policy' },
    { stage: 'mail', reply: reply(550, '5.7.1', 'Policy') },
  ],
  ['a drop at MAIL', { MAIL: 'drop' }, { stage: 'mail', reply: null }],
  [
    'RCPT with 550',
    { RCPT: '550 5.1.1 Unknown' },
    { stage: 'rcpt', reply: reply(550, '5.1.1', 'Unknown') },
  ],
  [
    'RCPT with two lines',
    { RCPT: '450-4.2.0 Grey\r\n450 4.2.0 listed' },
    { stage: 'rcpt', reply: reply(450, '4.2.0', 'Grey listed') },
  ],
  ['silence at RCPT', { RCPT: 'silence' }, { stage: 'rcpt', reply: null }],
  ['a drop at DATA', { DATA: 'drop' }, { stage: 'data', reply: null }],
  [
    'the dot with 550',
    { dot: '550 5.7.1 Spam' },
    { stage: 'dot', reply: reply(550, '5.7.1', 'Spam') },
  ],
  ['a drop after the dot', { dot: 'drop' }, { stage: 'dot', reply: null, reachedDot: true }],
  ['silence after the dot', { dot: 'silence' }, { stage: 'dot', reply: null, reachedDot: true }],
])('%s is reported with its stage', async (_what, on, expected) => {
  for (const offers of [['PIPELINING', 'AUTH PLAIN'], ['AUTH PLAIN']]) {
    const server = await scriptedSmtp({ on: on!, offers });
    const failure = await failureOf(server, { timeouts });
    expect(failure).toMatchObject({ name: 'MailFailure', ...expected });
    await expect.poll(server.openConnections, { timeout: 10_000 }).toBe(0);
  }
});

test('a drop in the body is reported with its stage', async () => {
  const server = await scriptedSmtp({ on: { body: 'drop' } });
  const failure = await failureOf(server, {
    gate: async () => {
      await expect.poll(server.openConnections, { timeout: 10_000 }).toBe(0);
      for (let turns = 0; turns < 20; turns++) await turn();
      return async () => {};
    },
  });
  expect(failure).toMatchObject({ stage: 'body', reply: null, reachedDot: false });
});

test('an email that follows a refused one is sent', async () => {
  let replies = 0;
  const server = await scriptedSmtp({
    on: { MAIL: () => (++replies === 1 ? '450 4.1.8 Later' : '250 2.1.0 OK') },
  });
  const options = { host: 'mail.example', port: server.port, security: 'none' } as const;
  const session = await openSmtpSession({ egress, server: options, auth: null, name: 'x.example' });
  const message = { from: 'a@mail.example', to: 'b@acme.example', raw, dsn: null };
  await expect(session.submit(message)).rejects.toMatchObject({ stage: 'mail' });
  session.close();
  const second = await openSmtpSession({ egress, server: options, auth: null, name: 'x.example' });
  expect(await second.submit(message)).toMatchObject({ code: 250 });
  second.close();
});

describe('credentials', () => {
  const encoded = Buffer.from(`\0jane\0${password}`).toString('base64');
  const auths: MailAuth[] = [
    { user: 'jane', password },
    { user: 'jane', accessToken: 'canary-token' },
  ];
  const isSilent = (server: ScriptedSmtp) => {
    expect(server.inClear()).not.toContain(encoded);
    expect(server.commands.join('\n')).not.toMatch(/AUTH|canary/);
  };

  test('are not sent if the server does not offer TLS', async () => {
    for (const auth of auths)
      for (const offers of [['STARTTLS', 'AUTH PLAIN XOAUTH2'], ['AUTH PLAIN XOAUTH2']]) {
        const server = await scriptedSmtp({ security: 'none', offers });
        const failure = await failureOf(server, { security: 'starttls', auth });
        expect(failure).toMatchObject({ stage: 'tls' });
        isSilent(server);
      }
  });

  test.each([
    [
      'expired',
      selfSignedCertificate('mail.example', { expires: Date.now() - 60_000 }),
      'it has expired',
    ],
    ['for another name', selfSignedCertificate('other.example'), 'another name'],
    ['not trusted', null, 'self-signed'],
  ])('are not sent if the certificate is %s', async (_what, bad, message) => {
    if (bad) tls.setDefaultCACertificates([certificate.cert, bad.cert]);
    const untrusted = bad ?? selfSignedCertificate('mail.example');
    for (const auth of auths)
      for (const security of ['tls', 'starttls'] as const) {
        const server = await scriptedSmtp({ security, certificate: untrusted });
        const failure = await failureOf(server, { security, auth });
        expect(failure).toMatchObject({ stage: 'tls', message: expect.stringContaining(message) });
        isSilent(server);
      }
  });

  test('are not sent in clear to a public host', async () => {
    const guarded = new Egress({ allow: [], nameServers: [dns.address] });
    const server = await scriptedSmtp({});
    const opening = openSmtpSession({
      egress: guarded,
      server: { host: 'mail.example', port: server.port, security: 'none' },
      auth: { user: 'jane', password },
      name: 'outcrop.example',
    });
    await expect(opening).rejects.toMatchObject({ stage: 'forbidden' });
    expect(server.connections).toBe(0);
    await guarded.close();
  });

  test('that a server repeats do not appear in the failure', async () => {
    for (const auth of auths) {
      const server = await scriptedSmtp({
        on: { AUTH: (line) => `535 5.7.8 ${line} ${password}` },
      });
      const failure = await failureOf(server, { auth });
      expect(failure.stage).toBe('auth');
      expect(JSON.stringify([failure, failure.message])).not.toMatch(/canary-token|AGphbmUA/);
    }
  });

  test('with an access token use XOAUTH2, and the reply to a refused one is kept', async () => {
    const auth = { user: 'jane@mail.example', accessToken: 'token' };
    const server = await scriptedSmtp({ security: 'tls', certificate });
    await send(server, { security: 'tls', auth });
    const token = Buffer.from('user=jane@mail.example\x01auth=Bearer token\x01\x01');
    expect(server.commands).toContain(`AUTH XOAUTH2 ${token.toString('base64')}`);

    const refusing = await scriptedSmtp({
      on: { AUTH: '334 eyJzdGF0dXMiOiI0MDEifQ==', '': '535 5.7.8 Token expired' },
    });
    expect(await failureOf(refusing, { auth })).toMatchObject({
      stage: 'auth',
      reply: reply(535, '5.7.8', 'Token expired'),
    });
    expect(refusing.commands.filter((line) => line.startsWith('AUTH'))).toHaveLength(1);
  });
});

test('nothing is sent while a transaction is open', async () => {
  const server = await scriptedSmtp({});
  const session = await openSmtpSession({
    egress,
    server: { host: 'mail.example', port: server.port, security: 'none' },
    auth: null,
    name: 'outcrop.example',
  });
  const message = { from: 'a@mail.example', to: 'b@acme.example', raw, dsn: null };
  const { result, close } = trackTransaction(() => session.submit(message));
  await expect(result).rejects.toThrow('while a transaction was open');
  close();
  session.close();
});
