import { randomUUID } from 'node:crypto';
import { errorMessages } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { newVisitor, signIn, type TestSession, testPassword } from '../../test/accounts.ts';
import { cookieFrom } from '../../test/prepared-requests.ts';
import type { BrowserCredential } from '../../test/send-request.ts';
import { testService } from '../../test/service.ts';
import { createSignInCode } from '../operator/accounts.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const secure = await testService({ config: { PUBLIC_URL: 'https://outcrop.example' } });

const post = (browser: BrowserCredential, path: string, body: object) =>
  service.call(browser, 'POST', `/api/v1/manage${path}`, { body });
const postSignIn = (browser: BrowserCredential, email: string, given = testPassword) =>
  post(browser, '/sign-in', { email, password: given });
const me = (browser: BrowserCredential) => service.call(browser, 'GET', '/api/v1/manage/me');
const newUser = async (): Promise<TestSession> => (await service.workspace()).session('viewer');

test('a user signs in, is recognized, and signs out', async () => {
  const { email, userId } = await newUser();
  const answer = await postSignIn(newVisitor(), email.toUpperCase());
  expect(answer.data).toEqual({ secondFactor: false });
  const cookie = cookieFrom(answer);
  const { data } = await me({ cookie });
  expect(data).toMatchObject({
    user: { id: userId, email, name: 'A viewer' },
    twoFactor: false,
    hasPassword: true,
    workspaces: [{ role: 'viewer', plan: { id: 'scale', name: 'Scale' } }],
  });
  const out = await post({ cookie }, '/sign-out', {});
  expect(out.headers.getSetCookie()[0]).toMatch(/^outcrop=; Max-Age=0;/);
  expect((await me({ cookie })).status).toBe(401);
});

