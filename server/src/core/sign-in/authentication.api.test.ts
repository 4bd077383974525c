import { expect, test } from 'vitest';
import { type ApiResponse, sendRequest } from '../../../test/send-request.ts';
import { testService } from '../../../test/service.ts';
import { addUser, changeRole, removeUser } from '../../operator/accounts.ts';
import { sql } from '../../platform/db/index.ts';
import { createToken, revokeAllTokens, revokeToken, rotateTokens } from '../../tokens/tokens.ts';
import { generateToken } from '../tokens/access-token.ts';

const service = await testService();
const second = await testService({ database: service.database });
const { owner } = service;

const statusOf = async (token: string, method = 'GET', path = '/session') =>
  (await service.call(token, method, path, method === 'POST' ? { body: {} } : {})).status;

/** The status that each process currently returns for a token. */
const everywhere = async (token: string) =>
  (
    await Promise.all(
      [service, second].map(({ origin }) => sendRequest(origin, token, 'GET', '/session')),
    )
  ).map(({ status }) => status);

test('missing, malformed, unknown, expired and revoked tokens get the same response [errors.no-token]', async () => {
  const workspace = await service.workspace();
  const expired = await workspace.user('owner');
  const revoked = await workspace.user('owner');
  const removed = await workspace.user('owner');
  const valid = await workspace.user('owner');
  await owner.query(sql`
    update api_token set expires_at = now() - interval '1 millisecond' where id = ${expired.tokenId}`);
  await owner.transaction(workspace.id, (tx) => revokeToken(tx, revoked.tokenId));
  await owner.transaction(workspace.id, (tx) => removeUser(tx, removed.userId));

  const withHeader = (authorization: string) =>
    service.call(null, 'GET', '/session', { headers: { authorization } });
  const answers: Record<string, ApiResponse> = {
    missing: await service.call(null, 'GET', '/session'),
    empty: await withHeader(''),
    'no token': await withHeader('Bearer'),
    'another scheme': await withHeader(`Basic ${valid.token}`),
    'no scheme': await withHeader(valid.token),
    'two tokens': await withHeader(`Bearer ${valid.token} ${valid.token}`),
    malformed: await service.call('hello', 'GET', '/session'),
    mistyped: await service.call(`${valid.token.slice(0, -1)}!`, 'GET', '/session'),
    'of another cell': await service.call(generateToken('b'), 'GET', '/session'),
    unknown: await service.call(generateToken('a'), 'GET', '/session'),
    expired: await service.call(expired.token, 'GET', '/session'),
    revoked: await service.call(revoked.token, 'GET', '/session'),
    'of a removed member': await service.call(removed.token, 'GET', '/session'),
  };
  const comparable = ({ status, headers, error }: ApiResponse) => {
    const responseHeaders = Object.fromEntries(headers);
    const { 'x-correlation-id': correlationId, date: _, ...rest } = responseHeaders;
    expect(error.correlationId).toBe(correlationId);
    return { status, headers: rest, error: { ...error, correlationId: '' } };
  };
  const expected = comparable(answers['missing']!);
  expect(expected).toMatchObject({ status: 401, error: { code: 'unauthorized' } });
  for (const [name, answer] of Object.entries(answers))
    expect({ name, ...comparable(answer) }).toEqual({ name, ...expected });
  expect(await statusOf(valid.token)).toBe(200);
});

test('a token is accepted only as a bearer token in the Authorization header [tokens.bearer]', async () => {
  const token = await (await service.workspace()).token('viewer');
  const status = async (headers: Record<string, string>) =>
    (await service.call(null, 'GET', '/session', { headers })).status;
  expect(await status({ authorization: `Bearer ${token}` })).toBe(200);
  expect(await status({ authorization: `bearer  ${token}` })).toBe(200);
  for (const cookie of [`token=${token}`, `session=${token}`, `Authorization=Bearer ${token}`])
    expect(await status({ cookie })).toBe(401);
  expect(await status({ 'x-api-key': token })).toBe(401);
});

