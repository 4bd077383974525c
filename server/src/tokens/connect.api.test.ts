import {
  browserTokenDays,
  connectMinutes,
  type Endpoint,
  endpoints,
  manageEndpoints,
  maxTokensPerUser,
} from '@outcrop/contract';
import { expect, test } from 'vitest';
import { newVisitor, type TestSession, testPassword } from '../../test/accounts.ts';
import { startConnect } from '../../test/prepared-requests.ts';
import { requestHead, requestRaw } from '../../test/raw-http.ts';
import { testService } from '../../test/service.ts';
import { maintenanceSteps } from '../maintenance/maintenance.job.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36';

const pollConnect = async (deviceCode: string) =>
  (await service.call(newVisitor(), 'POST', '/api/v1/connect/poll', { body: { deviceCode } })).data;
const callConnect = (verb: 'look' | 'confirm' | 'deny', session: TestSession, code: string) =>
  service.call(session, 'POST', `/api/v1/manage/connect/${verb}`, { body: { code } });
const tokensOf = async (session: TestSession) =>
  (await service.call(session, 'GET', '/api/v1/manage/tokens')).data.tokens;
const expireRequest = (userCode: string) =>
  service.owner.query(sql`
    update connect_request set expires_at = now() - interval '1 second'
    where code_hash = sha256(replace(${userCode}, '-', '')::bytea)`);
/** Connects a browser of the user, and returns its token. */
async function connectBrowser(session: TestSession): Promise<string> {
  const { deviceCode, userCode } = await startConnect(service);
  await callConnect('confirm', session, userCode);
  return (await pollConnect(deviceCode)).token;
}
const unknownCode = 'This code is unknown, was already used, or has expired.';

test('a confirmed browser gets a token of the user who confirmed, with that role, once', async () => {
  const workspace = await service.workspace();
  const session = await workspace.session('member');
  const browser = newVisitor();
  const started = await service.call(browser, 'POST', '/api/v1/connect/start', {
    body: {},
    headers: { 'user-agent': chrome },
  });
  const { deviceCode, userCode, expiresInSeconds } = started.data;
  expect(expiresInSeconds).toBe(connectMinutes * 60);
  expect(await pollConnect(deviceCode)).toEqual({ status: 'waiting', token: null });
  const look = await callConnect('look', session, userCode.toLowerCase());
  expect(look.data).toMatchObject({
    browser: 'Chrome on Linux',
    address: browser.address,
    isOwnAddress: false,
  });
  const same = await callConnect('look', { ...session, address: browser.address! }, userCode);
  expect(same.data.isOwnAddress).toBe(true);

  expect((await callConnect('confirm', session, userCode)).data).toEqual({
    browser: 'Chrome on Linux',
  });
  expect(await tokensOf(session)).toEqual([]);
  const { status, token } = await pollConnect(deviceCode);
  expect(status).toBe('connected');
  expect(await pollConnect(deviceCode)).toEqual({ status: 'expired', token: null });
  const { data } = await service.call(token, 'GET', '/session');
  expect(data).toMatchObject({
    user: { id: session.userId, role: 'member' },
    workspace: { id: workspace.id },
    token: { name: 'Chrome on Linux', expiresAt: expect.any(String) },
  });
  expect(await tokensOf(session)).toMatchObject([
    { name: 'Chrome on Linux', kind: 'browser', user: { id: session.userId } },
  ]);
  await service.call(session, 'DELETE', `/api/v1/manage/tokens/${data.token.id}`);
  expect((await service.call(token, 'GET', '/session')).status).toBe(401);
});

test('confirming needs a session with a recent password; a token cannot confirm', async () => {
  const workspace = await service.workspace();
  const session = await workspace.session('owner');
  const { deviceCode, userCode } = await startConnect(service);
  const byToken = await service.call(
    await workspace.token('owner'),
    'POST',
    '/api/v1/manage/connect/confirm',
    { body: { code: userCode } },
  );
  expect(byToken.error).toMatchObject({ code: 'session_required' });
  await service.owner.query(sql`
    update auth."session" set "freshAt" = now() - interval '10 minutes 1 second'
    where "id" = ${session.sessionId}`);
  expect((await callConnect('confirm', session, userCode)).error).toMatchObject({
    code: 'reauthentication_required',
  });
  expect(await pollConnect(deviceCode)).toMatchObject({ status: 'waiting' });
  await service.call(session, 'POST', '/api/v1/manage/me/fresh', {
    body: { password: testPassword },
  });
  expect((await callConnect('confirm', session, userCode)).status).toBe(200);
  expect(await pollConnect(deviceCode)).toMatchObject({ status: 'connected' });
});

