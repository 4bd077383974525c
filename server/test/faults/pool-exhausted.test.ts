import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../accounts.ts';
import type { Answer } from '../call.ts';
import { session, testGround, write } from './ground.ts';

const ground = await testGround();
const api = await ground.api({ DATABASE_POOL_SIZE: '2' });
const patient = { timeout: 60_000 };

/** As many callers at once, each of which would hold a connection for a while. */
const flood = async (workspace: TestWorkspace, callers: number, holdMs: number) => {
  const token = await workspace.token('member');
  return Promise.all(
    Array.from({ length: callers }, (_, caller) =>
      write(api, token, { name: `${caller}`, holdMs }),
    ),
  );
};

const served = (answers: Answer[]) => answers.filter(({ status }) => status === 200);

/** Those that waited in vain are told when to come back. How many are served is up to the machine. */
function expectServedOrTold(answers: Answer[]): void {
  expect(served(answers).length).toBeGreaterThan(0);
  for (const { status, headers } of answers)
    if (status !== 200) expect([status, headers.get('retry-after')]).toEqual([503, '5']);
}

/** Calls at an easy pace until the flood is over. */
async function during<T>(flooded: Promise<T>, call: () => Promise<Answer>): Promise<Answer[]> {
  const over = flooded.then(() => true);
  const answers: Answer[] = [];
  do answers.push(await call());
  while (!(await Promise.race([over, sleep(30, false)])));
  return answers;
}

test(
  'a workspace that floods the service waits, and others are served meanwhile [rate.fair-turns rate.pool-share]',
  patient,
  async () => {
    const [loud, quiet] = [await ground.workspace(), await ground.workspace()];
    const token = await quiet.token('member');
    const flooded = flood(loud, 200, 5);
    let calls = 0;
    const meanwhile = await during(flooded, () => write(api, token, { name: `${calls++}` }));
    expectServedOrTold(await flooded);
    expect(served(meanwhile)).toHaveLength(meanwhile.length);
    expect(meanwhile.length).toBeGreaterThan(5);
  },
);

test(
  'when many workspaces use up the pool, each gets its turn, and sessions still answer [rate.fair-turns errors.unavailable]',
  patient,
  async () => {
    const workspaces = await Promise.all(Array.from({ length: 20 }, () => ground.workspace()));
    const tokens = await Promise.all(
      Array.from({ length: 10 }, () => workspaces[0]!.token('viewer')),
    );
    const flooded = Promise.all(workspaces.map((workspace) => flood(workspace, 20, 100)));
    let calls = 0;
    const sessions = await during(flooded, () => session(api, tokens[calls++ % tokens.length]!));
    expect(served(sessions)).toHaveLength(sessions.length);
    for (const answers of await flooded) expectServedOrTold(answers);
    const token = await workspaces[0]!.token('member');
    expect((await write(api, token, { name: 'afterwards' })).status).toBe(200);
    expect(api.complaints()).toBe('');
  },
);
