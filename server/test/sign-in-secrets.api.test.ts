import { randomBytes } from 'node:crypto';
import { basePath } from '@outcrop/contract';
import { raw } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createSignInCode } from '../src/operator/accounts.ts';
import { sql } from '../src/platform/db/index.ts';
import { newVisitor } from './accounts.ts';
import { codeInEmail, testMailServer } from './mail-server.ts';
import { cookieFrom, setUpSecondFactor } from './prepared-requests.ts';
import type { BrowserCredential } from './send-request.ts';
import { testService } from './service.ts';

const mail = await testMailServer();
const service = await testService({
  config: { SMTP_URL: mail.url, MAIL_FROM: 'outcrop@fernhill.example' },
});
const post = (browser: BrowserCredential, path: string, body: object, headers = {}) =>
  service.call(browser, 'POST', `${basePath.manage}${path}`, { body, headers });

/** Every row of every table, as text. */
async function allRows(): Promise<string> {
  const tables = await service.owner.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth', 'pgboss')`);
  const texts = await Promise.all(
    tables.map(({ name }) =>
      service.owner.query<{ row: string }>(raw(`select t::text as row from ${name} t`)),
    ),
  );
  return texts
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

test('passwords, codes, links and cookies are never logged, and never stored in plain text', async () => {
  const canary = () => `canary-${randomBytes(12).toString('hex')}`;
  const workspace = await service.workspace();
  const admin = await workspace.session('admin');
  const secrets: Record<string, string> = {};

  await post(admin, '/invitations', { email: 'aiko@outcrop.example', role: 'viewer' });
  await expect.poll(() => mail.emails.length).toBe(1);
  secrets.invitation = codeInEmail(mail.emails[0]!.text);
  secrets.password = canary();
  const joined = await post(newVisitor(), '/invitations/accept', {
    code: secrets.invitation,
    name: 'Aiko Mori',
    password: secrets.password,
  });
  const person = { cookie: cookieFrom(joined) };
  secrets.cookie = decodeURIComponent(person.cookie.split('=')[1]!);
  secrets.signature = secrets.cookie.split('.')[1]!;

  secrets.typo = canary();
  await post(newVisitor(), '/sign-in', { email: 'aiko@outcrop.example', password: secrets.typo });
  await post(newVisitor(), '/sign-in', { email: secrets.typo, password: secrets.typo });
  await post(newVisitor(), '/sign-in', {
    email: 'aiko@outcrop.example',
    [secrets.typo]: secrets.typo,
  });
  await post(person, '/me/fresh', { password: secrets.typo });
  await post(person, '/me/password', { password: secrets.typo, newPassword: secrets.typo });
  await post(newVisitor(), '/setup/claim', { code: secrets.typo, password: secrets.typo });
  await post(
    newVisitor(),
    '/sign-in/link',
    { code: secrets.typo },
    { cookie: `outcrop=${secrets.typo}` },
  );

  await post(newVisitor(), '/password/forgot', { email: 'aiko@outcrop.example' });
  await expect.poll(() => mail.emails.length).toBe(2);
  secrets.reset = codeInEmail(mail.emails[1]!.text);
  secrets.link = await createSignInCode(service.owner, 'aiko@outcrop.example');
  const session = await workspace.session('viewer');
  const { secret, backupCodes } = await setUpSecondFactor(service, session);
  Object.assign(secrets, { secret, backupCode: backupCodes[0]! });
  const { data } = await post(admin, '/tokens', { name: 'Canary' }, { 'idempotency-key': 'once' });
  secrets.token = data.secret;

  const logged = () => service.log.map((line) => JSON.stringify(line)).join('\n');
  const rows = await allRows();
  expect(rows.length).toBeGreaterThan(2_000);
  expect(service.log.length).toBeGreaterThan(10);
  for (const [name, value] of Object.entries(secrets)) {
    expect(value.length, name).toBeGreaterThan(9);
    expect(logged().includes(value), `${name} is in the log`).toBe(false);
    expect(rows.includes(value), `${name} is in the database`).toBe(false);
  }
  const [account] = await service.owner.query<{ password: string }>(
    sql`select "password" from auth."account" order by "createdAt" desc limit 1`,
  );
  expect(account!.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a session token read from the database cannot be used to sign in', async () => {
  const { cookie } = await (await service.workspace()).session('owner');
  const [token] = decodeURIComponent(cookie!.split('=')[1]!).split('.');
  const [row] = await service.owner.query(
    sql`select 1 from auth."session" where "token" = ${token}`,
  );
  expect(row).toBeDefined();
  for (const forged of [token, `${token}.`, `${token}.${Buffer.alloc(32).toString('base64')}`]) {
    const browser = { cookie: `outcrop=${encodeURIComponent(forged!)}` };
    const { status } = await service.call(browser, 'GET', `${basePath.manage}/me`);
    expect(status).toBe(401);
  }
});
