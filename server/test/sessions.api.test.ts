import { randomUUID } from 'node:crypto';
import { allEndpoints, basePath } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sql } from '../src/platform/db/index.ts';
import { newVisitor, testPassword } from './accounts.ts';
import { requestHead, requestRaw } from './raw-http.ts';
import type { BrowserCredential } from './send-request.ts';
import { testService } from './service.ts';

const service = await testService();
const manage = (browser: BrowserCredential, method: string, path: string, request: object = {}) =>
  service.call(browser, method, `${basePath.manage}${path}`, request);
const list = () => ({ body: { name: `List ${randomUUID()}` } });

test('a session acts in the manage API with the role of its user, and is recorded as the actor', async () => {
  const workspace = await service.workspace();
  const session = await workspace.session('member');
  const made = await manage(session, 'POST', '/lists', list());
  expect(made.status).toBe(200);
  expect((await manage(session, 'GET', '/boards')).data.lists).toHaveLength(1);
  const admin = await workspace.session('admin');
  const { entries } = (await manage(admin, 'GET', '/audit')).data;
  expect(entries[0]).toMatchObject({
    action: 'list.created',
    actor: { kind: 'user', id: session.userId },
  });
  const task = await manage(session, 'POST', '/bulk-tasks', {
    body: { action: 'suppress', filter: { q: 'nobody' } },
  });
  expect(task.data.task).toMatchObject({ status: 'queued' });
});

test('the public API does not accept sessions', async () => {
  const session = await (await service.workspace()).session('owner');
  for (const path of ['/session', '/boards', '/prospects'])
    expect((await service.call(session, 'GET', path)).status).toBe(401);
});

test('a write from another origin or without one changes nothing; from our own origin it does', async () => {
  const workspace = await service.workspace();
  const session = await workspace.session('owner');
  const { port } = new URL(service.origin);
  const origins = [undefined, 'null', 'https://evil.example', `http://evil.example:${port}`];
  for (const origin of [...origins, 'http://127.0.0.1:1', `https://127.0.0.1:${port}`])
    for (const path of ['/lists', '/tokens']) {
      const answer = await manage(session, 'POST', path, { ...list(), headers: { origin } });
      expect(answer.error).toMatchObject({ code: 'origin_not_allowed' });
    }
  const [row] = await service.owner.query<{ made: number }>(sql`
    select (select count(*) from list where workspace_id = ${workspace.id})::int
         + (select count(*) from api_token where workspace_id = ${workspace.id})::int as made`);
  expect(row).toEqual({ made: 0 });
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    const headers = { origin: `http://${host}:${port}` };
    expect((await manage(session, 'POST', '/lists', { ...list(), headers })).status).toBe(200);
  }
  const { email } = session;
  const login = await manage(newVisitor(), 'POST', '/sign-in', {
    body: { email, password: testPassword },
    headers: { origin: 'https://evil.example' },
  });
  expect(login.error).toMatchObject({ code: 'origin_not_allowed' });
  expect(login.headers.getSetCookie()).toEqual([]);
});

test('when PUBLIC_URL is set, it is the only allowed origin', async () => {
  const there = await testService({ config: { PUBLIC_URL: 'https://outcrop.example' } });
  const code = (origin: string) =>
    there.call(newVisitor(), 'POST', `${basePath.manage}/sign-in/link`, {
      body: { code: 'x' },
      headers: { origin },
    });
  expect((await code('https://outcrop.example')).status).toBe(422);
  for (const origin of [there.origin, 'http://outcrop.example', 'https://outcrop.example:8443'])
    expect((await code(origin)).status).toBe(403);
});

test('a token takes precedence over a cookie, and needs no origin', async () => {
  const [one, other] = [await service.workspace(), await service.workspace()];
  const session = await one.session('owner');
  const { token } = await other.user('viewer');
  const both = { headers: { authorization: `Bearer ${token}`, origin: undefined } };
  expect((await manage(session, 'GET', '/boards', both)).status).toBe(200);
  expect((await manage(session, 'POST', '/lists', { ...list(), ...both })).error).toMatchObject({
    code: 'insufficient_role',
    message: expect.stringContaining('the user of this token is a viewer'),
  });
  const wrong = { headers: { authorization: 'Bearer nonsense' } };
  expect((await manage(session, 'GET', '/boards', wrong)).status).toBe(401);
});

