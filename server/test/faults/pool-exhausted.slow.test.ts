import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../accounts.ts';
import type { ApiResponse } from '../send-request.ts';
import { getSession, postTestWrite, setUpApiEnvironment } from './api-environment.ts';

const env = await setUpApiEnvironment();
const api = await env.startApi({ DATABASE_POOL_SIZE: '2' });
const timeout = { timeout: 300_000 };

/** Concurrent calls that each hold a connection for a while. */
const flood = async (workspace: TestWorkspace, callers: number, holdMs: number) => {
  const token = await workspace.token('member');
  return Promise.all(
    Array.from({ length: callers }, (_, caller) =>
      postTestWrite(api, token, { name: `${caller}`, holdMs }),
    ),
  );
};

const servedAnswers = (answers: ApiResponse[]) => answers.filter(({ status }) => status === 200);

/** Requests that waited too long get 503 with Retry-After. How many succeed depends on the machine. */
function expectServedOrRetryLater(answers: ApiResponse[]): void {
  expect(servedAnswers(answers).length).toBeGreaterThan(0);
  for (const { status, headers } of answers)
    if (status !== 200) expect([status, headers.get('retry-after')]).toEqual([503, '5']);
}

/** Makes one call at a time until the flood is over. */
async function callDuring<T>(
  flooded: Promise<T>,
  call: () => Promise<ApiResponse>,
): Promise<ApiResponse[]> {
  const over = flooded.then(() => true);
  const answers: ApiResponse[] = [];
  do answers.push(await call());
  while (!(await Promise.race([over, sleep(30, false)])));
  return answers;
}

test('a workspace that floods the service waits, while others are served', timeout, async () => {
  const [loud, quiet] = [await env.workspace(), await env.workspace()];
  const token = await quiet.token('member');
  const flooded = flood(loud, 200, 5);
  let calls = 0;
  const meanwhile = await callDuring(flooded, () =>
    postTestWrite(api, token, { name: `${calls++}` }),
  );
  expectServedOrRetryLater(await flooded);
  expect(servedAnswers(meanwhile)).toHaveLength(meanwhile.length);
  expect(meanwhile.length).toBeGreaterThan(5);
});

test(
  'when many workspaces use up the pool, each gets its share, and GET /session still works',
  timeout,
  async () => {
    const workspaces = await Promise.all(Array.from({ length: 20 }, () => env.workspace()));
    const tokens = await Promise.all(
      Array.from({ length: 10 }, () => workspaces[0]!.token('viewer')),
    );
    const flooded = Promise.all(workspaces.map((workspace) => flood(workspace, 20, 25)));
    let calls = 0;
    const sessions = await callDuring(flooded, () =>
      getSession(api, tokens[calls++ % tokens.length]!),
    );
    expect(servedAnswers(sessions)).toHaveLength(sessions.length);
    for (const answers of await flooded) expectServedOrRetryLater(answers);
    const token = await workspaces[0]!.token('member');
    expect((await postTestWrite(api, token, { name: 'afterwards' })).status).toBe(200);
    expect(api.stderr()).toBe('');
  },
);
