import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Agent, fetch as undiciFetch } from 'undici';
import { describe, expect, test } from 'vitest';
import {
  type MessagesClient,
  mailTokens,
  messagesClient,
} from '../../test/messages/messages-client.ts';
import { insertClaimedEmail } from '../../test/sending/insert-claimed-email.ts';
import { testSender } from '../../test/sending/sending-client.ts';
import { testService } from '../../test/service.ts';
import { workspaceChecksums } from '../../test/workspace-checksums.ts';
import { MailTokens } from '../core/sending/mail-tokens.ts';
import { sql } from '../platform/db/index.ts';
import { holdGate } from '../sending/hold-gate.ts';

const service = await testService();
const { owner } = service;
const sender = await testSender(service);
const email = 'jane@acme.example';

const request = (token: string, init: RequestInit = {}, origin = service.origin) =>
  fetch(`${origin}/u/${token}`, { redirect: 'manual', ...init });
/** The request as a mail provider sends it (RFC 8058). */
const oneClick = (token: string, origin = service.origin) =>
  request(
    token,
    { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') },
    origin,
  );

/** A prospect who got one email of each of two campaigns, with the link in the first. */
async function addRecipient(account: MessagesClient, address = email) {
  const prospectId = await account.addLead({ email: address });
  const [first, second] = [await account.campaign(), await account.campaign()];
  for (const { campaignId } of [first, second]) await account.enroll(campaignId, [prospectId]);
  const stepId = first.stepIds[0]!;
  const messageId = await account.sent({ campaignId: first.campaignId, prospectId, stepId });
  const token = account.unsubscribeToken(messageId, address);
  return { prospectId, messageId, token, campaignId: first.campaignId };
}

/** Programs that open every link of an email, before or instead of its reader. */
const scannerAgents = [
  'Mozilla/5.0 (compatible; GoogleImageProxy)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
  'BarracudaCentral/1.0 (link scanner)',
  'Mimecast URL Protect',
  'Microsoft Office Existence Discovery',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1',
];
const prefetchHeaders = [
  {},
  { purpose: 'prefetch', 'x-moz': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
];
const visitOf = (index: number): RequestInit => ({
  method: index % 2 ? 'HEAD' : 'GET',
  headers: {
    'user-agent': scannerAgents[index % scannerAgents.length]!,
    ...prefetchHeaders[index % prefetchHeaders.length],
  },
});

const factsOf = ({ workspace }: MessagesClient) =>
  owner.query<{ kind: string }>(
    sql`select kind from address_fact where workspace_id = ${workspace.id}`,
  );
const statusesOf = async (account: MessagesClient) =>
  (await account.enrollments()).map(({ status }) => status);

describe('the page of an unsubscribe link', () => {
  test('asks, without cookie or script, and lets nothing else load', async () => {
    const { token } = await addRecipient(await messagesClient(service));
    const response = await request(token);
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';style-src 'sha256-[\w+/=]+';form-action 'self';base-uri 'none';frame-ancestors 'none'$/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('set-cookie')).toBeNull();
    const html = await response.text();
    expect(html).toMatch(/<form method="post"><button/);
    expect(html).not.toMatch(/<script|https?:|jane|acme/);
  });

  test('changes nothing, even if it is opened a hundred times', async () => {
    const account = await messagesClient(service);
    const { token } = await addRecipient(account);
    const before = await workspaceChecksums(owner, account.workspace.id);
    for (let visits = 0; visits < 100; visits += 50) {
      const batch = Array.from({ length: 50 }, (_, index) =>
        request(token, visitOf(index)).then(async (response) => {
          await response.text();
          return response.status;
        }),
      );
      expect(new Set(await Promise.all(batch))).toEqual(new Set([200]));
    }
    expect(await workspaceChecksums(owner, account.workspace.id)).toEqual(before);
  });

  test('is the same for every link, valid or not', async () => {
    const { token } = await addRecipient(await messagesClient(service));
    const pages = await Promise.all(
      [token, token.slice(0, -2), 'x', `${token}?utm_source=mail`].map(async (each) =>
        (await request(each)).text(),
      ),
    );
    expect(new Set(pages).size).toBe(1);
  });
});

describe('POST to an unsubscribe link', () => {
  test('stops all campaigns of the person and keeps the address, without cookie or redirect', async () => {
    const account = await messagesClient(service);
    const { token, prospectId, messageId, campaignId } = await addRecipient(account);
    const response = await oneClick(token);
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toMatch(/You are unsubscribed/);
    expect(await statusesOf(account)).toEqual(['unsubscribed', 'unsubscribed']);
    expect(await factsOf(account)).toEqual([{ kind: 'unsubscribed' }]);
    expect(await account.events('prospect.unsubscribed')).toMatchObject([
      { prospectId, data: { prospectId, campaignId } },
    ]);
    expect(await account.audit()).toContainEqual({
      action: 'prospect.unsubscribed',
      target: prospectId,
      actor: null,
      detail: { messageId, campaignId },
    });
  });

  test.each<[string, RequestInit]>([
    ['the button of the page', { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }],
    ['a multipart form', { body: unsubscribeForm() }],
    ['no body', {}],
    ['a body of an unknown type', { body: 'x', headers: { 'content-type': 'no type at all' } }],
  ])('works with %s', async (_, init) => {
    const account = await messagesClient(service);
    const { token } = await addRecipient(account);
    expect((await request(token, { method: 'POST', ...init })).status).toBe(200);
    expect(await statusesOf(account)).toEqual(['unsubscribed', 'unsubscribed']);
  });

  test('twice, also at the same time, is fine and counts once', async () => {
    const account = await messagesClient(service);
    const { token } = await addRecipient(account);
    const answers = [
      ...(await Promise.all([oneClick(token), oneClick(token)])),
      await oneClick(token),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await factsOf(account)).toHaveLength(1);
    expect(await account.events('prospect.unsubscribed')).toHaveLength(1);
  });

  test('works after the prospect was deleted: a later one with the address is not enrolled', async () => {
    const account = await messagesClient(service);
    const { token, prospectId } = await addRecipient(account);
    await account.bulk({ action: 'delete', prospectIds: [prospectId] });
    expect((await oneClick(token)).status).toBe(200);
    expect(await account.events('prospect.unsubscribed')).toEqual([]);
    const again = await account.addLead({ email });
    const { campaignId } = await account.campaign();
    const body = { campaignId, prospectIds: [again] };
    const { data } = await service.call(account.token, 'POST', '/campaigns', { body });
    expect(data.results).toMatchObject([{ status: 'skipped', reason: 'unsubscribed' }]);
  });

  test('works after the prospect was merged into another, who is stopped too', async () => {
    const account = await messagesClient(service);
    const { token, prospectId } = await addRecipient(account);
    const keepId = await account.addLead({ email: 'jane.doe@acme.example' });
    expect((await account.merge(keepId, prospectId)).status).toBe(200);
    expect((await oneClick(token)).status).toBe(200);
    expect(await account.enrollments()).toMatchObject([
      { prospectId: keepId, status: 'unsubscribed' },
      { prospectId: keepId, status: 'unsubscribed' },
    ]);
  });
});

test('forged and unknown links, and those of a workspace that is gone, get the same answer', async () => {
  const account = await messagesClient(service);
  const { token } = await addRecipient(account);
  const gone = mailTokens.unsubscribeToken({
    workspaceId: randomUUID(),
    messageId: randomUUID(),
    emailHash: Buffer.alloc(32, 7),
  });
  const foreign = new MailTokens(randomBytes(32).toString('base64')).unsubscribeToken(
    mailTokens.readUnsubscribeToken(token)!,
  );
  const forged = Buffer.from(token, 'base64url');
  forged[70]! ^= 1;
  const before = await workspaceChecksums(owner, account.workspace.id);
  const truncated = [token.slice(0, 40), token.slice(0, -1), token.slice(1), `${token}A`];
  const invalid = [gone, forged.toString('base64url'), foreign, ...truncated, 'x', '%00', 'é'];
  const answers = await Promise.all(
    invalid.map(async (each) => {
      const response = await oneClick(each);
      const headers = Object.fromEntries(response.headers);
      for (const varying of ['date', 'x-correlation-id']) delete headers[varying];
      return { status: response.status, headers, body: await response.text() };
    }),
  );
  expect(answers[0]).toMatchObject({ status: 404, body: /does not work/ });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await workspaceChecksums(owner, account.workspace.id)).toEqual(before);
});

test('while an email to the person is at its last line, the request is saved and answered 503', async () => {
  const account = await messagesClient(service);
  const { token, prospectId } = await addRecipient(account);
  await owner.transaction(account.workspace.id, async (tx) => {
    await tx.rows(sql`
      select from prospect where workspace_id = ${tx.workspaceId} and id = ${prospectId} for share`);
    const response = await oneClick(token);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.text()).toMatch(/Your request is saved/);
    expect(await factsOf(account)).toEqual([{ kind: 'unsubscribed' }]);
    expect(await statusesOf(account)).toEqual(['waiting', 'waiting']);
  });
  expect((await oneClick(token)).status).toBe(200);
  expect(await statusesOf(account)).toEqual(['unsubscribed', 'unsubscribed']);
  expect(await account.events('prospect.unsubscribed')).toHaveLength(1);
});

