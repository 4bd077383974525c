import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { selfSignedCertificate } from '../../test/certificate.ts';
import { startDnsServer } from '../../test/dns-server.ts';
import { startDovecot } from '../../test/mail/dovecot.ts';
import { type SmtpScript, scriptedSmtp } from '../../test/mail/scripted-smtp.ts';
import { mailboxBody, mailboxesClient } from '../../test/mailboxes/mailboxes-client.ts';
import { testService } from '../../test/service.ts';

const certificate = selfSignedCertificate('mail.example');
tls.setDefaultCACertificates([certificate.cert]);
const dns = await startDnsServer((name, type) =>
  type === 'A' && name === 'mail.example' ? ['127.0.0.1'] : [],
);
const service = await testService({
  config: { EGRESS_ALLOW: ['127.0.0.0/8'], EGRESS_NAME_SERVERS: [dns.address] },
});
const password = `canary-${randomUUID()}`;
const dovecot = await startDovecot({ certificate, users: { ines: password } });
const imap = { host: 'mail.example', port: dovecot.imaps, security: 'tls', user: 'ines' };
const member = await mailboxesClient(service, await service.workspace());

async function smtpServer(script: SmtpScript = {}) {
  const server = await scriptedSmtp({
    security: 'tls',
    certificate,
    offers: ['AUTH PLAIN'],
    ...script,
    on: { AUTH: '235 2.7.0 Welcome', ...script.on },
  });
  return {
    server,
    settings: { host: 'mail.example', port: server.port, security: 'tls', user: 'ines' },
  };
}

const testSettings = async (smtp: object, more: object = {}) => {
  const { address } = mailboxBody();
  return member.call('POST', '/mailboxes/test', { address, password, smtp, imap, ...more });
};
const stageList = (stages: { stage: string; result: string }[]) =>
  stages.map(({ stage, result }) => `${stage} ${result}`).join(', ');

test('a test that succeeds lists all stages and sends nothing', async () => {
  const { server, settings } = await smtpServer();
  const result = await testSettings(settings);
  expect(result).toMatchObject({ works: true, smtp: { problem: null }, imap: { problem: null } });
  expect(stageList(result.smtp.stages)).toBe(
    'dns ok, connect ok, tls ok, greeting ok, ehlo ok, auth ok, mail ok',
  );
  expect(stageList(result.imap.stages)).toBe(
    'dns ok, connect ok, tls ok, greeting ok, auth ok, folder ok',
  );
  expect(server.commands.some((command) => command.startsWith('MAIL FROM'))).toBe(true);
  expect(server.dots).toEqual([]);
});

test.each<[string, SmtpScript, string]>([
  ['greeting', { on: { greeting: '554 5.3.2 Go away' } }, 'waiting for the greeting'],
  ['ehlo', { on: { EHLO: 'drop' } }, 'introducing itself (EHLO)'],
  ['auth', { on: { AUTH: '535 5.7.8 Bad credentials' } }, 'signing in (AUTH)'],
  ['mail', { on: { MAIL: '550 5.7.1 Not your address' } }, 'naming sender and recipient'],
  ['mail', { on: { RCPT: '550 5.1.1 Unknown' } }, 'naming sender and recipient'],
])('a failure at %s is named, also by its sentence', async (stage, script, sentence) => {
  const { settings } = await smtpServer(script);
  const { works, smtp, imap: reading } = await testSettings(settings);
  expect([works, smtp.works, reading.works]).toEqual([false, false, true]);
  expect(smtp.stages).toContainEqual({ stage, result: 'failed' });
  expect(smtp.problem).toContain(`Sending failed when ${sentence}`);
  expect(smtp.problem).not.toContain(password);
});

test('a refused IMAP login is named', async () => {
  const { settings } = await smtpServer();
  const { works, imap: reading } = await testSettings(settings, { password: 'wrong' });
  expect(works).toBe(false);
  expect(stageList(reading.stages)).toContain('auth failed, folder skipped');
  expect(reading.problem).toContain('Reading failed when signing in (LOGIN)');
});

test('a stored mailbox may send once both servers work, and not before', async () => {
  let isRefused = true;
  const { settings } = await smtpServer({
    on: { AUTH: () => (isRefused ? '535 5.7.8 Bad credentials' : '235 2.7.0 Welcome') },
  });
  const { id } = await member.connect({ smtp: settings, imap, password });
  const run = () => member.call('POST', `/mailboxes/${id}/test`, {});
  expect(await run()).toMatchObject({ works: false });
  expect(await member.row(id)).toMatchObject({ status: 'needs_attention', send_at: null });
  isRefused = false;
  expect(await run()).toMatchObject({ works: true });
  expect(await member.row(id)).toMatchObject({ status: 'ok', reason: null });
  expect((await member.row(id))['send_at']).toBeInstanceOf(Date);
  await member.change(id, { paused: true });
  expect(await run()).toMatchObject({ works: true });
  expect(await member.row(id)).toMatchObject({ status: 'paused', send_at: null });
  const audited = await member.audit('mailbox.tested');
  expect(audited.map(({ detail }) => detail['works'])).toEqual([false, true, true]);
});