test('a token acts as the user who created it, in the workspace where it was created [tokens.acts-as-maker]', async () => {
  const [first, other] = [await service.workspace(), await service.workspace()];
  const email = `both.${first.id}@outcrop.example`;
  const inBoth = async (id: string, role: 'viewer' | 'admin') =>
    owner.transaction(id, async (tx) => {
      const { id: userId } = await addUser(tx, { name: 'In Both', email, role });
      return createToken(tx, { cell: 'a', userId, name: role, expiresInDays: null });
    });
  for (const [workspace, role] of [
    [first, 'viewer'],
    [other, 'admin'],
  ] as const) {
    const { secret } = await inBoth(workspace.id, role);
    const { data } = await service.call(secret, 'GET', '/session');
    expect(data.user).toMatchObject({ name: 'In Both', email, role });
    expect(data.workspace.id).toBe(workspace.id);
  }
});

test('a token does not expire unless requested, and is rejected from its expiry time on', async () => {
  const workspace = await service.workspace();
  const { userId, token } = await workspace.user('viewer');
  expect((await service.call(token, 'GET', '/session')).data.token.expiresAt).toBeNull();
  for (const expiresInDays of [30, 90, 365]) {
    const created = await owner.transaction(workspace.id, (tx) =>
      createToken(tx, { cell: 'a', userId, name: 'short', expiresInDays }),
    );
    const { data } = await service.call(created.secret, 'GET', '/session');
    const days = (Date.parse(data.token.expiresAt) - Date.parse(data.token.createdAt)) / 86_400_000;
    expect(days).toBe(expiresInDays);
    const moveTo = (interval: string) =>
      owner.query(sql`
        update api_token set expires_at = now() + ${interval}::interval where id = ${created.id}`);
    await moveTo('1 minute');
    expect(await statusOf(created.secret)).toBe(200);
    await moveTo('0 seconds');
    expect(await statusOf(created.secret)).toBe(401);
  }
});

test('after a revocation is acknowledged, no process accepts the token', async () => {
  const workspace = await service.workspace();
  const [one, two, gone] = [
    await workspace.user('member'),
    await workspace.user('member'),
    await workspace.user('member'),
  ];
  for (const { token } of [one, two, gone]) expect(await everywhere(token)).toEqual([200, 200]);
  await owner.transaction(workspace.id, (tx) => revokeToken(tx, one.tokenId));
  expect(await everywhere(one.token)).toEqual([401, 401]);
  await owner.transaction(workspace.id, (tx) => removeUser(tx, gone.userId));
  expect(await everywhere(gone.token)).toEqual([401, 401]);
  expect(await everywhere(two.token)).toEqual([200, 200]);
  expect(await owner.transaction(workspace.id, (tx) => revokeAllTokens(tx))).toBe(1);
  expect(await everywhere(two.token)).toEqual([401, 401]);
});

test('rotating revokes the tokens of one workspace and keeps those of others', async () => {
  const [workspace, other] = [await service.workspace(), await service.workspace()];
  const [actor, colleague] = [await workspace.user('admin'), await workspace.user('viewer')];
  const stranger = await other.token('viewer');
  const { ended, token } = await owner.transaction(workspace.id, (tx) =>
    rotateTokens(tx, { cell: 'a', userId: actor.userId, name: 'rotated', expiresInDays: null }),
  );
  expect(ended).toBe(2);
  expect(await everywhere(actor.token)).toEqual([401, 401]);
  expect(await everywhere(colleague.token)).toEqual([401, 401]);
  expect(await everywhere(token.secret)).toEqual([200, 200]);
  expect(await everywhere(stranger)).toEqual([200, 200]);
});

test('a removed member who rejoins has no active tokens', async () => {
  const workspace = await service.workspace();
  await workspace.user('owner');
  const { token, userId } = await workspace.user('member');
  const { data } = await service.call(token, 'GET', '/session');
  await owner.transaction(workspace.id, (tx) => removeUser(tx, userId));
  const back = await owner.transaction(workspace.id, (tx) => addUser(tx, data.user));
  expect(back.id).toBe(userId);
  expect(await everywhere(token)).toEqual([401, 401]);
});

test('a role change applies from the next request', async () => {
  const workspace = await service.workspace();
  const { token, userId } = await workspace.user('member');
  const become = (role: 'viewer' | 'admin') =>
    owner.transaction(workspace.id, (tx) => changeRole(tx, userId, role));
  expect(await statusOf(token, 'POST', '/bulk')).not.toBe(403);
  await become('viewer');
  expect(await statusOf(token, 'POST', '/bulk')).toBe(403);
  expect((await service.call(token, 'GET', '/session')).data.user.role).toBe('viewer');
  await become('admin');
  expect(await statusOf(token, 'POST', '/bulk')).not.toBe(403);
});