test('of users in two workspaces who confirm at once, one succeeds; of many polls, one gets the token', async () => {
  const workspaces = [await service.workspace(), await service.workspace()];
  const sessions = await Promise.all(
    workspaces.flatMap((each) => [each.session('member'), each.session('admin')]),
  );
  for (let round = 0; round < 5; round += 1) {
    const { deviceCode, userCode } = await startConnect(service);
    const confirmed = await Promise.all(
      sessions.map((each) => callConnect('confirm', each, userCode)),
    );
    expect(confirmed.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
    const winner = sessions[confirmed.findIndex(({ status }) => status === 200)]!;
    const polled = await Promise.all(Array.from({ length: 8 }, () => pollConnect(deviceCode)));
    const given = polled.filter(({ status }) => status === 'connected');
    expect(given).toHaveLength(1);
    expect(polled.filter(({ status }) => status === 'expired')).toHaveLength(7);
    const { data } = await service.call(given[0].token, 'GET', '/session');
    expect(data).toMatchObject({
      user: { id: winner.userId },
      workspace: { id: winner.workspaceId },
    });
  }
  const [row] = await service.owner.query<{ tokens: number }>(sql`
    select count(*)::int as tokens from api_token
    where workspace_id = any(${workspaces.map(({ id }) => id)}::uuid[])`);
  expect(row).toEqual({ tokens: 5 });
});

test('of a confirmation and a denial at once, one counts', async () => {
  const workspace = await service.workspace();
  const [one, other] = [await workspace.session('member'), await workspace.session('member')];
  for (let round = 0; round < 5; round += 1) {
    const { deviceCode, userCode } = await startConnect(service);
    const [confirmed, denied] = await Promise.all([
      callConnect('confirm', one, userCode),
      callConnect('deny', other, userCode),
    ]);
    expect([confirmed.status, denied.status].toSorted()).toEqual([200, 422]);
    const { status } = await pollConnect(deviceCode);
    expect(status).toBe(confirmed.status === 200 ? 'connected' : 'denied');
  }
});

test('a denied, expired or unknown code is refused, and its browser gets no token', async () => {
  const session = await (await service.workspace()).session('admin');
  const denied = await startConnect(service);
  expect((await callConnect('deny', session, denied.userCode)).status).toBe(200);
  expect(await pollConnect(denied.deviceCode)).toEqual({ status: 'denied', token: null });
  const expired = await startConnect(service);
  await expireRequest(expired.userCode);
  expect(await pollConnect(expired.deviceCode)).toEqual({ status: 'expired', token: null });
  for (const code of [denied.userCode, expired.userCode, 'BCDF-BCDF'])
    for (const verb of ['look', 'confirm', 'deny'] as const) {
      const { error } = await callConnect(verb, session, code);
      expect(error.fieldErrors.code[0]).toContain(unknownCode);
    }
  expect(await pollConnect('nothing')).toEqual({ status: 'expired', token: null });
  expect(await tokensOf(session)).toEqual([]);
});

test('a user can try few codes, and others are not affected', async () => {
  const workspace = await service.workspace();
  const session = await workspace.session('member');
  const { userCode } = await startConnect(service);
  for (let n = 0; n < 9; n += 1) await callConnect('look', session, 'BCDF-GHJK');
  // Looking at a code of one's own does not reset the attempts.
  expect((await callConnect('look', session, userCode)).status).toBe(200);
  for (const verb of ['look', 'confirm', 'deny'] as const)
    expect((await callConnect(verb, session, userCode)).error).toMatchObject({
      code: 'rate_limited',
    });
  const other = await workspace.session('member');
  expect((await callConnect('confirm', other, userCode)).status).toBe(200);
});

test('an address can start 30 times a minute, and other addresses are not affected', async () => {
  const caller = newVisitor();
  const start = () => service.call(caller, 'POST', '/api/v1/connect/start', { body: {} });
  const answers = await Promise.all(Array.from({ length: 31 }, start));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(30);
  await expect.poll(async () => (await start()).error?.code).toBe('rate_limited');
  expect((await startConnect(service)).userCode).toMatch(/-/);
});

test('neither code is stored, and no token exists before the browser fetches it', async () => {
  const workspace = await service.workspace();
  const session = await workspace.session('member');
  const { deviceCode, userCode } = await startConnect(service);
  const rows = async () =>
    JSON.stringify(
      await service.owner.query(sql`
        select to_jsonb(r) from connect_request r union all select to_jsonb(g) from connect_grant g
        union all select to_jsonb(t) from api_token t where t.workspace_id = ${workspace.id}`),
    );
  const before = await rows();
  await callConnect('confirm', session, userCode);
  const confirmed = await rows();
  expect(await tokensOf(session)).toEqual([]);
  const { token } = await pollConnect(deviceCode);
  for (const stored of [before, confirmed, await rows()])
    for (const secret of [deviceCode, userCode, userCode.replace('-', ''), token])
      expect(stored).not.toContain(secret);
  expect(JSON.stringify(service.log)).not.toContain(deviceCode);
});

test('a connected browser can call the public API and nothing else, even for an Owner', async () => {
  const token = await connectBrowser(await (await service.workspace()).session('owner'));
  const codeOf = async (endpoint: Endpoint) => {
    const { params } = endpoint.examples[0];
    const request = { ...(params && { params }), ...(endpoint.body && { body: {} }) };
    return (await service.callEndpoint(token, endpoint, request)).error?.code;
  };
  const forTokens = Object.values<Endpoint>(manageEndpoints).filter(({ access }) => !access);
  for (const endpoint of forTokens)
    expect({ id: endpoint.id, code: await codeOf(endpoint) }).toEqual({
      id: endpoint.id,
      code: 'insufficient_scope',
    });
  for (const endpoint of Object.values<Endpoint>(endpoints))
    expect([undefined, 'not_found', 'validation_error']).toContain(await codeOf(endpoint));
  const { status, error } = await service.call(token, 'POST', '/api/v1/manage/exports', {
    body: {},
  });
  expect({ status, message: error.message }).toEqual({
    status: 403,
    message:
      'This token belongs to a connected browser, which can call the public API (/api/v1/ext) only. ' +
      'Generate an API token in Settings, Chrome extension & API.',
  });
});

test('the token of a browser ends after 90 days without use', async () => {
  const session = await (await service.workspace()).session('member');
  const token = await connectBrowser(session);
  const [{ createdAt, expiresAt }] = await tokensOf(session);
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(browserTokenDays * 86_400_000);
  await service.owner.query(sql`
    update api_token set expires_at = now() - interval '1 second' where user_id = ${session.userId}`);
  expect((await service.call(token, 'GET', '/session')).status).toBe(401);
  expect(await tokensOf(session)).toEqual([]);
});

test('replacing or revoking all tokens, removing the member and changing the password end a confirmed browser', async () => {
  const workspace = await service.workspace();
  const admin = await workspace.session('admin');
  const { name: workspaceName } = workspace;
  const manage = (session: TestSession, method: string, path: string, body?: object) =>
    service.call(session, method, `/api/v1/manage${path}`, body ? { body } : {});
  const endings: ((session: TestSession) => Promise<{ status: number }>)[] = [
    () => manage(admin, 'POST', '/tokens/rotate', { workspaceName, name: 'New' }),
    () => manage(admin, 'POST', '/tokens/revoke-all', { workspaceName }),
    (session) => manage(admin, 'POST', `/members/${session.userId}/remove`, {}),
    (session) =>
      manage(session, 'POST', '/me/password', {
        password: testPassword,
        newPassword: 'nine slow tortoises',
        revokeTokens: true,
      }),
  ];
  for (const end of endings) {
    const session = await workspace.session('member');
    const { deviceCode, userCode } = await startConnect(service);
    await callConnect('confirm', session, userCode);
    expect((await end(session)).status).toBe(200);
    expect(await pollConnect(deviceCode)).toEqual({ status: 'expired', token: null });
  }
});

test('a connected browser revokes its own token, and none that was generated in the console', async () => {
  const workspace = await service.workspace();
  const session = await workspace.session('admin');
  const { deviceCode, userCode } = await startConnect(service);
  await callConnect('confirm', session, userCode);
  const { token } = await pollConnect(deviceCode);
  const generated = await service.call(session, 'POST', '/api/v1/manage/tokens', {
    body: { name: 'Script' },
  });
  const end = async (each: string) =>
    (await service.call(newVisitor(), 'POST', '/api/v1/connect/end', { body: { token: each } }))
      .data;
  expect(await end(generated.data.secret)).toEqual({ ended: false });
  expect(await end('oc_unknown')).toEqual({ ended: false });
  expect((await service.call(token, 'GET', '/session')).status).toBe(200);
  const ended = await Promise.all([end(token), end(token)]);
  expect(ended.filter((each) => each.ended)).toHaveLength(1);
  expect((await service.call(token, 'GET', '/session')).status).toBe(401);
  expect((await service.call(generated.data.secret, 'GET', '/session')).status).toBe(200);
  expect(await tokensOf(session)).toMatchObject([{ name: 'Script', kind: 'api' }]);
  const { data } = await service.call(session, 'GET', '/api/v1/manage/audit');
  expect(data.entries[0]).toMatchObject({
    action: 'token.revoked',
    actor: { kind: 'user', id: session.userId },
  });
  expect(JSON.stringify(service.log)).not.toContain(token);
});

test('a user with 50 tokens sees it when confirming, and the code stays valid', async () => {
  const workspace = await service.workspace();
  const session = await workspace.session('member');
  await service.owner.query(sql`
    insert into api_token (workspace_id, id, user_id, name, hash, last_four)
    select ${workspace.id}, gen_random_uuid(), ${session.userId}, 'Old',
           sha256(gen_random_uuid()::text::bytea), 'abcd'
    from generate_series(1, ${maxTokensPerUser})`);
  const { deviceCode, userCode } = await startConnect(service);
  const { error } = await callConnect('confirm', session, userCode);
  expect(error.message).toContain('A user can have 50 active tokens');
  expect(await pollConnect(deviceCode)).toMatchObject({ status: 'waiting' });
});

test('who confirmed, denied and got a token is in the audit log of that workspace only', async () => {
  const [workspace, other] = [await service.workspace(), await service.workspace()];
  const session = await workspace.session('admin');
  const [good, bad] = [await startConnect(service), await startConnect(service)];
  await callConnect('confirm', session, good.userCode);
  await callConnect('deny', session, bad.userCode);
  const { token } = await pollConnect(good.deviceCode);
  const { data } = await service.call(token, 'GET', '/session');
  const audit = async (by: TestSession) =>
    (await service.call(by, 'GET', '/api/v1/manage/audit')).data.entries;
  const actor = { kind: 'user', id: session.userId };
  expect(await audit(session)).toMatchObject([
    { action: 'token.created', actor, target: data.token.id, detail: { kind: 'browser' } },
    { action: 'browser.denied', actor },
    { action: 'browser.confirmed', actor, detail: { address: expect.stringMatching(/^127\./) } },
  ]);
  expect(await audit(await other.session('admin'))).toEqual([]);
});

test('pages of other origins may start and poll, and what they send along is not looked at', async () => {
  const preflight = await requestRaw(
    service.origin,
    requestHead('OPTIONS', '/api/v1/connect/poll', {
      Origin: 'chrome-extension://abc',
      'Access-Control-Request-Method': 'POST',
    }),
  );
  expect(preflight.status).toBe(204);
  expect(preflight.headers['access-control-allow-origin']).toBe('*');
  const session = await (await service.workspace()).session('owner');
  const { status, headers } = await service.call(session, 'POST', '/api/v1/connect/start', {
    body: {},
    headers: { origin: 'https://other.example', authorization: 'Bearer nonsense' },
  });
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('set-cookie')).toBeNull();
});

test('maintenance removes expired requests and grants, and keeps others', async () => {
  const session = await (await service.workspace()).session('member');
  const [old, confirmed, open] = [
    await startConnect(service),
    await startConnect(service),
    await startConnect(service),
  ];
  await callConnect('confirm', session, confirmed.userCode);
  await expireRequest(old.userCode);
  await service.owner.query(sql`
    update connect_grant set expires_at = now() - interval '1 second'
    where workspace_id = ${session.workspaceId}`);
  expect(await pollConnect(confirmed.deviceCode)).toMatchObject({ status: 'expired' });
  const step = maintenanceSteps.find(({ name }) => name === 'delete expired connect codes')!;
  const log = { info: () => {}, warn: () => {} } as never;
  const signal = new AbortController().signal;
  await step.run({ db: service.owner, at: new Date(), signal, log });
  const [row] = await service.owner.query<{ expired: number }>(sql`
    select ((select count(*) from connect_request where expires_at < now())
          + (select count(*) from connect_grant where expires_at < now()))::int as expired`);
  expect(row).toEqual({ expired: 0 });
  expect(await pollConnect(open.deviceCode)).toMatchObject({ status: 'waiting' });
});
