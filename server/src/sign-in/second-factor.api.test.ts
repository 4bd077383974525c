import { expect, test } from 'vitest';
import { newVisitor, type TestSession, testPassword } from '../../test/accounts.ts';
import { totpCode } from '../../test/authenticator.ts';
import { cookieFrom, setUpSecondFactor } from '../../test/prepared-requests.ts';
import type { BrowserCredential } from '../../test/send-request.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const post = (browser: BrowserCredential, path: string, body: object) =>
  service.call(browser, 'POST', `/api/v1/manage${path}`, { body });
const me = (browser: BrowserCredential) => service.call(browser, 'GET', '/api/v1/manage/me');
const newUser = async (): Promise<TestSession> => (await service.workspace()).session('admin');
const wrongCode = (secret: string) => totpCode(secret, Date.now() + 3_600_000);

/** Starts a sign-in, up to the request for the code. */
async function beginSignIn(email: string): Promise<BrowserCredential> {
  const browser = newVisitor();
  const begun = await post(browser, '/sign-in', { email, password: testPassword });
  expect(begun.data).toEqual({ secondFactor: true });
  return { ...browser, cookie: cookieFrom(begun) };
}

test('with a second factor the password alone is not enough', async () => {
  const session = await newUser();
  const { secret } = await setUpSecondFactor(service, session);
  const begun = await beginSignIn(session.email);
  expect((await me(begun)).status).toBe(401);
  expect((await post(begun, '/sign-in/second-factor', { code: wrongCode(secret) })).status).toBe(
    401,
  );
  const entered = await post(begun, '/sign-in/second-factor', { code: totpCode(secret) });
  expect(entered.status).toBe(200);
  const { data } = await me({ cookie: cookieFrom(entered) });
  expect(data).toMatchObject({ twoFactor: true, user: { id: session.userId } });
  const again = await post(begun, '/sign-in/second-factor', { code: totpCode(secret) });
  expect(again.status).toBe(401);
});

test('a code without a password is rejected', async () => {
  const session = await newUser();
  const { secret } = await setUpSecondFactor(service, session);
  expect(
    (await post(newVisitor(), '/sign-in/second-factor', { code: totpCode(secret) })).status,
  ).toBe(401);
  const other = await newUser();
  const alien = { ...newVisitor(), cookie: other.cookie! };
  expect((await post(alien, '/sign-in/second-factor', { code: totpCode(secret) })).status).toBe(
    401,
  );
});

test('codes cannot be guessed: wrong codes end the sign-in, and then lock the account for a while', async () => {
  const session = await newUser();
  const { secret } = await setUpSecondFactor(service, session);
  for (let round = 0; round < 2; round++) {
    const begun = await beginSignIn(session.email);
    for (let tried = 0; tried < 5; tried++)
      await post(begun, '/sign-in/second-factor', { code: wrongCode(secret) });
    const late = await post(begun, '/sign-in/second-factor', { code: totpCode(secret) });
    expect([401, 429]).toContain(late.status);
  }
  const locked = await post(await beginSignIn(session.email), '/sign-in/second-factor', {
    code: totpCode(secret),
  });
  expect(locked.status).toBe(429);
  expect(locked.headers.get('retry-after')).toBe('900');
});

test('wrong codes in a session also lock the second factor, despite a correct password', async () => {
  const session = await newUser();
  const { secret, cookie } = await setUpSecondFactor(service, session);
  const fresh = (code: string) =>
    post({ ...session, ...newVisitor(), cookie }, '/me/fresh', { password: testPassword, code });
  const wrong = await Promise.all(Array.from({ length: 14 }, () => fresh(wrongCode(secret))));
  expect(wrong.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 10 }, () => 422),
    ...Array.from({ length: 4 }, () => 429),
  ]);
  const right = await fresh(totpCode(secret));
  expect(right.status).toBe(429);
  expect(right.headers.get('retry-after')).toBe('900');
  const entering = await post(await beginSignIn(session.email), '/sign-in/second-factor', {
    code: totpCode(secret),
  });
  expect(entering.status).toBe(429);

  await service.owner.query(sql`
    update auth."twoFactor" set "lockedUntil" = now() where "userId" = ${session.userId}`);
  expect((await fresh(wrongCode(secret))).status).toBe(422);
  expect((await fresh(totpCode(secret))).status).toBe(200);
  const [row] = await service.owner.query(sql`
    select "failedVerificationCount" as failures, "lockedUntil" as until
    from auth."twoFactor" where "userId" = ${session.userId}`);
  expect(row).toEqual({ failures: 0, until: null });
});

test('a correct password does not reset attempts while the code is wrong', async () => {
  const session = await newUser();
  const { secret, cookie } = await setUpSecondFactor(service, session);
  const at = { ...session, ...newVisitor(), cookie };
  for (let tried = 0; tried < 5; tried++) {
    const { error } = await post(at, '/me/fresh', {
      password: testPassword,
      code: wrongCode(secret),
    });
    expect(error.message).toBe('Incorrect code. Enter the newest one: each code works once.');
    const wrong = await post(at, '/me/fresh', { password: 'not mine' });
    expect(wrong.error.message).toBe('Incorrect password.');
  }
  expect(
    (await post(at, '/me/fresh', { password: testPassword, code: totpCode(secret) })).status,
  ).toBe(429);
});

