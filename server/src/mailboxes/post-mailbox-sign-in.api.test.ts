import { expect, test } from 'vitest';
import { startOAuthProvider } from '../../test/mail/oauth-provider.ts';
import { mailboxesClient } from '../../test/mailboxes/mailboxes-client.ts';
import { signInService } from '../../test/prepared-requests.ts';
import { readConfig } from '../config.ts';
import { mailboxSealContext, tokenSealContext } from '../core/mailboxes/mailbox-secrets.ts';
import { Sealing } from '../platform/crypto/sealing.ts';
import { sql } from '../platform/db/index.ts';
import { sealState } from './post-mailbox-sign-in.ts';

const provider = await startOAuthProvider();
const service = await signInService(provider);
const sealing = new Sealing(readConfig().SECRETS_KEY!);

type Client = Awaited<ReturnType<typeof mailboxesClient>>;

/** A member with a mailbox before its first sign-in. */
async function newMember() {
  const workspace = await service.workspace();
  const member = await mailboxesClient(service, workspace);
  const { id } = await member.connect();
  return { workspace, member, id };
}

const beginSignIn = async ({ call }: Client, id: string): Promise<string> =>
  (await call('POST', `/mailboxes/${id}/sign-in`, { provider: 'custom' })).url;

const completeSignIn = ({ send }: Client, body: { code: string; state: string }) =>
  send('POST', '/mailboxes/sign-in', body);

test('a user signs in to a mailbox, and its tokens are stored sealed', async () => {
  const { workspace, member, id } = await newMember();
  const url = await beginSignIn(member, id);
  const { searchParams } = new URL(url);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: provider.clientId,
    response_type: 'code',
    redirect_uri: `${service.origin}/mailboxes/connected`,
    code_challenge_method: 'S256',
  });
  const { data } = await completeSignIn(member, provider.signIn(url, 'ines'));
  expect(data).toEqual({ mailboxId: id });
  const row = await member.row(id);
  expect(row).toMatchObject({ auth: 'oauth', provider: 'custom', reason: 'not_connected' });
  const { secret, access_token: token } = row as Record<string, string>;
  expect(sealing.open(secret!, mailboxSealContext(workspace.id, id))).toMatch(/^refresh-/);
  expect(sealing.open(token!, tokenSealContext(workspace.id, id))).toMatch(/^access-/);
  expect(await member.audit('mailbox.signed_in')).toEqual([
    { target: id, detail: { provider: 'custom' } },
  ]);
  expect(JSON.stringify(service.log)).not.toMatch(/refresh-|access-/);
});

test('the tokens go to the servers of the provider, whatever servers were entered before', async () => {
  const { member, id } = await newMember();
  await service.owner.query(sql`
    update mailbox set smtp_host = 'mallory.example', imap_host = 'mallory.example' where id = ${id}`);
  await completeSignIn(member, provider.signIn(await beginSignIn(member, id), 'ines'));
  expect(await member.row(id)).toMatchObject({
    ...{ smtp_host: 'smtp.provider.example', smtp_port: 465, smtp_security: 'tls' },
    ...{ imap_host: 'imap.provider.example', imap_port: 1143, imap_security: 'starttls' },
  });
});

test('a mailbox that was signed out goes on after the user signed in again', async () => {
  const { member, id } = await newMember();
  await service.owner.query(sql`
    update mailbox set status = 'needs_attention', reason = 'signed_out', detail = 'Sign in again.',
      failing_since = now(), secret = null, token_lease_id = gen_random_uuid() where id = ${id}`);
  await completeSignIn(member, provider.signIn(await beginSignIn(member, id), 'ines'));
  expect(await member.row(id)).toMatchObject({
    status: 'ok',
    reason: null,
    detail: null,
    failing_since: null,
    send_at: expect.any(Date),
    token_lease_id: null,
  });
});

test('another user or workspace cannot complete a sign-in', async () => {
  const { workspace, member, id } = await newMember();
  const body = provider.signIn(await beginSignIn(member, id), 'ines');
  const others = [
    await mailboxesClient(service, workspace, 'admin'),
    await mailboxesClient(service, await service.workspace(), 'admin'),
  ];
  for (const other of others)
    expect((await completeSignIn(other, body)).error).toMatchObject({
      code: 'validation_error',
      fieldErrors: { state: ['This sign-in is not valid or has expired. Start again.'] },
    });
  expect(await member.row(id)).toMatchObject({ auth: 'password' });
});

test('a sign-in is completed once and in time, with an unchanged state', async () => {
  const { workspace, member, id } = await newMember();
  const body = provider.signIn(await beginSignIn(member, id), 'ines');
  for (const state of ['', 'state', `${body.state}A`])
    expect((await completeSignIn(member, { ...body, state })).error).toMatchObject({
      fieldErrors: { state: expect.any(Array) },
    });
  const expired = sealState(sealing, workspace.id, {
    mailboxId: id,
    userId: member.userId,
    provider: 'custom',
    verifier: 'v'.repeat(43),
    expiresAt: Date.now() - 1,
  });
  expect((await completeSignIn(member, { ...body, state: expired })).error).toMatchObject({
    fieldErrors: { state: expect.any(Array) },
  });
  expect((await completeSignIn(member, body)).error).toBeUndefined();
  expect((await completeSignIn(member, body)).error).toMatchObject({
    fieldErrors: { code: ['The provider no longer accepts this code. Start again.'] },
  });
});

test('a code of another sign-in is refused by its PKCE challenge', async () => {
  const { member, id } = await newMember();
  const { code } = provider.signIn(await beginSignIn(member, id), 'mallory');
  const { state } = provider.signIn(await beginSignIn(member, id), 'ines');
  expect((await completeSignIn(member, { code, state })).error).toMatchObject({
    fieldErrors: { code: expect.any(Array) },
  });
});

test('a provider without a client of the operator is refused', async () => {
  const { member, id } = await newMember();
  const path = `/mailboxes/${id}/sign-in`;
  expect((await member.send('POST', path, { provider: 'microsoft' })).error).toMatchObject({
    fieldErrors: {
      provider: ['This instance has no client for this provider. Ask the operator.'],
    },
  });
  const { url } = await member.call('POST', path, { provider: 'google' });
  expect(url).toMatch(/^https:\/\/accounts\.google\.com\/.*access_type=offline/);
});

test('only a user who can edit a mailbox signs in to it', async () => {
  const { workspace, member, id } = await newMember();
  const stranger = await mailboxesClient(service, workspace);
  const path = `/mailboxes/${id}/sign-in`;
  const body = { provider: 'custom' };
  expect((await stranger.send('POST', path, body)).error).toMatchObject({ code: 'not_found' });
  await service.owner.query(sql`update mailbox set shared = true where id = ${id}`);
  expect((await stranger.send('POST', path, body)).error).toMatchObject({
    code: 'insufficient_role',
  });
  const admin = await mailboxesClient(service, workspace, 'admin');
  await completeSignIn(admin, provider.signIn(await beginSignIn(admin, id), 'ines'));
  expect(await member.row(id)).toMatchObject({ auth: 'oauth' });
});
