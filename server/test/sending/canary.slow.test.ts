import { randomBytes, randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { selfSignedCertificate } from '../certificate.ts';
import { startDnsServer } from '../dns-server.ts';
import { startWire } from '../mail/mail-wire.ts';
import { startOAuthProvider } from '../mail/oauth-provider.ts';
import { scriptedSmtp } from '../mail/scripted-smtp.ts';
import { testQueue } from '../queue/workers.ts';
import { formsOf, wholeDatabase, wholeRedis } from '../secrets-scan.ts';
import { testService } from '../service.ts';
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { webhooksClient } from '../webhooks/webhooks-client.ts';

const certificate = selfSignedCertificate('mail.example');
tls.setDefaultCACertificates([certificate.cert]);
const dns = await startDnsServer((name, type) =>
  type === 'A' && name === 'mail.example' ? ['127.0.0.1'] : [],
);
const provider = await startOAuthProvider();
const commonConfig = {
  PUBLIC_URL: 'https://outcrop.example',
  EGRESS_ALLOW: ['127.0.0.0/8'],
  EGRESS_NAME_SERVERS: [dns.address],
  MAIL_OAUTH_CLIENT_ID: provider.clientId,
  MAIL_OAUTH_CLIENT_SECRET: provider.clientSecret,
  MAIL_OAUTH_AUTHORIZE_URL: provider.authorizeUrl,
  MAIL_OAUTH_TOKEN_URL: provider.tokenUrl,
};
/** With characters that look different in a URL, in JSON and in base64. */
const newPassword = () => `é+${randomBytes(12).toString('base64')}/"?&`;
const unencryptedServer = { user: 'jane@mail.example', security: 'none', host: '127.0.0.1' };

/** A mail server that repeats what it gets, and refuses on request. */
async function echoingSmtp() {
  const state = { refuses: false };
  const smtp = await scriptedSmtp({
    security: 'starttls',
    certificate,
    on: {
      AUTH: (line) => (state.refuses ? `535 5.7.8 ${line}` : `235 2.7.0 ${line}`),
      dot: '250 2.0.0 Queued',
    },
  });
  return Object.assign(smtp, { state });
}

/** An IMAP server that refuses every sign-in and repeats it. */
const echoingImap = () =>
  startWire((client) => {
    client.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2 SASL-IR] ready\r\n');
    client.on('data', (bytes) => {
      const [tag = '*', ...rest] = String(bytes).trim().split(' ');
      client.write(`${tag} NO [AUTHENTICATIONFAILED] ${rest.join(' ')}\r\n`);
    });
  });