test('a code from an authenticator works once, even if it is sent several times concurrently', async () => {
  const session = await newUser();
  const { secret } = await setUpSecondFactor(service, session);
  const now = Date.now();
  const enter = (browser: BrowserCredential, at: number) =>
    post(browser, '/sign-in/second-factor', { code: totpCode(secret, at) });
  const begun = [];
  for (let browser = 0; browser < 4; browser++) begun.push(await beginSignIn(session.email));
  const entered = await Promise.all(begun.map((browser) => enter(browser, now)));
  expect(entered.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  const [cookie] = entered.filter(({ status }) => status === 200).map(cookieFrom);
  const fresh = (at: number) =>
    post({ cookie: cookie! }, '/me/fresh', { password: testPassword, code: totpCode(secret, at) });
  expect((await fresh(now)).status).toBe(422);
  expect((await enter(await beginSignIn(session.email), now - 30_000)).status).toBe(401);
  expect((await fresh(now + 30_000)).status).toBe(200);
  expect((await enter(await beginSignIn(session.email), now + 30_000)).status).toBe(401);
});

test('the code that confirmed a second factor cannot be used to sign in', async () => {
  const session = await newUser();
  const { data } = await post(session, '/me/second-factor', { password: testPassword });
  const code = totpCode(data.secret);
  const confirmed = await post(session, '/me/second-factor/confirm', { code });
  expect(confirmed.status).toBe(200);
  expect(
    (await post(await beginSignIn(session.email), '/sign-in/second-factor', { code })).status,
  ).toBe(401);
  const twice = await post({ cookie: cookieFrom(confirmed) }, '/me/second-factor/confirm', {
    code,
  });
  expect(twice.error.message).toBe('A second factor is already set up. Remove it first.');
});

test('a backup code works once, and new backup codes replace the old ones', async () => {
  const session = await newUser();
  const { cookie, backupCodes } = await setUpSecondFactor(service, session);
  const [first, second] = backupCodes;
  const use = async (code: string) =>
    post(await beginSignIn(session.email), '/sign-in/second-factor', { code });
  expect((await use(first!)).status).toBe(200);
  expect((await use(first!)).status).toBe(401);
  const made = await post({ cookie }, '/me/second-factor/backup-codes', { password: testPassword });
  expect(made.data.backupCodes).toHaveLength(10);
  expect((await use(second!)).status).toBe(401);
  expect((await use(made.data.backupCodes[0])).status).toBe(200);
});

test('a second factor is required only after confirmation, and not after removal', async () => {
  const session = await newUser();
  const { data } = await post(session, '/me/second-factor', { password: testPassword });
  expect(data.uri).toMatch(/^otpauth:\/\/totp\/Outcrop:/);
  expect(
    (await post(newVisitor(), '/sign-in', { email: session.email, password: testPassword })).data,
  ).toEqual({
    secondFactor: false,
  });
  const wrong = await post(session, '/me/second-factor/confirm', { code: wrongCode(data.secret) });
  expect(wrong.error.message).toContain('Incorrect code.');
  const confirmed = await post(session, '/me/second-factor/confirm', {
    code: totpCode(data.secret),
  });
  const now = { cookie: cookieFrom(confirmed) };
  const twice = await post(now, '/me/second-factor', { password: testPassword });
  expect(twice.error.message).toContain('A second factor is already set up.');
  expect((await post(now, '/me/second-factor/remove', { password: 'not mine' })).status).toBe(422);
  expect((await post(now, '/me/second-factor/remove', { password: testPassword })).status).toBe(
    200,
  );
  expect(
    (await post(newVisitor(), '/sign-in', { email: session.email, password: testPassword })).data,
  ).toEqual({
    secondFactor: false,
  });
});

test('a user with a second factor enters it again with the password', async () => {
  const session = await newUser();
  const { secret, cookie } = await setUpSecondFactor(service, session);
  await service.owner.query(sql`
    update auth."session" set "freshAt" = now() - interval '1 hour' where "userId" = ${session.userId}`);
  const now = { ...session, cookie };
  const fresh = (body: object) => post(now, '/me/fresh', body);
  expect((await fresh({ password: testPassword })).error.fieldErrors).toEqual({
    code: ['Enter the code from your authenticator, or a backup code.'],
  });
  expect((await fresh({ password: testPassword, code: wrongCode(secret) })).status).toBe(422);
  expect((await fresh({ password: 'not mine', code: totpCode(secret) })).status).toBe(422);
  expect(
    (await post(now, '/me/second-factor/backup-codes', { password: testPassword })).status,
  ).toBe(403);
  const { data } = await fresh({ password: testPassword, code: totpCode(secret) });
  expect(Date.parse(data.freshUntil) - Date.now()).toBeGreaterThan(590_000);
  expect(
    (await post(now, '/me/second-factor/backup-codes', { password: testPassword })).status,
  ).toBe(200);
});

const letAnHourPass = (userId: string) =>
  service.owner.query(sql`
    update auth."session" set "freshAt" = now() - interval '1 hour' where "userId" = ${userId}`);

test('changing the password does not stand in for the second factor', async () => {
  const session = await newUser();
  const { secret, cookie } = await setUpSecondFactor(service, session);
  const newPassword = 'another long password';
  await letAnHourPass(session.userId);
  const changed = await post({ ...session, cookie }, '/me/password', {
    password: testPassword,
    newPassword,
  });
  expect(changed.status).toBe(200);
  const now = { ...session, cookie: cookieFrom(changed) };
  const remove = () => post(now, '/me/second-factor/remove', { password: newPassword });
  expect((await remove()).status).toBe(403);
  await post(now, '/me/fresh', { password: newPassword, code: totpCode(secret) });
  expect((await remove()).status).toBe(200);
});

test('a second factor ends the sessions that were made without it', async () => {
  const session = await newUser();
  const other = await post(newVisitor(), '/sign-in', {
    email: session.email,
    password: testPassword,
  });
  expect((await me({ cookie: cookieFrom(other) })).status).toBe(200);
  const { cookie } = await setUpSecondFactor(service, session);
  expect((await me({ cookie: cookieFrom(other) })).status).toBe(401);
  expect((await me({ cookie })).status).toBe(200);
});
