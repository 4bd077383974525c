import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { operatorCommands } from '../../src/operator/operator-commands.ts';
import type { TestUser } from '../accounts.ts';
import { sizeForRun } from '../run-size.ts';
import { getSession, setUpApiEnvironment } from './api-environment.ts';

const rounds = sizeForRun(2, 5);

const env = await setUpApiEnvironment();
const apis = await Promise.all([env.startApi(), env.startApi()]);
const operate = (name: string, options: object) => operatorCommands[name]!(env.owner, 'a', options);

/**
 * Calls both processes without pause while `end` runs, and returns the statuses of the requests
 * that started before and after it was acknowledged.
 */
async function callDuring(tokens: string[], end: () => Promise<unknown>) {
  const before: number[] = [];
  const after: number[] = [];
  let acknowledged = false;
  let done = false;
  const callers = tokens.flatMap((token) =>
    apis.map(async (api) => {
      while (!done) {
        const startedAfter = acknowledged;
        const { status } = await getSession(api, token);
        (startedAfter ? after : before).push(status);
        if (startedAfter && after.length > sizeForRun(50, 200)) done = true;
      }
    }),
  );
  await expect.poll(() => before.length).toBeGreaterThan(30);
  await end();
  acknowledged = true;
  await Promise.all(callers);
  return { before: before[0], after: [...new Set(after)] };
}

const ended = { before: 200, after: [401] };
const tokensOf = (users: TestUser[]) => users.map(({ token }) => token);

test('after a rotation is acknowledged, no process accepts an old token [tokens.rotate]', async () => {
  const workspace = await env.workspace();
  const admin = await workspace.user('admin');
  let old = [admin, await workspace.user('member'), await workspace.user('viewer')];
  for (let round = 0; round < rounds; round++) {
    let fresh = '';
    const rotate = async () => {
      const { token } = await operate('rotate', { workspace: workspace.id, user: admin.userId });
      fresh = String(token);
    };
    expect(await callDuring(tokensOf(old), rotate)).toEqual(ended);
    for (const api of apis) expect((await getSession(api, fresh)).status).toBe(200);
    old = [
      await workspace.user('member'),
      await workspace.user('member'),
      { ...admin, token: fresh },
    ];
  }
});

test('the command line acknowledges a rotation only when it is in effect', async () => {
  const workspace = await env.workspace();
  const admin = await workspace.user('admin');
  const main = fileURLToPath(new URL('../../src/operator/account.ts', import.meta.url));
  const options = ['--workspace', workspace.id, '--user', admin.userId, '--json'];
  const rotate = () =>
    promisify(execFile)(process.execPath, [main, 'rotate', ...options], {
      env: { ...process.env, DATABASE_OWNER_URL: env.ownerUrl },
    });
  const users = [
    admin,
    ...(await Promise.all(Array.from({ length: 7 }, () => workspace.user('member')))),
  ];
  expect(await callDuring(tokensOf(users), rotate)).toEqual(ended);
});

for (const [what, end] of [
  [
    'a token',
    (workspace: string, { tokenId }: TestUser) =>
      operate('revoke-token', { workspace, token: tokenId }),
  ],
  ['all tokens', (workspace: string) => operate('revoke-all', { workspace })],
] as const)
  test(`after revoking ${what} is acknowledged, no process accepts it [tokens.revoke-all]`, async () => {
    const workspace = await env.workspace();
    for (let round = 0; round < rounds; round++) {
      const user = await workspace.user('member');
      expect(await callDuring([user.token], () => end(workspace.id, user))).toEqual(ended);
    }
  });

test('after removing a member is acknowledged, no process accepts a token of that member', async () => {
  const workspace = await env.workspace();
  const colleague = await workspace.token('member');
  for (let round = 0; round < rounds; round++) {
    const { userId, token } = await workspace.user('member');
    const remove = () => operate('remove-user', { workspace: workspace.id, user: userId });
    expect(await callDuring([token], remove)).toEqual(ended);
  }
  for (const api of apis) expect((await getSession(api, colleague)).status).toBe(200);
});
