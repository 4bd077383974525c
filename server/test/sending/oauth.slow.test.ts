import tls from 'node:tls';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { MailboxCredentials } from '../../src/core/mailboxes/credentials.ts';
import { mailboxSealContext } from '../../src/core/mailboxes/mailbox-secrets.ts';
import { Sealing } from '../../src/platform/crypto/sealing.ts';
import { sql } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { selfSignedCertificate } from '../certificate.ts';
import { startOAuthProvider } from '../mail/oauth-provider.ts';
import { scriptedSmtp } from '../mail/scripted-smtp.ts';
import { testService } from '../service.ts';
import { sendingClient, testSender } from './sending-client.ts';
import { takeTurn } from './take-turn.ts';

const certificate = selfSignedCertificate('mail.example');
tls.setDefaultCACertificates([certificate.cert]);
const service = await testService();
const { deps } = await testSender(service);
const sealing = new Sealing(readConfig().SECRETS_KEY!);
const egress = new Egress({ allow: ['127.0.0.0/8'] });
afterTestOrFile(() => egress.close());

const challenge = `334 ${btoa('{"status":"401"}')}`;
const refusal = '535 5.7.8 Username and Password not accepted';

/** A mailbox that signs in with tokens, an SMTP server that may refuse them, and a due email per turn. */
async function setUp() {
  const provider = await startOAuthProvider();
  const refused = { next: 0 };
  const smtp = await scriptedSmtp({
    security: 'starttls',
    certificate,
    on: {
      AUTH: () => (refused.next-- > 0 ? challenge : '235 2.7.0 Welcome'),
      '': refusal,
    },
  });
  const client = await sendingClient(service);
  const { workspaceId } = client;
  const server = { host: 'mail.example', port: smtp.port, security: 'starttls' } as const;
  const first = await client.claim(smtp, { server });
  const mailboxId = first.mailbox.id;
  const secret = sealing.seal(
    provider.refreshTokenOf('jane'),
    mailboxSealContext(workspaceId, mailboxId),
  );
  await client.rows(sql`
    update mailbox set auth = 'oauth', provider = 'custom', secret = ${secret} where id = ${mailboxId}`);
  const credentials = new MailboxCredentials({
    db: deps.db,
    sealing,
    egress,
    oauthClients: {
      custom: {
        id: provider.clientId,
        secret: provider.clientSecret,
        authorizeUrl: provider.authorizeUrl,
        tokenUrl: provider.tokenUrl,
        scope: 'mail',
        parameters: {},
        smtp: { host: 'mail.example', port: 465, security: 'tls' },
        imap: { host: 'mail.example', port: 993, security: 'tls' },
      },
    },
    clock: () => new Date(),
  });
  return {
    provider,
    refused,
    smtp,
    client,
    mailbox: () => client.mailbox(mailboxId),
    auths: () => smtp.commands.filter((line) => line.startsWith('AUTH')),
    /** Enrolls someone and gives the mailbox a turn. */
    turn: async () => {
      const message = await client.claim(smtp, { like: first });
      await client.rows(sql`delete from outbound_message where status = 'claimed'`);
      await client.rows(sql`
        update enrollment set status = 'waiting', mailbox_id = null, step_id = null, due_at = now()
        where prospect_id = ${message.prospectId}`);
      await takeTurn(deps, workspaceId, message, { credentials });
    },
  };
}

test('an access token is used by XOAUTH2, and only after TLS', async () => {
  const { provider, smtp, auths, turn } = await setUp();
  await turn();
  expect(smtp.accepted).toHaveLength(1);
  expect(provider.tokenRequests).toHaveLength(1);
  const [auth] = auths();
  const sent = Buffer.from(auth!.replace('AUTH XOAUTH2 ', ''), 'base64').toString();
  expect(sent.split('\x01')).toEqual([
    'user=jane',
    expect.stringMatching(/^auth=Bearer access-/),
    '',
    '',
  ]);
  expect(smtp.inClear()).toContain('STARTTLS');
  expect(smtp.inClear()).not.toMatch(/AUTH|access-/);
});

test('a refused token is replaced and tried once; a second refusal needs attention at once', async () => {
  const { provider, refused, smtp, client, mailbox, auths, turn } = await setUp();
  await turn();
  refused.next = 1;
  await turn();
  expect(smtp.accepted).toHaveLength(2);
  expect([auths().length, provider.tokenRequests.length]).toEqual([3, 2]);

  refused.next = 100;
  await turn();
  expect([auths().length, provider.tokenRequests.length]).toEqual([5, 3]);
  expect(await mailbox()).toMatchObject({
    status: 'needs_attention',
    reason: 'auth',
    detail: expect.stringContaining('535'),
  });
  expect(await client.events('mailbox.failing')).toMatchObject([{ data: { reason: 'auth' } }]);
  await turn();
  expect([auths().length, provider.tokenRequests.length]).toEqual([5, 3]);
});

test('a revoked sign-in needs attention after one attempt, with an event, and is not tried again', async () => {
  for (const hasToken of [false, true]) {
    const { provider, refused, client, smtp, mailbox, auths, turn } = await setUp();
    if (hasToken) await turn();
    const before = { auths: auths().length, requests: provider.tokenRequests.length };
    provider.revoke('jane');
    refused.next = 100;
    await turn();
    await turn();
    expect(auths().length - before.auths).toBe(hasToken ? 1 : 0);
    expect(provider.tokenRequests.length - before.requests).toBe(1);
    expect(smtp.accepted).toHaveLength(hasToken ? 1 : 0);
    expect(await mailbox()).toMatchObject({ status: 'needs_attention', reason: 'signed_out' });
    expect(await client.events('mailbox.failing')).toMatchObject([
      { data: { reason: 'signed_out' } },
    ]);
  }
});
