import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newVisitor, testPassword } from '../../../test/accounts.ts';
import { totpCode } from '../../../test/authenticator.ts';
import { testDatabase } from '../../../test/database.ts';
import { cookieFrom, setUpSecondFactor } from '../../../test/prepared-requests.ts';
import { isFull } from '../../../test/run-size.ts';
import type { BrowserCredential } from '../../../test/send-request.ts';
import { type TestService, testService } from '../../../test/service.ts';
import { readConfig } from '../../config.ts';
import { createSignInCode } from '../../operator/accounts.ts';
import { sql } from '../../platform/db/index.ts';

const old = readConfig().SESSION_SECRET![0]!;
const young = randomBytes(32).toString('hex');
const run = promisify(execFile);
const resealMain = fileURLToPath(new URL('../../operator/reseal.ts', import.meta.url));

/** One database, and the service on it, started with these secrets one after another. */
async function ground() {
  const database = await testDatabase();
  let running: TestService | undefined;
  return {
    database,
    start: async (...SESSION_SECRET: string[]): Promise<TestService> => {
      await running?.stop();
      running = await testService({ database, config: { SESSION_SECRET } });
      return running;
    },
  };
}

const post = (service: TestService, browser: BrowserCredential, path: string, body: object) =>
  service.call(browser, 'POST', `/api/v1/manage${path}`, { body });
const me = async (service: TestService, browser: BrowserCredential) =>
  (await service.call(browser, 'GET', '/api/v1/manage/me')).status;
/** Signs in until the code is requested. */
async function begin(service: TestService, email: string): Promise<BrowserCredential> {
  const begun = await post(service, newVisitor(), '/sign-in', { email, password: testPassword });
  expect(begun.data).toEqual({ secondFactor: true });
  return { ...newVisitor(), cookie: cookieFrom(begun) };
}
const enter = (service: TestService, begun: BrowserCredential, code: string) =>
  post(service, begun, '/sign-in/second-factor', { code });

test('the API does not start without the SESSION_SECRET that it used before', async () => {
  const { start, database } = await ground();
  const { owner } = await start(old);
  const rows = await owner.query<{ name: string; proof: Buffer }>(
    sql`select name, proof from cell_secret where starts_with(name, 'session ')`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.proof.toString().includes(old)).toBe(false);
  await start(old);
  const missing =
    'SESSION_SECRET is missing a secret that second factors in this database are sealed with';
  const other = { database, config: { SESSION_SECRET: [young] } };
  await expect(testService(other)).rejects.toThrow(missing);
  await start(old, young);
});

test('the secret is rotated in steps: sessions stay valid and second factors keep working', async () => {
  const { start, database } = await ground();
  let service = await start(old);
  const session = await (await service.workspace()).session('admin');
  const { secret, cookie, backupCodes } = await setUpSecondFactor(service, session);
  const signedIn = { ...session, cookie };
  const [first, second, third, fourth] = backupCodes;
  const pending = await begin(service, session.email);

  service = await start(old, young);
  expect(await me(service, signedIn)).toBe(200);
  expect((await enter(service, pending, first!)).status).toBe(200);

  const pendingStill = await begin(service, session.email);
  service = await start(young, old);
  expect(await me(service, signedIn)).toBe(200);
  expect((await enter(service, pendingStill, second!)).status).toBe(200);
  // The library checks the session itself here.
  const fresh = await post(service, signedIn, '/me/fresh', {
    password: testPassword,
    code: third!,
  });
  expect(fresh.status).toBe(200);

  const environment = {
    ...process.env,
    DATABASE_OWNER_URL: database.ownerUrl,
    SESSION_SECRET: `${young},${old}`,
  };
  const { stdout } = await run(process.execPath, [resealMain], { env: environment });
  expect(stdout).toContain('second factors: 1 resealed\n');
  expect(stdout).toContain('Remove the old SESSION_SECRET in a week');

  service = await start(young);
  expect(await me(service, signedIn)).toBe(401);
  const entered = await enter(service, await begin(service, session.email), totpCode(secret));
  expect(entered.status).toBe(200);
  expect(await me(service, { cookie: cookieFrom(entered) })).toBe(200);
  expect((await enter(service, await begin(service, session.email), fourth!)).status).toBe(200);
});

test.runIf(isFull)(
  'an unreadable second factor is rejected with instructions, and a sign-in link still works',
  async () => {
    const { start } = await ground();
    let service = await start(old);
    const session = await (await service.workspace()).session('admin');
    const { secret, backupCodes } = await setUpSecondFactor(service, session);
    // The operator confirms that the secret is lost.
    await service.owner.query(sql`delete from cell_secret where starts_with(name, 'session ')`);
    service = await start(young);
    for (const code of [totpCode(secret), backupCodes[0]!]) {
      const refused = await enter(service, await begin(service, session.email), code);
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused.error)).toContain('Ask the operator for a sign-in link');
    }
    const code = await createSignInCode(service.owner, session.email);
    const came = await post(service, newVisitor(), '/sign-in/link', { code });
    const removal = { password: testPassword };
    const removed = await post(
      service,
      { cookie: cookieFrom(came) },
      '/me/second-factor/remove',
      removal,
    );
    expect(removed.status).toBe(200);
    const again = await setUpSecondFactor(service, { cookie: cookieFrom(removed) });
    const begun = await begin(service, session.email);
    expect((await enter(service, begun, again.backupCodes[0]!)).status).toBe(200);
  },
);
