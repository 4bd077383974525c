import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath, endpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import type { MemberCaller } from '../src/accounts/caller.ts';
import { sql } from '../src/platform/db/index.ts';
import { unavailable } from '../src/platform/error.ts';
import type { Route } from '../src/platform/http/call.ts';
import type { Answer } from './call.ts';
import { head } from './raw-http.ts';
import { testService } from './service.ts';
import { writeRoute } from './write-route.ts';

const write = { ...writeRoute, line: { ...writeRoute.line, perMinute: 1_000 } };
const down: Route<MemberCaller> = {
  line: { ...endpoints.getSession, id: 'testDown', path: '/test-down' },
  handle: async () => {
    throw unavailable('Nothing is there to serve this.');
  },
};
// Long enough for any machine; that ten seconds are enough for a sound one is tried at night.
const service = await testService({
  extraRoutes: [write, down],
  config: { MAX_WAIT_MS: 100_000 },
});
const patient = { timeout: 120_000 };

const together = <T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));

/** How often each status came, such as `{ 200: 60 }`. */
const statuses = (answers: Answer[]): Record<number, number> => {
  const counted: Record<number, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

const left = ({ headers }: Answer) => Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

/** How many transactions have made a list and not committed it. */
async function openWrites(): Promise<number> {
  const [row] = await service.owner.ask<{ count: number }>(sql`
    select count(distinct l.pid)::int as count from pg_locks l
    where l.database = (select oid from pg_database where datname = current_database())
      and l.relation = 'list'::regclass and l.mode = 'RowExclusiveLock'`);
  return row!.count;
}

/** Calls of another workspace, one after the other, for as long as the burst lasts. */
async function meanwhile(burst: Promise<unknown>): Promise<Answer[]> {
  const over = burst.then(() => true);
  const token = await (await service.workspace()).token('member');
  const answers: Answer[] = [];
  do {
    answers.push(
      await service.call(token, 'POST', '/test-writes', { body: { name: `${answers.length}` } }),
    );
    if (answers.length <= 100) answers.push(await service.call(token, 'GET', '/session'));
  } while (!(await Promise.race([over, sleep(20, false)])));
  return answers;
}

test(
  'sixty batches of a hundred leads at once are all served, and other workspaces meanwhile [rate.bursts]',
  patient,
  async () => {
    const token = await (await service.workspace()).token('member');
    const burst = together(60, (batch) =>
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
    const others = await meanwhile(burst);
    const answers = await burst;
    expect(statuses(answers)).toEqual({ 200: 60 });
    expect(answers.reduce((sum, { data }) => sum + data.inserted, 0)).toBe(6_000);
    expect(Math.min(...answers.map(left))).toBe(0);
    expect(statuses(others)).toEqual({ 200: others.length });
  },
);

test(
  'a hundred and twenty reads at once are all served, and other workspaces meanwhile [rate.bursts]',
  patient,
  async () => {
    const token = await (await service.workspace()).token('viewer');
    const burst = together(120, () => service.call(token, 'GET', '/prospects'));
    const others = await meanwhile(burst);
    expect(statuses(await burst)).toEqual({ 200: 120 });
    expect(statuses(others)).toEqual({ 200: others.length });
  },
);

test(
  'beyond two hundred waiting requests a workspace is told 503 and when to come back, and its rate stays as it was [rate.unavailable-free errors.unavailable]',
  patient,
  async () => {
    const token = await (await service.workspace()).token('member');
    const answers = await together(400, (n) =>
      service.call(token, 'POST', write.line.path, { body: { name: `${n}`, holdMs: 30 } }),
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
    const next = await service.call(token, 'POST', write.line.path, { body: { name: 'next' } });
    expect(left(next)).toBe(1_000 - served.length - 1);
  },
);

test('a 503 tells the rate as if it had not been asked for [rate.unavailable-free]', async () => {
  const token = await (await service.workspace()).token('member');
  const call = (path: string) => service.call(token, 'GET', path);
  for (let asked = 0; asked < 3; asked++) {
    const refused = await call(down.line.path);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('ratelimit')).toMatch(/^"testDown";r=120;t=\d+$/);
  }
});

test('a request whose caller has gone while it waited is not done', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const send = (name: string, holdMs: number, signal?: AbortSignal) =>
    fetch(`${service.origin}${basePath.ext}${write.line.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, holdMs }),
      ...(signal && { signal }),
    });
  const holders = together(2, (n) => send(`holder ${n}`, 1_500));
  await expect.poll(() => openWrites(), { timeout: 10_000 }).toBe(2);
  await expect(send('left', 0, AbortSignal.timeout(300))).rejects.toThrow();
  await holders;
  expect((await send('after', 0)).status).toBe(200);
  const names = await service.owner.ask<{ name: string }>(
    sql`select name from list where workspace_id = ${workspace.id} order by name`,
  );
  expect(names.map(({ name }) => name)).toEqual(['after', 'holder 0', 'holder 1']);
});

test('large bodies of a workspace are read sixteen at a time; small ones and other workspaces do not wait [rate.large-bodies]', async () => {
  const [busy, other] = [await service.workspace(), await service.workspace()];
  const [token, otherToken] = [await busy.token('member'), await other.token('member')];
  const large = { name: 'large', filler: 'x'.repeat(300_000) };
  const post = (bearer: string, body: object) =>
    service.call(bearer, 'POST', write.line.path, { body });
  const promise = head('POST', write.line.path, {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': '300000',
  });
  const { hostname, port } = new URL(service.origin);
  const stalled = Array.from({ length: 16 }, () => {
    const socket = connect(Number(port), hostname);
    socket.write(promise);
    return socket;
  });
  // Once they are counted, the server waits for their bodies.
  let small = 0;
  const counted = async () => 1_000 - left(await post(token, { name: `small ${++small}` })) - small;
  await expect.poll(counted, { timeout: 10_000 }).toBe(16);
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

test('a process that has taken as many requests as it may sheds more of them, and stays alive and ready [errors.order-shedding rate.probes]', async () => {
  const full = await testService({ database: service.database, config: { MAX_OPEN_REQUESTS: 0 } });
  const shed = await full.call(null, 'GET', '/session');
  expect(shed.error.code).toBe('unavailable');
  expect(shed.headers.get('retry-after')).toBe('5');
  for (const probe of ['/livez', '/readyz'])
    expect((await fetch(full.origin + probe)).status).toBe(200);
});