test('passwords and tokens of mailboxes are nowhere but sealed, not even in part', {
  timeout: 900_000,
}, async () => {
  const [smtp, imap] = [await echoingSmtp(), await echoingImap()];
  const config = {
    ...commonConfig,
    MAIL_OAUTH_SMTP_URL: `smtp://mail.example:${smtp.port}`,
    MAIL_OAUTH_IMAP_URL: `imap://127.0.0.1:${imap.port}`,
  };
  const service = await testService({ config, logLevel: 'trace' });
  const queue = await testQueue([], service.database);
  await queue.startWorker([], config);
  const receiver = await startWebhookReceiver();
  const client = await webhooksClient(service);
  const answers: unknown[] = [];
  const ask = async (method: string, path: string, body?: object | string) => {
    const { data, error, headers } = await client.ask(method, path, body ? { body } : {});
    answers.push(data, error, [...headers]);
    return data;
  };
  await client.register(receiver.url);

  const servers = {
    smtp: { ...unencryptedServer, host: 'mail.example', security: 'starttls', port: smtp.port },
    imap: { ...unencryptedServer, port: imap.port },
  };
  const passwords = Array.from({ length: 8 }, newPassword);
  const [password, replaced, mistyped, untested, inCsv, inBadCsv, inJson, inName] = passwords;
  const mailboxOf = (address: string, given = password) => ({
    ...{ address, name: 'Jane', password: given, shared: true, timeZone: 'UTC', ...servers },
    gap: { fromSeconds: 0, toSeconds: 0 },
    windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }],
  });
  const connect = async (address: string): Promise<string> =>
    (await ask('POST', '/mailboxes', mailboxOf(address))).mailbox.id;
  const makeOk = (id: string) =>
    service.owner.query(sql`
      update mailbox set status = 'ok', reason = null, send_at = now() where id = ${id}`);
  const statusOf = async (id: string) => (await ask('GET', `/mailboxes/${id}`)).mailbox.status;

  // Connecting, testing and failing, by form and by file.
  const byPassword = await connect('jane@mail.example');
  await ask('PATCH', `/mailboxes/${byPassword}`, { password: replaced });
  await ask('POST', `/mailboxes/${byPassword}/test`, {});
  smtp.state.refuses = true;
  await ask('POST', `/mailboxes/${byPassword}/test`, {});
  await ask('POST', '/mailboxes/test', mailboxOf('ana@mail.example', untested));
  smtp.state.refuses = false;
  await ask('POST', '/mailboxes', { ...mailboxOf('x', mistyped), smtp: { port: mistyped } });
  await ask('POST', '/mailboxes', { ...mailboxOf('y@mail.example'), password: { [mistyped!]: 1 } });
  await ask('POST', '/mailboxes', `{"password": "${inJson}`);
  await ask('PATCH', `/mailboxes/${byPassword}`, { password: inName, unknown: 1 });
  const quoted = (text = '') => `"${text.replaceAll('"', '""')}"`;
  const csv = [
    'email,password,smtp_host,imap_host',
    `ines@mail.example,${quoted(inCsv)},127.0.0.1,127.0.0.1`,
    `not an address,${quoted(inBadCsv)},,`,
  ].join('\n');
  await ask('POST', '/mailboxes/import', { csv });
  await ask('POST', '/mailboxes/import', { csv: `${csv}\nana@mail.example,"${inBadCsv}` });

  // Signing in with OAuth.
  const byToken = await connect('ben@mail.example');
  const { url } = await ask('POST', `/mailboxes/${byToken}/sign-in`, { provider: 'custom' });
  const signIn = provider.signIn(url, 'ben');
  await ask('POST', '/mailboxes/sign-in', signIn);
  await ask('POST', '/mailboxes/sign-in', signIn);
  await ask('POST', `/mailboxes/${byToken}/test`, {});

  // Sending, being refused, and a job that crashes.
  const steps = [{ kind: 'email', subject: 'Hello', body: 'An idea.' }];
  const { campaign } = await ask('POST', '/campaigns', { name: 'Fair', steps });
  await ask('PATCH', `/campaigns/${campaign.id}`, { status: 'running' });
  const sendFrom = async (mailboxId: string) => {
    await ask('PUT', `/campaigns/${campaign.id}/mailboxes`, { mailboxIds: [mailboxId] });
    const { data } = await client.post([{ email: `${randomUUID()}@acme.example` }]);
    await makeOk(mailboxId);
    await ask('POST', `/campaigns/${campaign.id}/enroll`, { prospectIds: data.prospectIds });
  };
  const waiting = { timeout: 180_000 };
  // The copy in Sent is refused, which may stop the mailbox at any moment.
  const working = async <T>(mailboxId: string, read: () => T): Promise<T> => {
    await makeOk(mailboxId);
    return read();
  };
  for (const [index, mailboxId] of [byPassword, byToken].entries()) {
    smtp.state.refuses = false;
    await sendFrom(mailboxId);
    const accepted = () => working(mailboxId, () => smtp.accepted.length);
    await expect.poll(accepted, waiting).toBe(index * 2 + 1);
    await sendFrom(mailboxId);
    await expect.poll(accepted, waiting).toBe(index * 2 + 2);
    smtp.state.refuses = true;
    await sendFrom(mailboxId);
    await expect.poll(() => statusOf(mailboxId), waiting).toBe('needs_attention');
    await service.owner.query(sql`
      update enrollment set status = 'stopped' where campaign_id = ${campaign.id}`);
  }
  const failing = () =>
    receiver.requests
      .filter(({ event }) => event.type === 'mailbox.failing')
      .map(({ event }) => event.data.mailboxId);
  await expect.poll(() => new Set(failing()).size, waiting).toBe(2);
  await service.owner.query(sql`
    update mailbox set secret = 's1.test.' || secret where id = ${byPassword}`);
  await sendFrom(byPassword);
  await expect
    .poll(
      () =>
        working(byPassword, () =>
          queue.log.some(({ job, level }) => job === 'send-turn' && Number(level) >= 40),
        ),
      waiting,
    )
    .toBe(true);
  provider.revoke('ben');
  await sendFrom(byToken);
  await expect.poll(() => statusOf(byToken), waiting).toBe('needs_attention');

  await queue.stopWorkers();
  await service.stop();
  const decoded = smtp.commands
    .filter((line) => line.startsWith('AUTH XOAUTH2'))
    .map((line) => Buffer.from(line.split(' ')[2]!, 'base64').toString());
  const tokens = [...decoded.join(' ').matchAll(/access-([\w-]+)/g)].map(([, token]) => token!);
  const refreshTokens = provider.tokenRequests.flatMap(({ refresh_token: token, code }) => [
    ...(token ? [token.replace('refresh-', '')] : []),
    ...(code ? [code] : []),
  ]);
  const secrets = [...passwords, ...tokens, ...refreshTokens, provider.clientSecret];
  // At least two access tokens, a refresh token and a code, besides the passwords.
  expect(new Set(secrets).size).toBeGreaterThanOrEqual(passwords.length + 5);

  const database = await wholeDatabase(queue.owner, client.workspace.id);
  const sources = {
    database,
    redis: await wholeRedis(),
    'log of the API': service.log,
    'log of the worker': queue.log,
    responses: answers,
    webhooks: receiver.requests,
  };
  expect(database.some((row) => row.includes('s1.test.'))).toBe(true);
  expect(database.some((row) => row.includes('/api/v1/manage/mailboxes'))).toBe(true);
  for (const [source, found] of Object.entries(sources)) {
    expect(found.length, source).toBeGreaterThan(0);
    const text = found.map((each) => JSON.stringify(each) ?? '').join('\n');
    const leaks = secrets
      .flatMap(formsOf)
      .filter((form) => text.includes(form))
      .map((form) => text.slice(text.indexOf(form) - 100, text.indexOf(form) + 40));
    expect(leaks, source).toEqual([]);
  }
});
