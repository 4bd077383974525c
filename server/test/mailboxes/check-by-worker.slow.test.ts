import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { selfSignedCertificate } from '../certificate.ts';
import { startDnsServer } from '../dns-server.ts';
import { startMailHost } from '../mail/opensmtpd.ts';
import { setUpWebhooks, webhooksClient } from '../webhooks/webhooks-client.ts';

const certificate = selfSignedCertificate('mail.example');
tls.setDefaultCACertificates([certificate.cert]);
const dns = await startDnsServer((name, type) => {
  if (type === 'A' && name === 'mail.example') return ['127.0.0.1'];
  return type === 'TXT' && name === 'acme.example' ? ['v=spf1 mx ~all'] : [];
});
const address = 'ana@acme.example';
const password = `pass-${randomUUID()}`;
const host = await startMailHost({ certificate, users: { [address]: password } });
const { service, startWorker } = await setUpWebhooks({
  PUBLIC_URL: 'https://outcrop.example',
  EGRESS_NAME_SERVERS: [dns.address],
});
await startWorker();

test('a check by API ends with a result and advice in the mailbox', {
  timeout: 300_000,
}, async () => {
  const { call } = await webhooksClient(service);
  const server = { host: 'mail.example', security: 'tls', user: address };
  const { mailbox } = await call('POST', '/mailboxes', {
    address,
    password,
    smtp: { ...server, port: host.smtps },
    imap: { ...server, port: host.imaps },
  });
  await call('POST', `/mailboxes/${mailbox.id}/check`, {});
  const check = async () => (await call('GET', `/mailboxes/${mailbox.id}`)).mailbox.check;
  await expect.poll(async () => (await check()).state, { timeout: 240_000 }).toBe('problems');
  expect(await check()).toMatchObject({
    arrivedIn: 'inbox',
    evidence: 'dns',
    spf: { result: 'unknown', domain: 'acme.example' },
    dkim: { result: 'unknown' },
    dmarc: { result: 'none' },
    advice: [{ code: 'dmarc_missing' }, { code: 'local_delivery' }],
  });
});