test('while an email to another prospect with the address is at its last line, the request is answered 503', async () => {
  const account = await messagesClient(service);
  const { token, prospectId } = await addRecipient(account);
  await account.bulk({ action: 'delete', prospectIds: [prospectId] });
  const server = { host: 'mail.example', port: 1, security: 'none' as const };
  const message = await insertClaimedEmail(owner, account.workspace.id, { server });
  await owner.transaction(account.workspace.id, (tx) =>
    tx.run(sql`
      update prospect set email = ${email}, email_key = ${email} where id = ${message.prospectId}`),
  );
  const holdGateOfEmail = () => {
    const to = { ...message.recipient, email, emailKey: email };
    return holdGate(sender.deps, account.workspace.id, { ...message, recipient: to });
  };
  const gate = await holdGateOfEmail();
  const response = await oneClick(token);
  // The gate holds a connection until then, also if the test fails.
  if (gate.kind === 'open') await gate.release();
  expect(gate.kind).toBe('open');
  expect([response.status, await response.text()]).toEqual([
    503,
    expect.stringMatching(/Your request is saved/),
  ]);
  expect((await oneClick(token)).status).toBe(200);
  await owner.transaction(account.workspace.id, (tx) =>
    tx.run(sql`update outbound_message set status = 'claimed' where id = ${message.id}`),
  );
  expect(await holdGateOfEmail()).toEqual({ kind: 'refused_at_gate', why: 'unsubscribed' });
});

