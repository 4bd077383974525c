import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { basePath } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sessionCookie } from './accounts.ts';
import { expectError, requestHead, requestRaw } from './raw-http.ts';
import { testService } from './service.ts';

const patient = await testService({
  // A user may have 13 open requests, a workspace and an address 25.
  config: { MAX_OPEN_REQUESTS: 100, SLOW_BODY_TIMEOUT_MS: 600_000 },
});
const manage = basePath.manage;
const leads = { leads: [{ email: 'maren@kelptide.example' }] };
const csv = 'Email\nmaren@kelptide.example\n';

/** Sends these bytes and no more. Resolves to the response, or to null while there is none. */
function stall(head: string, localAddress: string): { socket: Socket; response: Promise<string> } {
  const { hostname, port } = new URL(patient.origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.write(head);
  socket.on('error', () => {});
  return { socket, response: once(socket, 'data').then(([data]) => String(data)) };
}

/** Opens requests whose bodies never arrive, until the server has refused as many as expected. */
async function stallMany(count: number, refused: number, head: string, localAddress: string) {
  const stalled = Array.from({ length: count }, () => stall(head, localAddress));
  let answered = 0;
  for (const { response } of stalled)
    void response.then((text) => (answered += Number(text.startsWith('HTTP/1.1 503'))));
  await expect.poll(() => answered, { timeout: 60_000 }).toBe(refused);
  return () => {
    for (const { socket } of stalled) socket.destroy();
  };
}

const stalledHead = (path: string, headers: Record<string, string> = {}, length = 60_000) =>
  requestHead('POST', path, {
    'Content-Type': 'application/json',
    'Content-Length': String(length),
    ...headers,
  });

test('200 stalled bodies of a user and 200 of visitors leave room for everyone else', async () => {
  const [workspace, other] = [await patient.workspace(), await patient.workspace()];
  const token = await workspace.token('member');
  const end = await Promise.all([
    stallMany(200, 187, stalledHead('/leads', { Authorization: `Bearer ${token}` }), '127.0.0.2'),
    stallMany(200, 175, stalledHead(`${basePath.connect}/poll`), '127.0.0.3'),
  ]);
  const busy = await patient.call(token, 'POST', '/leads', { body: leads });
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5']);
  expect(busy.error.message).toMatch(/^Too many of your requests are open\./);
  for (const role of ['member', 'admin'] as const) {
    const colleague = await workspace.token(role);
    expect((await patient.call(colleague, 'GET', '/session')).status).toBe(200);
  }
  const otherToken = await other.token('member');
  expect((await patient.call(otherToken, 'POST', '/leads', { body: leads })).status).toBe(200);
  const visitor = { cookie: sessionCookie('x'), address: '127.0.0.4' };
  const signIn = { email: 'maren@kelptide.example', password: 'wrong password' };
  const poll = { body: signIn };
  expect((await patient.call(visitor, 'POST', `${manage}/sign-in`, poll)).status).toBe(401);
  for (const each of end) each();
  // The slots are free again.
  await expect
    .poll(async () => (await patient.call(token, 'POST', '/leads', { body: leads })).status)
    .toBe(200);
});

test('a workspace and a network have a quarter of the slots, for all their users together', async () => {
  const workspace = await patient.workspace();
  const users = await Promise.all([1, 2, 3].map(() => workspace.token('member')));
  const head = (token: string) => stalledHead('/leads', { Authorization: `Bearer ${token}` });
  const ends = [
    await stallMany(13, 0, head(users[0]!), '127.0.0.5'),
    await stallMany(20, 8, head(users[1]!), '127.0.0.6'),
    await stallMany(20, 20, head(users[2]!), '127.0.0.7'),
  ];
  for (const end of ends) end();
});

test('stalled uploads reserve no more than the share of their user', async () => {
  const [workspace, other] = [await patient.workspace(), await patient.workspace()];
  const [token, otherToken] = [await workspace.token('member'), await other.token('member')];
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'text/csv',
    'Content-Length': String(32 * 2 ** 20),
  };
  const head = requestHead('POST', `${manage}/imports`, headers);
  // Two reserve 64 MiB, an eighth.
  const end = await stallMany(3, 1, head, '127.0.0.8');
  const upload = (bearer: string) =>
    patient.call(bearer, 'POST', `${manage}/imports`, { body: csv });
  expect((await upload(token)).error.message).toMatch(/^Other files of yours are being uploaded/);
  expect((await upload(otherToken)).status).toBe(200);
  end();
  await expect.poll(async () => (await upload(token)).status).toBe(200);
});

test('a stalled body is refused with 408, whether JSON or a file, and the connection is closed', async () => {
  const impatient = await testService({
    database: patient.database,
    config: { SLOW_BODY_TIMEOUT_MS: 100 },
  });
  const token = await (await patient.workspace()).token('member');
  for (const [path, type] of [
    ['/leads', 'application/json'],
    [`${manage}/imports`, 'text/csv'],
  ] as const) {
    const head = stalledHead(path, { Authorization: `Bearer ${token}`, 'Content-Type': type });
    const response = await requestRaw(impatient.origin, [head, '{"leads":']);
    expectError(response, 'request_timeout');
    expect(response.headers.connection).toBe('close');
    expect(response.json.error.message).toMatch(/^The request arrived too slowly\./);
  }
});
