import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommand, runCommandFile } from '../../test/run-command.ts';
import { testService } from '../../test/service.ts';
import { runAccountCommand } from './account-command.ts';

const service = await testService();
const plainUuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const secret = /^oc_a_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/;

const database = { DATABASE_OWNER_URL: service.database.ownerUrl };
const run = (args: string[], environment: Record<string, string> = {}) =>
  runCommand(runAccountCommand, args, { ...database, ...environment });

const account = (line: string) => run(line.split(' '));

/** Runs a command that succeeds, and returns its output as JSON. */
async function json(line: string) {
  const { code, stdout, stderr } = await account(`${line} --json`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Runs a command that fails, and returns its error output. */
async function complaint(line: string): Promise<string> {
  const { code, stdout, stderr } = await account(line);
  expect({ line, code, stdout }).toEqual({ line, code: 1, stdout: '' });
  return stderr.trimEnd();
}

const session = (token: string) => service.call(token, 'GET', '/session');

// This is the first test of the file, because the instance is claimed afterwards.
test('the operator creates links for the first user and for users who are locked out', async () => {
  const there = { PUBLIC_URL: 'https://outcrop.example' };
  const first = await run(['claim-link', '--json'], there);
  expect(JSON.parse(first.stdout).link).toMatch(/^https:\/\/outcrop\.example\/claim#[\w-]{43}$/);

  const { email } = await (await service.workspace()).session('owner');
  const late = await run(['claim-link'], there);
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('is already claimed') });
  const link = await run(['sign-in-link', '--email', email], there);
  expect(link.stdout).toMatch(
    /^link: https:\/\/outcrop\.example\/link#[\w-]{43}\nworksFor: 1 hour, once$/m,
  );
  const nobody = await run(['sign-in-link', '--email', 'nobody@outcrop.example'], there);
  expect(nobody).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No user who can sign in has the address'),
  });
});

test('an operator creates a plan, a workspace, a user and a token, and the token works', async () => {
  const plan = await json('set-plan --id tiny --name Tiny --imports 5 --credits 3 --storage-mb 9');
  const limits = { imports: 5, credits: 3, storageMb: 9, enrichment: true };
  expect(plan).toEqual({ planId: 'tiny', name: 'Tiny', ...limits });
  const workspace = await json('create-workspace --name Quarry --plan tiny');
  expect(workspace).toEqual({
    workspaceId: expect.stringMatching(plainUuid),
    name: 'Quarry',
    plan: 'tiny',
  });
  const inQuarry = `--workspace ${workspace.workspaceId}`;
  const user = await json(`create-user ${inQuarry} --name Ada --email Ada@outcrop.example`);
  expect(user).toEqual({
    userId: expect.stringMatching(plainUuid),
    name: 'Ada',
    email: 'Ada@outcrop.example',
    role: 'member',
  });
  const made = await json(`create-token ${inQuarry} --user ${user.userId} --name sync`);
  expect(made).toEqual({
    tokenId: expect.stringMatching(plainUuid),
    token: expect.stringMatching(secret),
    name: 'sync',
    expiresAt: null,
  });
  const { data } = await session(made.token);
  expect(data).toMatchObject({
    user: { id: user.userId, name: 'Ada', email: 'ada@outcrop.example', role: 'member' },
    workspace: { id: workspace.workspaceId, name: 'Quarry' },
    plan: { id: 'tiny', name: 'Tiny' },
    quota: { monthlyImports: 5, remaining: 5 },
    credits: { monthly: 3 },
    token: { id: made.tokenId, name: 'sync', expiresAt: null },
  });
  const lowered = 'set-plan --id tiny --name Less --imports 2 --credits 0 --without-enrichment';
  expect(await json(lowered)).toMatchObject({ imports: 2, enrichment: false });
  expect((await session(made.token)).data).toMatchObject({
    plan: { name: 'Less' },
    quota: { monthlyImports: 2 },
    credits: { monthly: 0, remaining: 0 },
  });
});

test('an operator changes roles, revokes and rotates tokens, and removes members', async () => {
  const workspace = await service.workspace();
  const [ada, bob] = [await workspace.user('viewer'), await workspace.user('member')];
  const here = `--workspace ${workspace.id}`;

  expect(await json(`set-role ${here} --user ${ada.userId} --role admin`)).toEqual({
    userId: ada.userId,
    role: 'admin',
  });
  expect((await session(ada.token)).data.user.role).toBe('admin');

  expect(await json(`revoke-token ${here} --token ${ada.tokenId}`)).toEqual({
    revoked: ada.tokenId,
  });
  expect((await session(ada.token)).status).toBe(401);

  const rotated = await json(`rotate ${here} --user ${ada.userId}`);
  expect(rotated).toMatchObject({ ended: 1, name: 'API token', expiresAt: null });
  expect((await session(bob.token)).status).toBe(401);
  expect((await session(rotated.token)).data.user.id).toBe(ada.userId);

  expect(await json(`revoke-all ${here}`)).toEqual({ ended: 1 });
  expect((await session(rotated.token)).status).toBe(401);

  const { token } = await json(`create-token ${here} --user ${bob.userId}`);
  expect((await session(token)).status).toBe(200);
  expect(await json(`remove-user ${here} --user ${bob.userId}`)).toEqual({ removed: bob.userId });
  expect((await session(token)).status).toBe(401);
});

test('a command that fails says why and exits with code 1', async () => {
  expect(await complaint('create-workspace --plan gold')).toBe(
    'Invalid options:\n  --name is missing',
  );
  expect(await complaint('create-workspace --name Quarry --plan gold')).toBe(
    'There is no plan "gold".',
  );
});

test('help, an unknown command and an unknown option print the usage', async () => {
  const usage = 'npm run account -- <command> [options] [--json]';
  const help = await run(['--help']);
  expect(help.code).toBe(0);
  expect(help.stdout).toContain(usage);
  expect((await run([])).stderr).toContain(usage);
  const wrong = await complaint('constructor');
  expect(wrong).toContain('Unknown command "constructor".');
  expect(wrong).toContain(usage);
  expect(await complaint('create-workspace --colour red')).toContain("Unknown option '--colour'");
  expect(await complaint('create-workspace --name Two Words')).toContain(
    'Unexpected argument "Words" for create-workspace. Quote values that contain spaces.',
  );
});

test('an unusable database is reported without a stack trace', async () => {
  const at = async (url: string) => {
    const line = ['create-workspace', '--name', 'Quarry'];
    const { code, stderr } = await run(line, { DATABASE_OWNER_URL: url });
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/ at .+:\d+/);
    return stderr;
  };
  const elsewhere = (change: object) =>
    Object.assign(new URL(service.database.ownerUrl), change).href;
  expect(await at(elsewhere({ pathname: '/outcrop_nowhere' }))).toMatch(
    /Database error: database "outcrop_nowhere" does not exist\. Check DATABASE_OWNER_URL/,
  );
  expect(await at(elsewhere({ port: '1' }))).toMatch(
    /The database is not responding.*ECONNREFUSED/,
  );
});

test('npm run account prints results and errors, and ends with the exit code of its command', async () => {
  const main = fileURLToPath(new URL('account.ts', import.meta.url));
  const made = await runCommandFile(main, ['create-workspace', '--name', 'Shale'], database);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toMatch(/^workspaceId: \S+\nname: Shale\nplan: free\n$/);
  expect(await runCommandFile(main, ['create-workspace'], database)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Invalid options:\n  --name is missing\n',
  });
});
