import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { selfSignedCertificate } from '../../test/certificate.ts';
import { startDnsServer } from '../../test/dns-server.ts';
import { startMailHost } from '../../test/mail/opensmtpd.ts';
import {
  keyName,
  keyRecord,
  type RelayOptions,
  signedHeaders,
  startSigningRelay,
  unsubscribeHeaders,
} from '../../test/mail/signing-relay.ts';
import { readConfig } from '../config.ts';
import { openFolder, openImapSession } from '../core/mailboxes/imap-session.ts';
import type { MailboxRow } from '../core/mailboxes/mailbox-rows.sql.ts';
import { MailTokens } from '../core/sending/mail-tokens.ts';
import { Suppression } from '../core/suppression/suppression.ts';
import { Egress } from '../platform/egress/egress.ts';
import { checkDelivery } from './check-delivery.ts';

const certificate = selfSignedCertificate('mail.example');
tls.setDefaultCACertificates([certificate.cert]);

const allRecords = {
  'acme.example': 'v=spf1 ip4:8.8.4.4 ~all',
  '_dmarc.acme.example': 'v=DMARC1; p=reject',
  [keyName('acme.example')]: keyRecord,
  [keyName('host.example')]: keyRecord,
};
let records: Record<string, string> = allRecords;
const dns = await startDnsServer((name, type) => {
  if (type === 'A') return name === 'mail.example' ? ['127.0.0.1'] : [];
  return type === 'TXT' && records[name] !== undefined ? [records[name]] : [];
});
const egress = new Egress({ allow: ['127.0.0.0/8'], nameServers: [dns.address] });
afterAll(() => egress.close());

const address = 'ana@acme.example';
const password = `pass-${randomUUID()}`;
let route: RelayOptions = { signs: null };
const relay = await startSigningRelay(() => ({ port: host.relay, route }));
const host = await startMailHost({
  certificate,
  users: { [address]: password },
  through: relay.port,
});
const server = { host: 'mail.example', security: 'tls' as const, user: address };
const smtp = { ...server, port: host.smtps };
const imap = { ...server, port: host.imaps };

const receivedHeader = (ip: string) =>
  `Received: from out.sender.example (out.sender.example [${ip}])\r\n\tby mx.acme.example with ESMTPS id 1\r\n`;
const signedWithUnsubscribe = [...signedHeaders, ...unsubscribeHeaders];
const secret = readConfig().SUPPRESSION_KEY!;
const timeouts = { beforeDotMs: 120_000, afterDotMs: 120_000 };

async function check(given: RelayOptions, changed: { records?: object; arrivalMs?: number } = {}) {
  route = given;
  records = (changed.records ?? allRecords) as Record<string, string>;
  return checkDelivery(
    {
      egress,
      suppression: new Suppression(secret),
      tokens: new MailTokens(secret),
      publicUrl: 'https://outcrop.example',
      hostName: 'outcrop.example',
      clock: () => new Date(),
      credentials: { of: async () => ({ user: address, password }) },
      timeouts,
      arrivalMs: changed.arrivalMs ?? 120_000,
    },
    {
      workspaceId: randomUUID(),
      mailbox: { id: randomUUID(), address, name: 'Ana', smtp, imap } as unknown as MailboxRow,
      checkId: randomUUID(),
      isRetry: false,
      signal: new AbortController().signal,
    },
  );
}

async function inFolder<T>(
  path: string,
  work: (session: Awaited<ReturnType<typeof openImapSession>>) => Promise<T>,
): Promise<T> {
  const session = await openImapSession({
    egress,
    server: imap,
    auth: { user: address, password },
    timeouts: { openMs: 120_000, idleMs: 120_000 },
  });
  const lock = await openFolder(session, path);
  try {
    return await work(session);
  } finally {
    lock.release();
    await session.logout();
  }
}
const countIn = (path: string) =>
  inFolder(path, async (session) => ((await session.search({ all: true })) || []).length);
const codes = ({ advice }: { advice: { code: string }[] }) => advice.map(({ code }) => code);

test('an email that is signed with both unsubscribe headers passes', async () => {
  const outcome = await check({ signs: signedWithUnsubscribe, adds: receivedHeader('8.8.4.4') });
  expect(outcome).toEqual({
    state: 'passed',
    arrivedIn: 'inbox',
    evidence: 'message',
    spf: { result: 'pass', domain: 'acme.example', aligned: true },
    dkim: {
      result: 'pass',
      domain: 'acme.example',
      selector: 'mail',
      aligned: true,
      coversUnsubscribe: true,
    },
    dmarc: { result: 'pass', domain: 'acme.example', policy: 'reject' },
    advice: [],
  });
});

test('the email goes to the trash, and every other email stays', async () => {
  const other = 'Subject: Delivery check\r\nMessage-ID: <other@acme.example>\r\n\r\nText\r\n';
  await inFolder('INBOX', (session) => session.append('INBOX', other, ['\\Deleted']));
  const [inbox, trash] = [await countIn('INBOX'), await countIn('Trash')];
  await check({ signs: signedWithUnsubscribe, adds: receivedHeader('8.8.4.4') });
  expect(await countIn('INBOX')).toBe(inbox);
  expect(await countIn('Trash')).toBe(trash + 1);
});

