import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../accounts.ts';
import type { Answer } from '../call.ts';
import { deadline, session, testGround, write } from './ground.ts';

const ground = await testGround();
const api = await ground.api({ DATABASE_POOL_SIZE: '2' });

/** As many callers at once, each of which would hold a connection for a while. */
const flood = async (workspace: TestWorkspace, callers: number) => {
  const token = await workspace.token('member');
  return Promise.all(
    Array.from({ length: callers }, (_, caller) =>
      write(api, token, { name: `${caller}`, holdMs: 100 }),
    ),
  );
};

const expectSomeServedAndTheRestTold = (answers: Answer[]) => {
  const told = answers.filter(({ status }) => status === 503);
  const served = answers.filter(({ status }) => status === 200);
  expect(served.length).toBeGreaterThan(0);
  expect(told.length).toBeGreaterThan(0);
  expect(served.length + told.length).toBe(answers.length);
  expect(new Set(told.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['1']));
  expect(api.slowest(503)).toBeGreaterThan(0);
  expect(api.slowest(503)).toBeLessThan(2_000);
};

test(
  'when one workspace floods the service, it is told so within two seconds, and the others hardly notice',
  deadline,
  async () => {
    api.log.length = 0;
    const [loud, quiet] = [await ground.workspace(), await ground.workspace()];
    const [loudToken, quietToken] = [await loud.token('viewer'), await quiet.token('member')];
    await write(api, quietToken, { name: 'before' });
    const loudCalls = { over: false };
    const flooded = flood(loud, 200).finally(() => {
      loudCalls.over = true;
    });
    const took: number[] = [];
    for (let call = 0; !loudCalls.over; call++) {
      const start = performance.now();
      expect((await write(api, quietToken, { name: `quiet ${call}` })).status).toBe(200);
      expect((await session(api, loudToken)).status).toBe(200);
      took.push(performance.now() - start);
      await sleep(20);
    }
    expectSomeServedAndTheRestTold(await flooded);
    took.sort((a, b) => a - b);
    expect(took.length).toBeGreaterThan(5);
    expect(took[Math.floor(took.length / 2)]).toBeLessThan(100);
  },
);

test(
  'when many workspaces together use up the pool, nobody waits for more than two seconds, and sessions still answer',
  deadline,
  async () => {
    api.log.length = 0;
    const workspaces = await Promise.all(Array.from({ length: 40 }, () => ground.workspace()));
    const token = await workspaces[0]!.token('member');
    const flooded = Promise.all(workspaces.map((workspace) => flood(workspace, 5)));
    for (let call = 0; call < 10; call++) {
      expect((await session(api, token)).status).toBe(200);
      await sleep(50);
    }
    expectSomeServedAndTheRestTold((await flooded).flat());
    expect((await write(api, token, { name: 'afterwards' })).status).toBe(200);
    expect(api.complaints()).toBe('');
  },
);
