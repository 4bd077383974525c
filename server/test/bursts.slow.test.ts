import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath, endpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sql } from '../src/platform/db/index.ts';
import { unavailableError } from '../src/platform/error.ts';
import type { EndpointRoute } from '../src/platform/http/endpoint-call.ts';
import { requestHead } from './raw-http.ts';
import type { ApiResponse } from './send-request.ts';
import { testService } from './service.ts';
import { writeRoute } from './write-route.ts';

const writeTestRoute = { ...writeRoute, endpoint: { ...writeRoute.endpoint, perMinute: 1_000 } };
const downRoute: EndpointRoute = {
  endpoint: { ...endpoints.getSession, id: 'testDown', path: '/test-down' },
  handle: async () => {
    throw unavailableError('not_ready', 'This service is down.');
  },
};
// Long enough for any machine. The nightly run checks that ten seconds are enough.
const service = await testService({
  extraRoutes: [writeTestRoute, downRoute],
  config: { MAX_WAIT_MS: 100_000, SLOW_BODY_TIMEOUT_MS: 600_000 },
});
const timeout = { timeout: 300_000 };

const concurrently = <T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));

/** The number of responses per status, such as `{ 200: 60 }`. */
const statuses = (answers: ApiResponse[]): Record<number, number> => {
  const counted: Record<number, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

const remainingIn = ({ headers }: ApiResponse) =>
  Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

/** The number of transactions with an uncommitted list. */
async function openWrites(): Promise<number> {
  const [row] = await service.owner.query<{ count: number }>(sql`
    select count(distinct l.pid)::int as count from pg_locks l
    where l.database = (select oid from pg_database where datname = current_database())
      and l.relation = 'list'::regclass and l.mode = 'RowExclusiveLock'`);
  return row!.count;
}

/** Calls from another workspace, one at a time, for as long as the burst lasts. */
async function callDuring(burst: Promise<unknown>): Promise<ApiResponse[]> {
  const over = burst.then(() => true);
  const token = await (await service.workspace()).token('member');
  const answers: ApiResponse[] = [];
  do {
    answers.push(
      await service.call(token, 'POST', '/test-writes', { body: { name: `${answers.length}` } }),
    );
    if (answers.length <= 100) answers.push(await service.call(token, 'GET', '/session'));
  } while (!(await Promise.race([over, sleep(20, false)])));
  return answers;
}

test(
  '60 concurrent batches of 100 leads are all served, and so are other workspaces meanwhile',
  timeout,
  async () => {
    const token = await (await service.workspace()).token('member');
    const burst = concurrently(60, (batch) =>
      service.call(token, 'POST', '/leads', {
        body: {
          leads: Array.from({ length: 100 }, (_, n) => ({
            fullName: `Guest ${batch} ${n}`,
            email: `guest${batch}.${n}@kelptide.example`,
            companyName: 'Kelp & Tide',
          })),
        },
      }),
    );
    const others = await callDuring(burst);
    const answers = await burst;
    expect(statuses(answers)).toEqual({ 200: 60 });
    expect(answers.reduce((sum, { data }) => sum + data.inserted, 0)).toBe(6_000);
    expect(Math.min(...answers.map(remainingIn))).toBe(0);
    expect(statuses(others)).toEqual({ 200: others.length });
  },
);

test(
  'a workspace with more than 200 waiting requests gets 503 with Retry-After, and these do not count against its rate limit',
  timeout,
  async () => {
    const token = await (await service.workspace()).token('member');
    const answers = await concurrently(400, (n) =>
      service.call(token, 'POST', writeTestRoute.endpoint.path, {
        body: { name: `${n}`, holdMs: 30 },
      }),
    );
    const refused = answers.filter(({ status }) => status === 503);
    const served = answers.filter(({ status }) => status === 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(served.length).toBeGreaterThan(0);
    expect(served.length + refused.length).toBe(400);
    for (const { error, headers } of refused) {
      expect(error.code).toBe('unavailable');
      expect(headers.get('retry-after')).toBe('5');
    }
    const next = await service.call(token, 'POST', writeTestRoute.endpoint.path, {
      body: { name: 'next' },
    });
    expect(remainingIn(next)).toBe(1_000 - served.length - 1);
  },
);

test('a request is not executed if its caller disconnects while it waits', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const send = (name: string, signal?: AbortSignal) =>
    fetch(`${service.origin}${basePath.ext}${writeTestRoute.endpoint.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
      ...(signal && { signal }),
    });
  const holders = await service.owner.transaction(workspace.id, async (tx) => {
    // The new lists wait for their workspace.
    await tx.run(sql`select from workspace where id = ${workspace.id} for update`);
    const sent = concurrently(2, (n) => send(`holder ${n}`));
    await expect.poll(() => openWrites(), { timeout: 60_000 }).toBe(2);
    await expect(send('left', AbortSignal.timeout(300))).rejects.toThrow();
    // By then, the service knows that the caller has left.
    expect((await service.call(null, 'GET', '/session')).status).toBe(401);
    return { sent };
  });
  for (const { status } of await holders.sent) expect(status).toBe(200);
  expect((await send('after')).status).toBe(200);
  const names = await service.owner.query<{ name: string }>(
    sql`select name from list where workspace_id = ${workspace.id} order by name`,
  );
  expect(names.map(({ name }) => name)).toEqual(['after', 'holder 0', 'holder 1']);
});

test('a user sends 8 large bodies at a time; small bodies and other workspaces do not wait', async () => {
  const [busy, other] = [await service.workspace(), await service.workspace()];
  const [token, otherToken] = [await busy.token('member'), await other.token('member')];
  const large = { name: 'large', filler: 'x'.repeat(300_000) };
  const post = (bearer: string, body: object) =>
    service.call(bearer, 'POST', writeTestRoute.endpoint.path, { body });
  const promise = requestHead('POST', writeTestRoute.endpoint.path, {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': '300000',
  });
  const { hostname, port } = new URL(service.origin);
  const stalled = Array.from({ length: 8 }, () => {
    const socket = connect(Number(port), hostname);
    socket.write(promise);
    return socket;
  });
  // Once they count against the rate limit, the server is waiting for their bodies.
  let small = 0;
  const counted = async () =>
    1_000 - remainingIn(await post(token, { name: `small ${++small}` })) - small;
  await expect.poll(counted, { timeout: 60_000 }).toBe(8);
  let answered = false;
  const waiting = post(token, large).finally(() => {
    answered = true;
  });
  expect((await post(token, { name: 'small' })).status).toBe(200);
  expect((await post(otherToken, large)).status).toBe(200);
  expect(answered).toBe(false);
  for (const socket of stalled) socket.destroy();
  expect((await waiting).status).toBe(200);
});

test('a process at its limit of open requests sheds new ones, and stays live and ready', async () => {
  const full = await testService({ database: service.database, config: { MAX_OPEN_REQUESTS: 0 } });
  const shed = await full.call(null, 'GET', '/session');
  expect(shed.error.code).toBe('unavailable');
  expect(shed.headers.get('retry-after')).toBe('5');
  for (const probe of ['/livez', '/readyz'])
    expect((await fetch(full.origin + probe)).status).toBe(200);
});
