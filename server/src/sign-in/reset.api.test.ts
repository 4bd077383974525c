import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newVisitor, signIn, testPassword } from '../../test/accounts.ts';
import { codeInEmail, testMailServer } from '../../test/mail-server.ts';
import { setUpSecondFactor } from '../../test/prepared-requests.ts';
import type { BrowserCredential } from '../../test/send-request.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const mail = await testMailServer();
const service = await testService({
  config: { SMTP_URL: mail.url, MAIL_FROM: 'Outcrop <outcrop@fernhill.example>' },
});
const post = (browser: BrowserCredential, path: string, body: object) =>
  service.call(browser, 'POST', `/api/v1/manage${path}`, { body });
const me = (browser: BrowserCredential) => service.call(browser, 'GET', '/api/v1/manage/me');
const newPassword = 'eleven patient storks';

/** The email for a forgotten password. */
async function resetEmailTo(email: string): Promise<string> {
  expect((await post(newVisitor(), '/password/forgot', { email })).status).toBe(200);
  await expect.poll(() => mail.emails.filter(({ to }) => to === email)).toHaveLength(1);
  return mail.emails.find(({ to }) => to === email)!.text;
}

test('an emailed link sets a new password once and ends every session', async () => {
  const session = await (await service.workspace()).session('viewer');
  const other = await signIn(service.owner, session.userId);
  const letter = await resetEmailTo(session.email);
  expect(letter).toContain(`${service.origin}/reset#`);
  const code = codeInEmail(letter);
  const kept = await service.owner.query<{ row: string }>(
    sql`select v::text as row from auth."verification" v`,
  );
  expect(kept.map(({ row }) => row).join()).not.toContain(code);
  const reset = () => post(newVisitor(), '/password/reset', { code, password: newPassword });
  const outcomes = await Promise.all([reset(), reset()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 422]);
  for (const ended of [session, other]) expect((await me(ended)).status).toBe(401);
  const enter = (given: string) =>
    post(newVisitor(), '/sign-in', { email: session.email, password: given });
  expect((await enter(testPassword)).status).toBe(401);
  expect((await enter(newPassword)).status).toBe(200);
});

test('an email address without an account gets no email', async () => {
  const email = `${randomUUID()}@outcrop.example`;
  await post(newVisitor(), '/password/forgot', { email });
  const known = (await (await service.workspace()).session('viewer')).email;
  await resetEmailTo(known);
  expect(mail.emails.filter(({ to }) => to === email)).toEqual([]);
});

test('the link expires after an hour', async () => {
  const { email, userId } = await (await service.workspace()).session('viewer');
  const code = codeInEmail(await resetEmailTo(email));
  await service.owner.query(sql`
    update auth."verification" set "expiresAt" = now() - interval '1 second' where "value" = ${userId}`);
  const late = await post(newVisitor(), '/password/reset', { code, password: newPassword });
  expect(late.error.message).toContain('This link has expired or was already used.');
});

test('the owner of the mailbox takes over an account with an unverified email, and its second factor is removed', async () => {
  const squatter = await (await service.workspace()).session('viewer');
  const { cookie } = await setUpSecondFactor(service, squatter);
  const code = codeInEmail(await resetEmailTo(squatter.email));
  await post(newVisitor(), '/password/reset', { code, password: newPassword });
  expect((await me({ cookie })).status).toBe(401);
  const entered = await post(newVisitor(), '/sign-in', {
    email: squatter.email,
    password: newPassword,
  });
  expect(entered.data).toEqual({ secondFactor: false });
});

test('once the email is verified, a new password keeps the second factor', async () => {
  const session = await (await service.workspace()).session('viewer');
  await setUpSecondFactor(service, session);
  await service.owner.query(
    sql`update auth."user" set "emailVerified" = true where "id" = ${session.userId}`,
  );
  const code = codeInEmail(await resetEmailTo(session.email));
  await post(newVisitor(), '/password/reset', { code, password: newPassword });
  const entered = await post(newVisitor(), '/sign-in', {
    email: session.email,
    password: newPassword,
  });
  expect(entered.data).toEqual({ secondFactor: true });
});
