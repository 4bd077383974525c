import { afterAll, expect, test } from 'vitest';
import { postTestWrite, setUpApiEnvironment } from './api-environment.ts';
import { containsStatement } from './postgres-protocol.ts';
import { FaultProxy } from './proxy.ts';

const env = await setUpApiEnvironment();
const proxy = await FaultProxy.start(env.appUrl);
afterAll(() => proxy.close());
/** PostgreSQL ends a transaction of this process that is idle for twice as long. */
const statementMs = 2_000;
const [healthy, behindProxy, dying] = await Promise.all([
  env.startApi(),
  env.startApi({
    DATABASE_URL: proxy.url,
    CONNECT_TIMEOUT_MS: `${statementMs}`,
    STATEMENT_TIMEOUT_MS: `${statementMs}`,
  }),
  env.startApi(),
]);
const polling = { timeout: 20_000, interval: 50 };
const timeout = 60_000;

for (const how of ['the network is silent', 'the connection is reset'])
  test(`when the response to COMMIT is lost because ${how}, the error says that the outcome is unknown, and a retry has one effect`, async () => {
    await proxy.restore();
    const workspace = await env.workspace();
    const token = await workspace.token('member');
    const keyed = { 'idempotency-key': 'k' };
    const body = { name: 'Unknown' };
    proxy.onceSeen('requests', containsStatement('commit'), () => {
      proxy.drop('responses');
      if (how.includes('reset')) setTimeout(() => proxy.resetAll(), 100);
    });
    const first = await postTestWrite(behindProxy, token, body, keyed);
    expect(first).toMatchObject({ status: 503, error: { code: 'unavailable' } });
    expect(first.error.message).toMatch(/unknown whether the change was made.*Idempotency-Key/);
    expect(first.headers.get('retry-after')).toBe('1');
    expect(await env.countLists(workspace, 'Unknown')).toBe(1);
    await proxy.restore();
    const repeat = await postTestWrite(behindProxy, token, body, keyed);
    expect(repeat).toMatchObject({ status: 200, data: { name: 'Unknown' } });
    expect(repeat.headers.get('idempotency-replayed')).toBe('true');
    expect(await env.countLists(workspace, 'Unknown')).toBe(1);
  });

test('a write without a key whose COMMIT is unanswered also reports that the outcome is unknown', async () => {
  await proxy.restore();
  const workspace = await env.workspace();
  const token = await workspace.token('member');
  proxy.onceSeen('requests', containsStatement('commit'), () => {
    proxy.drop('responses');
    setTimeout(() => proxy.resetAll(), 100);
  });
  const { status, error } = await postTestWrite(behindProxy, token, { name: 'Keyless' });
  expect(status).toBe(503);
  expect(error.message).toMatch(/unknown whether/);
  await proxy.restore();
});

test('a connection that is reset before COMMIT is 503, and nothing is written', async () => {
  await proxy.restore();
  const workspace = await env.workspace();
  const token = await workspace.token('member');
  const keyed = { 'idempotency-key': 'k' };
  const body = { name: 'Cut' };
  const release = await env.holdWrites(workspace);
  const first = postTestWrite(behindProxy, token, body, keyed);
  await env.waitForOpenWrite();
  proxy.resetAll();
  const { status, error, headers } = await first;
  await release();
  expect({ status, code: error.code }).toEqual({ status: 503, code: 'unavailable' });
  expect(error.message).toMatch(/nothing was changed/i);
  expect(headers.get('retry-after')).toBe('1');
  expect(await env.countLists(workspace, 'Cut')).toBe(0);
  const repeat = async () => (await postTestWrite(behindProxy, token, body, keyed)).status;
  await expect.poll(repeat, polling).toBe(200);
  expect(await env.countLists(workspace, 'Cut')).toBe(1);
});

test('a transaction whose connection is lost releases its key soon', async () => {
  await proxy.restore();
  const workspace = await env.workspace();
  const token = await workspace.token('member');
  const keyed = { 'idempotency-key': 'k' };
  const body = { name: 'Adrift', holdMs: statementMs };
  const first = postTestWrite(behindProxy, token, body, keyed);
  await env.waitForOpenWrite();
  proxy.blackHole();
  expect((await first).status).toBe(503);
  const repeat = async () => (await postTestWrite(healthy, token, body, keyed)).status;
  await expect.poll(repeat, polling).toBe(200);
  expect(await env.countLists(workspace, 'Adrift')).toBe(1);
  await proxy.restore();
});

test('a transaction that the database ends for idling is 503, not 500', async () => {
  await proxy.restore();
  const token = await (await env.workspace()).token('member');
  const { status, error } = await postTestWrite(behindProxy, token, {
    name: 'Idle',
    holdMs: 2 * statementMs + 2_000,
  });
  expect({ status, code: error.code }).toEqual({ status: 503, code: 'unavailable' });
});

test('no process crashed or logged an unhandled error', () => {
  expect(behindProxy.stderr()).toBe('');
  expect(healthy.stderr()).toBe('');
});

// The last tests of this file, because the processes die.
test('when a process dies between commit and response, the effect stays, and a retry on another process returns the response', {
  timeout,
}, async () => {
  const workspace = await env.workspace();
  const token = await workspace.token('member');
  const keyed = { 'idempotency-key': 'k' };
  const body = { name: 'Survivor' };
  await expect(
    postTestWrite(dying, token, body, { ...keyed, 'x-test-crash': 'before-answer' }),
  ).rejects.toThrow('fetch failed');
  expect(await dying.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(await env.countLists(workspace, 'Survivor')).toBe(1);
  const repeat = await postTestWrite(healthy, token, body, keyed);
  expect(repeat).toMatchObject({ status: 200, data: { name: 'Survivor' } });
  expect(repeat.headers.get('idempotency-replayed')).toBe('true');
  expect((await postTestWrite(healthy, token, body, keyed)).data).toEqual(repeat.data);
  expect(await env.countLists(workspace, 'Survivor')).toBe(1);
});

test('when a process dies before commit, nothing is written, and the key can be used at once', {
  timeout,
}, async () => {
  const workspace = await env.workspace();
  const token = await workspace.token('member');
  await proxy.restore();
  const keyed = { 'idempotency-key': 'k' };
  const body = { name: 'Unborn' };
  const release = await env.holdWrites(workspace);
  const first = postTestWrite(behindProxy, token, body, keyed).catch(
    (error: Error) => error.message,
  );
  await env.waitForOpenWrite();
  await behindProxy.kill();
  await release();
  expect(await first).toBe('fetch failed');
  expect(await env.countLists(workspace, 'Unborn')).toBe(0);
  const repeat = async () => (await postTestWrite(healthy, token, body, keyed)).status;
  await expect.poll(repeat, polling).toBe(200);
  expect(await env.countLists(workspace, 'Unborn')).toBe(1);
});
