import { afterAll, expect, test } from 'vitest';
import { testGround, write } from './ground.ts';
import { sendsStatement } from './postgres-protocol.ts';
import { FaultProxy } from './proxy.ts';

const ground = await testGround();
const proxy = await FaultProxy.start(ground.appUrl);
afterAll(() => proxy.close());
const [healthy, behindProxy] = await Promise.all([
  ground.api(),
  ground.api({ DATABASE_URL: proxy.url, STATEMENT_TIMEOUT_MS: '2000' }),
]);

test('a process that dies between commit and answer leaves one effect, and a repeat elsewhere gets its answer [idempotency.with-the-effect idempotency.one-effect]', async () => {
  const workspace = await ground.workspace();
  const token = await workspace.token('member');
  const doomed = await ground.api();
  const keyed = { 'idempotency-key': 'k' };
  const body = { name: 'Survivor' };
  await expect(
    write(doomed, token, body, { ...keyed, 'x-test-crash': 'before-answer' }),
  ).rejects.toThrow('fetch failed');
  expect(await doomed.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(await ground.lists(workspace, 'Survivor')).toBe(1);
  const repeat = await write(healthy, token, body, keyed);
  expect(repeat).toMatchObject({ status: 200, data: { name: 'Survivor' } });
  expect(repeat.headers.get('idempotency-replayed')).toBe('true');
  expect((await write(healthy, token, body, keyed)).data).toEqual(repeat.data);
  expect(await ground.lists(workspace, 'Survivor')).toBe(1);
});

test('a process that dies before its commit leaves nothing, and the key is free at once [idempotency.with-the-effect]', async () => {
  const workspace = await ground.workspace();
  const token = await workspace.token('member');
  const doomed = await ground.api();
  const keyed = { 'idempotency-key': 'k' };
  const body = { name: 'Unborn', holdMs: 3_000 };
  const first = write(doomed, token, body, keyed).catch((error: Error) => error.message);
  await ground.writeUnderWay();
  await doomed.kill();
  expect(await first).toBe('fetch failed');
  expect(await ground.lists(workspace, 'Unborn')).toBe(0);
  const repeat = async () => (await write(healthy, token, body, keyed)).status;
  await expect.poll(repeat).toBe(200);
  expect(await ground.lists(workspace, 'Unborn')).toBe(1);
});

for (const how of ['nothing more comes back', 'the connection is reset'])
  test(`when the answer to COMMIT is lost because ${how}, the caller is told that the outcome is unknown, and a repeat has one effect [idempotency.lost-commit]`, async () => {
    await proxy.pass();
    const workspace = await ground.workspace();
    const token = await workspace.token('member');
    const keyed = { 'idempotency-key': 'k' };
    const body = { name: 'Unknown' };
    proxy.when('requests', sendsStatement('commit'), () => {
      proxy.swallow('answers');
      if (how.includes('reset')) setTimeout(() => proxy.cut(), 100);
    });
    const first = await write(behindProxy, token, body, keyed);
    expect(first).toMatchObject({ status: 503, error: { code: 'unavailable' } });
    expect(first.error.message).toMatch(/unknown whether the change was made.*Idempotency-Key/);
    expect(first.headers.get('retry-after')).toBe('1');
    expect(await ground.lists(workspace, 'Unknown')).toBe(1);
    await proxy.pass();
    const repeat = await write(behindProxy, token, body, keyed);
    expect(repeat).toMatchObject({ status: 200, data: { name: 'Unknown' } });
    expect(repeat.headers.get('idempotency-replayed')).toBe('true');
    expect(await ground.lists(workspace, 'Unknown')).toBe(1);
  });

test('a write without a key whose COMMIT is unanswered says that the outcome is unknown, too', async () => {
  await proxy.pass();
  const workspace = await ground.workspace();
  const token = await workspace.token('member');
  proxy.when('requests', sendsStatement('commit'), () => proxy.swallow('answers'));
  const { status, error } = await write(behindProxy, token, { name: 'Keyless' });
  expect(status).toBe(503);
  expect(error.message).toMatch(/unknown whether/);
  await proxy.pass();
});

test('a connection that is cut before COMMIT is 503, and nothing is written', async () => {
  await proxy.pass();
  const workspace = await ground.workspace();
  const token = await workspace.token('member');
  const keyed = { 'idempotency-key': 'k' };
  const body = { name: 'Cut', holdMs: 3_000 };
  const first = write(behindProxy, token, body, keyed);
  await ground.writeUnderWay();
  proxy.cut();
  const { status, error, headers } = await first;
  expect({ status, code: error.code }).toEqual({ status: 503, code: 'unavailable' });
  expect(error.message).toMatch(/nothing was changed/i);
  expect(headers.get('retry-after')).toBe('1');
  expect(await ground.lists(workspace, 'Cut')).toBe(0);
  const repeat = async () => (await write(behindProxy, token, body, keyed)).status;
  await expect.poll(repeat).toBe(200);
  expect(await ground.lists(workspace, 'Cut')).toBe(1);
});

test('a transaction that nobody can reach any more lets go of its key soon', async () => {
  await proxy.pass();
  const workspace = await ground.workspace();
  const token = await workspace.token('member');
  const keyed = { 'idempotency-key': 'k' };
  const body = { name: 'Adrift', holdMs: 3_000 };
  const first = write(behindProxy, token, body, keyed);
  await ground.writeUnderWay();
  proxy.hole();
  expect((await first).status).toBe(503);
  const repeat = async () => (await write(healthy, token, body, keyed)).status;
  await expect.poll(repeat, { interval: 100 }).toBe(200);
  expect(await ground.lists(workspace, 'Adrift')).toBe(1);
  await proxy.pass();
});

test('a transaction that the database ends because it idles is 503, never 500', async () => {
  const token = await (await ground.workspace()).token('member');
  const { status, error } = await write(behindProxy, token, { name: 'Idle', holdMs: 5_000 });
  expect({ status, code: error.code }).toEqual({ status: 503, code: 'unavailable' });
});

test('none of this ended the process or went unhandled', async () => {
  expect(behindProxy.complaints()).toBe('');
  expect(healthy.complaints()).toBe('');
});