test('a signature that does not cover the unsubscribe headers is a problem', async () => {
  const outcome = await check({ signs: signedHeaders, adds: receivedHeader('8.8.4.4') });
  expect(outcome.dkim).toMatchObject({ result: 'pass', coversUnsubscribe: false });
  expect([outcome.state, codes(outcome)]).toEqual(['problems', ['unsubscribe_not_signed']]);
  const one = await check({
    signs: [...signedHeaders, 'List-Unsubscribe'],
    adds: receivedHeader('8.8.4.4'),
  });
  expect(codes(one)).toEqual(['unsubscribe_not_signed']);
});

test('an email without a signature from a server that SPF does not allow fails all three', async () => {
  const outcome = await check({ signs: null, adds: receivedHeader('9.9.9.9') });
  expect([outcome.spf, outcome.dkim, outcome.dmarc].map((each) => each?.result)).toEqual([
    'fail',
    'none',
    'fail',
  ]);
  expect(codes(outcome)).toEqual(['dkim_missing', 'spf_not_allowed', 'dmarc_failed']);
  expect(outcome.advice[1]?.record).toEqual({
    type: 'TXT',
    name: 'acme.example',
    value: 'v=spf1 ip4:8.8.4.4 ip4:9.9.9.9 ~all',
  });
});

test('without a DMARC record, the advice has the record', async () => {
  const { '_dmarc.acme.example': _, ...without } = allRecords;
  const outcome = await check(
    { signs: signedWithUnsubscribe, adds: receivedHeader('8.8.4.4') },
    { records: without },
  );
  expect(outcome).toMatchObject({ state: 'problems', dmarc: { result: 'none', policy: null } });
  expect(outcome.advice).toEqual([
    {
      code: 'dmarc_missing',
      severity: 'problem',
      problem: 'acme.example has no valid DMARC record, which Gmail and Yahoo require.',
      action: 'Create a TXT record at _dmarc.acme.example with the value "v=DMARC1; p=none".',
      record: { type: 'TXT', name: '_dmarc.acme.example', value: 'v=DMARC1; p=none' },
    },
  ]);
});

test('an email that its server delivers to itself unsigned is judged by DNS only', async () => {
  const outcome = await check({ signs: null });
  expect(outcome).toMatchObject({
    state: 'passed',
    evidence: 'dns',
    spf: { result: 'unknown' },
    dkim: { result: 'unknown' },
    dmarc: { result: 'unknown', policy: 'reject' },
  });
  expect(codes(outcome)).toEqual(['local_delivery']);
  expect(codes(await check({ signs: null }, { records: {} }))).toEqual([
    'spf_missing',
    'dmarc_missing',
    'local_delivery',
  ]);
});

test('the SPF result of the receiving server counts before our own', async () => {
  const adds =
    'Authentication-Results: mx.acme.example; spf=fail smtp.mailfrom=acme.example\r\n' +
    receivedHeader('8.8.4.4');
  const outcome = await check({ signs: signedWithUnsubscribe, adds });
  expect(outcome).toMatchObject({ spf: { result: 'fail' }, dmarc: { result: 'pass' } });
});

test('a changed email, a missing key and another domain have different advice', async () => {
  const adds = receivedHeader('8.8.4.4');
  const changes = (raw: string) => raw.replace('You can delete it', 'You can keep it');
  expect(codes(await check({ signs: signedWithUnsubscribe, adds, changes }))).toEqual([
    'dkim_invalid',
  ]);
  const { [keyName('acme.example')]: _, ...keyless } = allRecords;
  expect(codes(await check({ signs: signedWithUnsubscribe, adds }, { records: keyless }))).toEqual([
    'dkim_key_missing',
  ]);
  const foreign = { signs: signedWithUnsubscribe, adds, signingDomain: 'host.example' };
  expect(codes(await check(foreign))).toEqual(['dkim_other_domain']);
});

test('an email that never arrives is reported, with what DNS shows', async () => {
  const outcome = await check(
    { signs: null, takes: async () => {} },
    { records: {}, arrivalMs: 1 },
  );
  expect(outcome).toMatchObject({ state: 'failed', arrivedIn: null, evidence: 'dns' });
  expect(codes(outcome)).toEqual(['not_arrived', 'spf_missing', 'dmarc_missing']);
});

test('an email in Junk is found there and removed', async () => {
  const outcome = await check({
    signs: signedWithUnsubscribe,
    adds: receivedHeader('8.8.4.4'),
    takes: (raw) => inFolder('Junk', async (session) => void (await session.append('Junk', raw))),
  });
  expect(outcome).toMatchObject({ state: 'problems', arrivedIn: 'junk', dkim: { result: 'pass' } });
  expect(codes(outcome)).toEqual(['in_junk']);
  expect(await countIn('Junk')).toBe(0);
});