test('a session names its workspace; a workspace of others is like one that does not exist', async () => {
  const [ours, theirs] = [await service.workspace(), await service.workspace()];
  const session = await ours.session('owner');
  await theirs.session('owner');
  const responses = [];
  for (const workspaceId of [theirs.id, randomUUID(), 'mine', '', `${ours.id}x`]) {
    const { status, error } = await manage({ ...session, workspaceId }, 'GET', '/boards');
    responses.push({ status, code: error.code, message: error.message });
  }
  expect(new Set(responses.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(responses[0]).toMatchObject({ status: 404, code: 'not_found' });
  const upper = { ...session, workspaceId: ours.id.toUpperCase() };
  expect((await manage(upper, 'GET', '/boards')).status).toBe(200);
});

test('an expired session ends at once, since it is looked up for each request', async () => {
  const session = await (await service.workspace()).session('member');
  expect((await manage(session, 'GET', '/boards')).status).toBe(200);
  await service.owner.query(sql`
    update auth."session" set "expiresAt" = now() where "id" = ${session.sessionId}`);
  expect((await manage(session, 'GET', '/boards')).status).toBe(401);
});

test('sensitive actions ask for the password again, and then succeed', async () => {
  const workspace = await service.workspace();
  const session = await workspace.session('owner');
  const rotate = () =>
    manage(session, 'POST', '/tokens/rotate', {
      body: { workspaceName: workspace.name, name: 'New' },
    });
  await service.owner.query(sql`
    update auth."session" set "freshAt" = now() - interval '10 minutes 1 second'
    where "id" = ${session.sessionId}`);
  const generate = () => manage(session, 'POST', '/tokens', { body: { name: 'Mine' } });
  for (const refused of [await rotate(), await generate()])
    expect(refused.error).toMatchObject({ code: 'reauthentication_required' });
  const wrong = await manage(session, 'POST', '/me/fresh', { body: { password: 'not mine' } });
  expect(wrong.error.fieldErrors).toEqual({ password: ['Incorrect password.'] });
  expect((await rotate()).status).toBe(403);
  const { data } = await manage(session, 'POST', '/me/fresh', { body: { password: testPassword } });
  expect(Date.parse(data.freshUntil)).toBeGreaterThan(Date.now() + 590_000);
  expect((await rotate()).status).toBe(200);
  expect((await generate()).status).toBe(200);
  const asking = allEndpoints.filter((endpoint) => endpoint.reauthenticates).map(({ id }) => id);
  expect(asking.sort()).toEqual([
    'patchMember',
    'postConnectConfirm',
    'postInvitations',
    'postMeBackupCodes',
    'postMeSecondFactorRemove',
    'postMemberRemove',
    'postMembersIntegration',
    'postTokens',
    'postTokensRevokeAll',
    'postTokensRotate',
  ]);
});

test('other origins cannot read the manage API', async () => {
  const session = await (await service.workspace()).session('owner');
  const { token } = await (await service.workspace()).user('owner');
  const origin = { headers: { origin: 'https://app.example' } };
  const answers = [
    await manage(session, 'GET', '/boards', origin),
    await service.call(token, 'GET', `${basePath.manage}/boards`, origin),
    await manage({}, 'GET', '/setup', origin),
    await manage({}, 'GET', '/boards', origin),
  ];
  const preflight = requestHead('OPTIONS', `${basePath.manage}/lists`, {
    Origin: 'https://app.example',
    'Access-Control-Request-Method': 'POST',
  });
  const refused = await requestRaw(service.origin, preflight);
  expect(refused.status).toBe(401);
  for (const names of [
    ...answers.map(({ headers }) => [...headers.keys()]),
    Object.keys(refused.headers),
  ])
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
});