test('a network that sends too many requests has to wait, others do not', async () => {
  const account = await messagesClient(service);
  const { token } = await addRecipient(account);
  const before = await workspaceChecksums(owner, account.workspace.id);
  // The limit is shared by all tests of this machine, so this one has an address of its own.
  const localAddress = `127.${randomInt(1, 255)}.${randomInt(255)}.${randomInt(1, 255)}`;
  const dispatcher = new Agent({ localAddress });
  const post = (path: string) =>
    undiciFetch(`${service.origin}/u/${path}`, { method: 'POST', dispatcher });
  const statuses = new Set<number>();
  for (let sent = 0; sent < 650 && !statuses.has(429); sent += 25) {
    const batch = Array.from({ length: 25 }, () => post('x'));
    for (const { status } of await Promise.all(batch)) statuses.add(status);
  }
  // On a busy machine, some get 503.
  statuses.delete(503);
  expect(statuses).toEqual(new Set([404, 429]));
  const refused = await post(token);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await workspaceChecksums(owner, account.workspace.id)).toEqual(before);
  await dispatcher.close();
  expect((await oneClick(token)).status).toBe(200);
});

test('the log has no link in it', async () => {
  const { token } = await addRecipient(await messagesClient(service));
  await request(token);
  await oneClick(token);
  expect(JSON.stringify(service.log)).not.toContain(token.slice(0, 60));
});

function unsubscribeForm(): FormData {
  const data = new FormData();
  data.set('List-Unsubscribe', 'One-Click');
  return data;
}
