import { expect, test } from 'vitest';
import type { TestSession } from '../../test/accounts.ts';
import { testService } from '../../test/service.ts';
import { operatorCommands } from '../operator/operator-commands.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const manage = (session: TestSession | string, method: string, path: string, body?: object) =>
  service.call(session, method, `/api/v1/manage${path}`, body ? { body } : {});
const isAccepted = async (secret: string) =>
  (await service.call(secret, 'GET', '/session')).status === 200;
const createToken = async (session: TestSession, name: string) =>
  (await manage(session, 'POST', '/tokens', { name })).data;
const tokenNames = ({ data }: { data: { tokens: { name: string }[] } }) =>
  data.tokens.map(({ name }) => name).sort();

test('every user, including Viewers, can generate, name and revoke their own tokens [tokens.generate]', async () => {
  const workspace = await service.workspace();
  for (const role of ['viewer', 'member', 'admin', 'owner'] as const) {
    const session = await workspace.session(role);
    const { token, secret } = await createToken(session, `For ${role}`);
    expect(token).toMatchObject({
      name: `For ${role}`,
      user: { id: session.userId, kind: 'person' },
      role,
      lastFour: secret.slice(-4),
      lastUsedAt: null,
      expiresAt: null,
    });
    const { data } = await service.call(secret, 'GET', '/session');
    expect(data).toMatchObject({ user: { id: session.userId, role }, token: { id: token.id } });
    const list = await manage(session, 'GET', '/tokens');
    expect(JSON.stringify(list.data)).not.toContain(secret);
    expect((await manage(session, 'DELETE', `/tokens/${token.id}`)).status).toBe(200);
    expect(await isAccepted(secret)).toBe(false);
    expect((await manage(session, 'DELETE', `/tokens/${token.id}`)).status).toBe(404);
  }
});

test('a token expires after 30, 90 or 365 days if requested', async () => {
  const session = await (await service.workspace()).session('viewer');
  for (const expiresInDays of [30, 90, 365]) {
    const { token } = (await manage(session, 'POST', '/tokens', { name: 'Short', expiresInDays }))
      .data;
    expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(
      expiresInDays * 86_400_000,
    );
  }
  expect(
    (await manage(session, 'POST', '/tokens', { name: 'Odd', expiresInDays: 31 })).status,
  ).toBe(422);
});

test('Admins see and revoke every token; others see and revoke their own', async () => {
  const workspace = await service.workspace();
  const [one, other] = [await workspace.session('member'), await workspace.session('viewer')];
  const admin = await workspace.session('admin');
  const first = await createToken(one, 'One');
  const second = await createToken(other, 'Other');
  expect(tokenNames(await manage(one, 'GET', '/tokens'))).toEqual(['One']);
  expect(tokenNames(await manage(admin, 'GET', '/tokens'))).toEqual(['One', 'Other']);
  expect((await manage(one, 'DELETE', `/tokens/${second.token.id}`)).status).toBe(404);
  expect(await isAccepted(second.secret)).toBe(true);
  expect((await manage(admin, 'DELETE', `/tokens/${first.token.id}`)).status).toBe(200);
  expect(await isAccepted(first.secret)).toBe(false);
});

test('rotating revokes every token and creates a new one, after the name is typed to confirm', async () => {
  const workspace = await service.workspace();
  const [admin, member] = [await workspace.session('admin'), await workspace.session('member')];
  const before = [await createToken(member, 'Extension'), await createToken(admin, 'CRM')];
  const adminToken = before[1]!.secret;
  const hook = (url: string, by: TestSession | string) =>
    manage(by, 'POST', '/webhooks', { url, events: ['*'] });
  await hook('https://by-token.example/hook', adminToken);
  await hook('https://by-hand.example/hook', admin);
  const { data } = await manage(admin, 'GET', '/tokens/connected');
  expect(
    data.tokens
      .map(({ name, user }: { name: string; user: { id: string } }) => [name, user.id])
      .sort(),
  ).toEqual([
    ['CRM', admin.userId],
    ['Extension', member.userId],
  ]);
  expect(data.webhooks.map(({ url }: { url: string }) => url)).toEqual([
    'https://by-token.example/hook',
  ]);

  const mistyped = await manage(admin, 'POST', '/tokens/rotate', {
    workspaceName: 'Nearly',
    name: 'New',
  });
  expect(mistyped.error.fieldErrors).toEqual({ workspaceName: [`must be "${workspace.name}"`] });
  for (const { secret } of before) expect(await isAccepted(secret)).toBe(true);
  const body = { workspaceName: workspace.name, name: 'New' };
  const rotated = await manage(admin, 'POST', '/tokens/rotate', body);
  expect(rotated.data).toMatchObject({
    ended: 2,
    token: { name: 'New', user: { id: admin.userId } },
  });
  for (const { secret } of before) expect(await isAccepted(secret)).toBe(false);
  expect(await isAccepted(rotated.data.secret)).toBe(true);
  const all = await manage(admin, 'POST', '/tokens/revoke-all', { workspaceName: workspace.name });
  expect(all.data).toEqual({ ended: 1 });
  expect(await isAccepted(rotated.data.secret)).toBe(false);
});

test('a token cannot manage tokens or members', async () => {
  const workspace = await service.workspace();
  const { token, userId, tokenId } = await workspace.user('owner');
  const asked: [string, string, object?][] = [
    ['GET', '/tokens'],
    ['POST', '/tokens', { name: 'Another' }],
    ['DELETE', `/tokens/${tokenId}`],
    ['POST', '/tokens/rotate', { workspaceName: workspace.name, name: 'New' }],
    ['POST', '/tokens/revoke-all', { workspaceName: workspace.name }],
    ['GET', '/members'],
    ['PATCH', `/members/${userId}`, { role: 'admin' }],
    ['POST', `/members/${userId}/remove`, {}],
    ['POST', '/members/integration', { name: 'CRM', role: 'member' }],
    ['POST', '/invitations', { email: 'x@outcrop.example', role: 'viewer' }],
    ['GET', '/me'],
  ];
  for (const [method, path, body] of asked)
    expect((await manage(token, method, path, body)).error).toMatchObject({
      code: 'session_required',
    });
});

test('a user has at most 50 active tokens, even when they are created concurrently', async () => {
  const workspace = await service.workspace();
  const session = await workspace.session('member');
  await service.owner.query(sql`
    insert into api_token (workspace_id, id, user_id, name, hash, last_four, expires_at, revoked_at)
    select ${workspace.id}, gen_random_uuid(), ${session.userId}, 'Old ' || n,
           sha256(gen_random_uuid()::text::bytea), 'abcd',
           case when n > 60 then now() - interval '1 day' end, case when n <= 12 then now() end
    from generate_series(1, 70) as n`);
  const make = () => manage(session, 'POST', '/tokens', { name: 'One more' });
  const outcomes = await Promise.all([make(), make(), make(), make()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422]);
  const full = await make();
  expect(full.error.message).toBe(
    'A user can have 50 active tokens. Revoke one you no longer need first.',
  );
  const byOperator = operatorCommands['create-token']!(service.owner, 'a', {
    workspace: workspace.id,
    user: session.userId,
  });
  await expect(byOperator).rejects.toThrow('A user can have 50 active tokens');
  const { token } = outcomes.find(({ status }) => status === 200)!.data;
  await manage(session, 'DELETE', `/tokens/${token.id}`);
  expect((await make()).status).toBe(200);
  const other = await workspace.session('member');
  expect((await createToken(other, 'Theirs')).token.name).toBe('Theirs');
});