test('the cookie is protected from scripts, other sites and subdomains', async () => {
  const { email } = await newUser();
  const [plain] = (await postSignIn(newVisitor(), email)).headers.getSetCookie();
  expect(plain).toMatch(/^outcrop=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  const there = await (await secure.workspace()).session('viewer');
  const body = { email: there.email, password: testPassword };
  const [hosted] = (
    await secure.call(newVisitor(), 'POST', '/api/v1/manage/sign-in', {
      body,
      headers: { origin: 'https://outcrop.example' },
    })
  ).headers.getSetCookie();
  expect(hosted).toMatch(
    /^__Host-outcrop=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test('signing in ignores an existing session cookie', async () => {
  const [victim, attacker] = [await newUser(), await newUser()];
  const planted = { ...newVisitor(), cookie: attacker.cookie! };
  const cookie = cookieFrom(await postSignIn(planted, victim.email));
  expect(cookie).not.toBe(attacker.cookie);
  expect((await me({ cookie })).data.user.id).toBe(victim.userId);
  expect((await me(attacker)).data.user.id).toBe(attacker.userId);
  const madeUp = { ...newVisitor(), cookie: 'outcrop=chosen-by-the-attacker' };
  expect(cookieFrom(await postSignIn(madeUp, victim.email))).not.toContain('chosen');
});

test('a cookie with an invalid signature is rejected', async () => {
  const { cookie, sessionId } = await newUser();
  const [token, signature] = decodeURIComponent(cookie!.split('=')[1]!).split('.');
  const forged = [
    token,
    sessionId,
    `${token}.`,
    `${token}.${'A'.repeat(43)}=`,
    `x${token}.${signature}`,
  ];
  for (const value of [...forged, '%', '.', `${token}.${signature}.x`])
    expect((await me({ cookie: `outcrop=${value}` })).status).toBe(401);
});

test('a wrong password and an unknown address get the same response', async () => {
  const { email } = await newUser();
  const withoutPassword = `${randomUUID()}@outcrop.example`;
  await service.owner.query(
    sql`insert into auth."user" ("name", "email") values ('Nobody', ${withoutPassword})`,
  );
  const unknown = `${randomUUID()}@outcrop.example`;
  const answers = [];
  for (const address of [email, unknown, withoutPassword]) {
    const { status, error, headers } = await postSignIn(
      newVisitor(),
      address,
      'eight loud magpies',
    );
    const { correlationId: _, ...told } = error;
    answers.push({ status, told, cookies: headers.getSetCookie() });
  }
  expect(answers[0]).toEqual({
    status: 401,
    told: {
      code: 'unauthorized',
      message: errorMessages.incorrectPassword,
    },
    cookies: [],
  });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  const forgot = await Promise.all(
    [email, unknown].map((address) => post(newVisitor(), '/password/forgot', { email: address })),
  );
  expect(forgot.map(({ status, data }) => ({ status, data }))).toEqual([
    { status: 200, data: {} },
    { status: 200, data: {} },
  ]);
});

test('rejecting an unknown email takes about as much CPU time as rejecting a wrong password', async () => {
  const emails = { known: '', unknown: '' };
  const taken = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 6; round++) {
    emails.known = (await newUser()).email;
    emails.unknown = `${randomUUID()}@outcrop.example`;
    for (const kind of round % 2
      ? (['known', 'unknown'] as const)
      : (['unknown', 'known'] as const)) {
      // This is CPU time, which is the same on a busy machine.
      const before = process.cpuUsage();
      await postSignIn(newVisitor(), emails[kind], 'eight loud magpies');
      const { user, system } = process.cpuUsage(before);
      taken[kind].push(user + system);
    }
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length / 2]!;
  const [known, unknown] = [median(taken.known), median(taken.unknown)];
  // Most of it is hashing. If unknown addresses were not hashed, the ratio would be about ten.
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3);
});

test('attempts are limited by account and network, whether or not the account exists', async () => {
  for (const email of [(await newUser()).email, `${randomUUID()}@outcrop.example`]) {
    const attacker = newVisitor();
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => postSignIn(attacker, email, 'eight loud magpies')),
    );
    const statuses = tries.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = tries.find(({ status }) => status === 429)!;
    expect(refused.error.message).toBe('Too many attempts. Wait 15 minutes, then try again.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    // The owner of the account is not blocked on another network.
    expect((await postSignIn(newVisitor(), email, 'eight loud magpies')).status).toBe(401);
  }
});

test('a correct password resets the attempts', async () => {
  const { email } = await newUser();
  const browser = newVisitor();
  for (let round = 0; round < 2; round++) {
    for (let tried = 0; tried < 9; tried++) await postSignIn(browser, email, 'eight loud magpies');
    expect((await postSignIn(browser, email)).status).toBe(200);
  }
});

test('a link from the operator signs a user in once, and never an integration user', async () => {
  const workspace = await service.workspace();
  const { email, userId } = await workspace.session('viewer');
  const code = await createSignInCode(service.owner, email);
  const uses = await Promise.all([1, 2].map(() => post(newVisitor(), '/sign-in/link', { code })));
  expect(uses.map(({ status }) => status).sort()).toEqual([200, 422]);
  const cookie = cookieFrom(uses.find(({ status }) => status === 200)!);
  expect((await me({ cookie })).data.user.id).toBe(userId);

  const stale = await createSignInCode(service.owner, email);
  await service.owner.query(
    sql`update auth."verification" set "expiresAt" = now() where "value" = ${userId}`,
  );
  const late = await post(newVisitor(), '/sign-in/link', { code: stale });
  expect(late.error.message).toContain('This link has expired or was already used.');

  const admin = await workspace.session('admin');
  const { data } = await service.call(admin, 'POST', '/api/v1/manage/members/integration', {
    body: { name: 'CRM', role: 'member' },
  });
  const [user] = await service.owner.query<{ email: string }>(
    sql`select "email" from auth."user" where "id" = ${data.member.userId}`,
  );
  await expect(createSignInCode(service.owner, user!.email)).rejects.toThrow(
    'No user who can sign in',
  );
});

test('a user lists and ends their sessions', async () => {
  const here = await newUser();
  const stranger = await newUser();
  const there = { ...here, ...(await signIn(service.owner, here.userId)) };
  const { data } = await service.call(here, 'GET', '/api/v1/manage/me/sessions');
  expect(
    data.sessions.map(({ id, current }: { id: string; current: boolean }) => [id, current]),
  ).toEqual([
    [there.sessionId, false],
    [here.sessionId, true],
  ]);
  const end = (browser: BrowserCredential, id: string) =>
    service.call(browser, 'DELETE', `/api/v1/manage/me/sessions/${id}`);
  expect((await end(here, stranger.sessionId)).status).toBe(404);
  expect((await end(here, there.sessionId)).status).toBe(200);
  expect((await me(there)).status).toBe(401);
  expect((await me(stranger)).status).toBe(200);
  const [third, fourth] = [
    await signIn(service.owner, here.userId),
    await signIn(service.owner, here.userId),
  ];
  const others = await service.call(here, 'DELETE', '/api/v1/manage/me/sessions');
  expect(others.data).toEqual({ ended: 2 });
  for (const ended of [third, fourth]) expect((await me(ended)).status).toBe(401);
  expect((await me(here)).status).toBe(200);
});

test('a new password ends every other session and replaces the old one', async () => {
  const here = await newUser();
  const there = await signIn(service.owner, here.userId);
  const wrong = await post(here, '/me/password', {
    password: 'not mine',
    newPassword: 'eleven patient storks',
  });
  expect(wrong.error.fieldErrors).toEqual({ password: ['Incorrect password.'] });
  const missing = await post(here, '/me/password', { newPassword: 'eleven patient storks' });
  expect(missing.error.fieldErrors).toEqual({ password: ['Enter your current password.'] });
  const changed = await post(here, '/me/password', {
    password: testPassword,
    newPassword: 'eleven patient storks',
  });
  expect(changed.status).toBe(200);
  expect((await me(there)).status).toBe(401);
  expect((await me({ cookie: cookieFrom(changed) })).status).toBe(200);
  expect((await postSignIn(newVisitor(), here.email)).status).toBe(401);
  expect((await postSignIn(newVisitor(), here.email, 'eleven patient storks')).status).toBe(200);
});

test('changing the password can revoke the user’s tokens in every workspace', async () => {
  const [one, other] = [await service.workspace(), await service.workspace()];
  const session = await one.session('member');
  await service.owner.query(sql`
    insert into member (workspace_id, user_id, role)
    values (${other.id}, ${session.userId}, 'member')`);
  const generate = async (workspaceId: string) => {
    const { data } = await service.call(
      { ...session, workspaceId },
      'POST',
      '/api/v1/manage/tokens',
      {
        body: { name: 'Mine' },
      },
    );
    return data.secret as string;
  };
  const works = async (token: string) =>
    (await service.call(token, 'GET', '/session')).status === 200;
  const own = [await generate(one.id), await generate(other.id)];
  const colleague = await one.token('member');
  const change = (body: object) => post(session, '/me/password', body);
  const next = 'eleven patient storks';
  expect(
    (await change({ password: 'not mine', newPassword: next, revokeTokens: true })).status,
  ).toBe(422);
  for (const token of own) expect(await works(token)).toBe(true);
  const { data } = await change({ password: testPassword, newPassword: next, revokeTokens: true });
  expect(data).toEqual({ tokensEnded: 2 });
  for (const token of own) expect(await works(token)).toBe(false);
  expect(await works(colleague)).toBe(true);
  for (const { id } of [one, other])
    expect(
      await service.owner.query(sql`
        select actor_kind as kind, actor_id as id, detail from audit_entry
        where workspace_id = ${id} and action = 'tokens.revoked'`),
    ).toEqual([{ kind: 'user', id: session.userId, detail: { ended: 1, userId: session.userId } }]);
});

test('a user who signed in with a link can set a first password for a while', async () => {
  const workspace = await service.workspace();
  const { email, userId } = await workspace.session('viewer');
  await service.owner.query(sql`delete from auth."account" where "userId" = ${userId}`);
  const arrive = async () =>
    cookieFrom(
      await post(newVisitor(), '/sign-in/link', {
        code: await createSignInCode(service.owner, email),
      }),
    );
  const cookie = await arrive();
  expect((await me({ cookie })).data.hasPassword).toBe(false);
  await service.owner.query(
    sql`update auth."session" set "freshAt" = now() - interval '1 hour' where "userId" = ${userId}`,
  );
  const late = await post({ cookie }, '/me/password', { newPassword: 'eleven patient storks' });
  expect(late.error.fieldErrors.password[0]).toContain('for a new sign-in link.');
  const set = await post({ cookie: await arrive() }, '/me/password', {
    newPassword: 'eleven patient storks',
  });
  expect(set.status).toBe(200);
  expect((await postSignIn(newVisitor(), email, 'eleven patient storks')).status).toBe(200);
});

test('no response redirects a browser to another site', async () => {
  const { email } = await newUser();
  const elsewhere = 'https://evil.example/';
  const fields = {
    callbackURL: elsewhere,
    redirectTo: elsewhere,
    redirect: elsewhere,
    next: elsewhere,
  };
  const query = { callbackURL: elsewhere };
  const answers = [
    await post(newVisitor(), '/sign-in', { email, password: testPassword, ...fields }),
    await post(newVisitor(), '/password/forgot', { email, ...fields }),
    await post(newVisitor(), '/sign-in/link', { code: 'x', ...fields }),
    await service.call(newVisitor(), 'POST', '/api/v1/manage/sign-in', {
      body: { email, password: testPassword },
      query,
    }),
    await service.call(null, 'GET', '/api/auth/callback/google', { query }),
    await service.call(null, 'GET', '/api/auth/reset-password/x', { query }),
  ];
  for (const { status, headers, data } of answers) {
    expect(status).not.toBe(302);
    expect(headers.get('location')).toBeNull();
    expect(JSON.stringify(data ?? {})).not.toContain('https://evil.example');
  }
});
