import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { password, signIn, visitor } from '../../test/accounts.ts';
import type { Browser } from '../../test/call.ts';
import { codeIn, testMailServer } from '../../test/mail-server.ts';
import { setUpSecondFactor } from '../../test/rehearsals.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const mail = await testMailServer();
const service = await testService({
  config: { SMTP_URL: mail.url, MAIL_FROM: 'Outcrop <outcrop@fernhill.example>' },
});
const post = (browser: Browser, path: string, body: object) =>
  service.call(browser, 'POST', `/api/v1/manage${path}`, { body });
const me = (browser: Browser) => service.call(browser, 'GET', '/api/v1/manage/me');
const newPassword = 'eleven patient storks';

/** The letter that someone gets who has forgotten their password. */
async function letterTo(email: string): Promise<string> {
  expect((await post(visitor(), '/password/forgot', { email })).status).toBe(200);
  await expect.poll(() => mail.letters.filter(({ to }) => to === email)).toHaveLength(1);
  return mail.letters.find(({ to }) => to === email)!.text;
}

test('a mailed link sets a new password, once, and ends every session [sign-in.reset]', async () => {
  const session = await (await service.workspace()).session('viewer');
  const other = await signIn(service.owner, session.userId);
  const letter = await letterTo(session.email);
  expect(letter).toContain(`${service.origin}/reset#`);
  const code = codeIn(letter);
  const kept = await service.owner.ask<{ row: string }>(
    sql`select v::text as row from auth."verification" v`,
  );
  expect(kept.map(({ row }) => row).join()).not.toContain(code);
  const reset = () => post(visitor(), '/password/reset', { code, password: newPassword });
  const outcomes = await Promise.all([reset(), reset()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 422]);
  for (const ended of [session, other]) expect((await me(ended)).status).toBe(401);
  const enter = (given: string) =>
    post(visitor(), '/sign-in', { email: session.email, password: given });
  expect((await enter(password)).status).toBe(401);
  expect((await enter(newPassword)).status).toBe(200);
});

test('an address without an account gets no letter', async () => {
  const email = `${randomUUID()}@outcrop.example`;
  await post(visitor(), '/password/forgot', { email });
  const known = (await (await service.workspace()).session('viewer')).email;
  await letterTo(known);
  expect(mail.letters.filter(({ to }) => to === email)).toEqual([]);
});

test('the link is of no use after an hour', async () => {
  const { email, userId } = await (await service.workspace()).session('viewer');
  const code = codeIn(await letterTo(email));
  await service.owner.ask(sql`
    update auth."verification" set "expiresAt" = now() - interval '1 second' where "value" = ${userId}`);
  const late = await post(visitor(), '/password/reset', { code, password: newPassword });
  expect(late.error.message).toContain('This link has expired or was already used.');
});

test('an account made for an address that was never proven goes to the one who reads its mail, second factor and all [sign-in.taken-back]', async () => {
  const squatter = await (await service.workspace()).session('viewer');
  const { cookie } = await setUpSecondFactor(service, squatter);
  const code = codeIn(await letterTo(squatter.email));
  await post(visitor(), '/password/reset', { code, password: newPassword });
  expect((await me({ cookie })).status).toBe(401);
  const entered = await post(visitor(), '/sign-in', {
    email: squatter.email,
    password: newPassword,
  });
  expect(entered.data).toEqual({ secondFactor: false });
});

test('once the address is proven, a new password does not take the second factor away', async () => {
  const session = await (await service.workspace()).session('viewer');
  await setUpSecondFactor(service, session);
  await service.owner.ask(
    sql`update auth."user" set "emailVerified" = true where "id" = ${session.userId}`,
  );
  const code = codeIn(await letterTo(session.email));
  await post(visitor(), '/password/reset', { code, password: newPassword });
  const entered = await post(visitor(), '/sign-in', {
    email: session.email,
    password: newPassword,
  });
  expect(entered.data).toEqual({ secondFactor: true });
});
