import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { anyMember, testWorkspace } from '../../../test/accounts.ts';
import { testDatabase } from '../../../test/database.ts';
import { type OAuthProvider, startOAuthProvider } from '../../../test/mail/oauth-provider.ts';
import { readConfig } from '../../config.ts';
import { Sealing } from '../../platform/crypto/sealing.ts';
import { Database, sql } from '../../platform/db/index.ts';
import { Egress } from '../../platform/egress/egress.ts';
import { MailboxCredentials } from './credentials.ts';
import { type MailboxRow, selectMailbox } from './mailbox-rows.sql.ts';
import { mailboxSealContext } from './mailbox-secrets.ts';

const { appUrl, ownerUrl } = await testDatabase();
const connect = (url: string) => {
  const timeouts = { statementMs: 30_000, lockMs: 20_000 };
  const db = new Database({ url, poolSize: 4, timeouts, inBackground: true });
  afterAll(() => db.close());
  return db;
};
const owner = connect(ownerUrl);
const sealing = new Sealing(readConfig().SECRETS_KEY!);
const egress = new Egress({ allow: ['127.0.0.0/8'], perHost: 100 });
afterAll(() => egress.close());

/** What one process has. */
function credentialsOf(provider: OAuthProvider, clock = () => new Date()): MailboxCredentials {
  const client = {
    id: provider.clientId,
    secret: provider.clientSecret,
    authorizeUrl: provider.authorizeUrl,
    tokenUrl: provider.tokenUrl,
    scope: 'mail',
    parameters: {},
    smtp: { host: 'mail.example', port: 465, security: 'tls' as const },
    imap: { host: 'mail.example', port: 993, security: 'tls' as const },
  };
  const db = connect(appUrl);
  return new MailboxCredentials({ sealing, db, egress, oauthClients: { custom: client }, clock });
}

interface TestMailbox {
  workspaceId: string;
  row: () => Promise<MailboxRow>;
}

async function newMailbox(auth: 'password' | 'oauth', secret: string): Promise<TestMailbox> {
  const { id: workspaceId } = await testWorkspace(owner);
  const id = randomUUIDv7();
  const sealed = sealing.seal(secret, mailboxSealContext(workspaceId, id));
  await owner.query(sql`
    insert into mailbox (workspace_id, id, owner_id, address, status, reason, auth, provider, secret, smtp_user, imap_user, send_at)
    values (${workspaceId}, ${id}, ${await anyMember(owner, workspaceId)}, 'ana@outcrop.example', 'ok', null, ${auth}, 'custom', ${sealed},
            'ana', 'ana at imap', now())`);
  const row = () => owner.transaction(workspaceId, async (tx) => (await selectMailbox(tx, id))!);
  return { workspaceId, row };
}

const refreshes = (provider: OAuthProvider) =>
  provider.tokenRequests.filter(({ grant_type }) => grant_type === 'refresh_token').length;

test('a password is stored sealed and opened for its mailbox only', async () => {
  const password = `pass-${randomUUID()}`;
  const provider = await startOAuthProvider();
  const { workspaceId, row } = await newMailbox('password', password);
  const mailbox = await row();
  expect(mailbox.secret).not.toContain(password);
  const credentials = credentialsOf(provider);
  expect(await credentials.of(workspaceId, mailbox)).toEqual({ user: 'ana', password });
  expect(await credentials.of(workspaceId, mailbox, { protocol: 'imap' })).toEqual({
    user: 'ana at imap',
    password,
  });
  await expect(credentials.of(workspaceId, { ...mailbox, id: randomUUID() })).rejects.toThrow(
    'cannot be opened',
  );
  await expect(credentials.of(workspaceId, { ...mailbox, secret: null })).rejects.toMatchObject({
    stage: 'auth',
  });
});

test('fifty callers in five processes cause one refresh', async () => {
  const provider = await startOAuthProvider();
  const { workspaceId, row } = await newMailbox('oauth', provider.refreshTokenOf('ana'));
  const mailbox = await row();
  const processes = Array.from({ length: 5 }, () => credentialsOf(provider));
  const held = Promise.withResolvers<void>();
  provider.holdUntil(held.promise);
  const calling = Array.from({ length: 50 }, (_, index) =>
    processes[index % 5]!.of(workspaceId, mailbox),
  );
  await expect.poll(() => refreshes(provider)).toBe(1);
  held.resolve();
  const issued = await Promise.all(calling);
  expect(new Set(issued.map((auth) => JSON.stringify(auth))).size).toBe(1);
  expect(issued[0]).toEqual({ user: 'ana', accessToken: expect.stringMatching(/^access-/) });
  expect(refreshes(provider)).toBe(1);
});

test('an access token is stored sealed and replaced before it ends', async () => {
  const provider = await startOAuthProvider(3_600);
  const { workspaceId, row } = await newMailbox('oauth', provider.refreshTokenOf('ana'));
  const mailbox = await row();
  let now = Date.now();
  const credentials = credentialsOf(provider, () => new Date(now));
  const first = await credentials.of(workspaceId, mailbox);
  now += 3_400_000;
  expect(await credentials.of(workspaceId, mailbox)).toEqual(first);
  now += 120_000;
  const second = await credentials.of(workspaceId, mailbox);
  expect(second).not.toEqual(first);
  expect(refreshes(provider)).toBe(2);
  const [stored] = await owner.query<{ row: string }>(
    sql`select mailbox::text as row from mailbox where id = ${mailbox.id}`,
  );
  expect(stored!.row).not.toMatch(/access-|refresh-/);
});

test('a token that the mail server refused is replaced once for all its callers', async () => {
  const provider = await startOAuthProvider();
  const { workspaceId, row } = await newMailbox('oauth', provider.refreshTokenOf('ana'));
  const mailbox = await row();
  const processes = Array.from({ length: 3 }, () => credentialsOf(provider));
  const first = (await processes[0]!.of(workspaceId, mailbox)) as { accessToken: string };
  const refused = first.accessToken;
  const again = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      processes[index % 3]!.of(workspaceId, mailbox, { refused }),
    ),
  );
  expect(new Set(again.map((auth) => JSON.stringify(auth))).size).toBe(1);
  expect(again[0]).not.toEqual(first);
  expect(refreshes(provider)).toBe(2);
});

test('a provider that is down leaves the mailbox as it is', async () => {
  const provider = await startOAuthProvider();
  const { workspaceId, row } = await newMailbox('oauth', provider.refreshTokenOf('ana'));
  const mailbox = await row();
  const credentials = credentialsOf(provider);
  provider.failWith(503);
  await expect(credentials.of(workspaceId, mailbox)).rejects.toMatchObject({ stage: 'connect' });
  expect(await row()).toMatchObject({ status: 'ok', reason: null });
  provider.failWith(null);
  expect(await credentials.of(workspaceId, mailbox)).toMatchObject({ user: 'ana' });
});

test('a refresh whose process was lost is done by another one', async () => {
  const provider = await startOAuthProvider();
  const { workspaceId, row } = await newMailbox('oauth', provider.refreshTokenOf('ana'));
  const mailbox = await row();
  await owner.query(sql`
    update mailbox set token_lease_id = gen_random_uuid(), token_leased_until = ${new Date(Date.now() + 1_000)}
    where id = ${mailbox.id}`);
  expect(await credentialsOf(provider).of(workspaceId, mailbox)).toMatchObject({ user: 'ana' });
  expect(refreshes(provider)).toBe(1);
});
