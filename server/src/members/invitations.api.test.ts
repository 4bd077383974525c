import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newVisitor, type TestSession } from '../../test/accounts.ts';
import { codeInEmail, testMailServer } from '../../test/mail-server.ts';
import { cookieFrom } from '../../test/prepared-requests.ts';
import type { BrowserCredential } from '../../test/send-request.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const mail = await testMailServer();
const service = await testService();
const serviceWithMail = await testService({
  database: service.database,
  config: { SMTP_URL: mail.url, MAIL_FROM: 'Outcrop <outcrop@fernhill.example>' },
});
const post = (browser: BrowserCredential, path: string, body: object, at = service) =>
  at.call(browser, 'POST', `/api/v1/manage${path}`, { body });
const members = async (browser: BrowserCredential) =>
  (await service.call(browser, 'GET', '/api/v1/manage/members')).data;
const newAddress = () => `${randomUUID()}@outcrop.example`;

async function invite(admin: TestSession, email = newAddress(), role = 'member') {
  const { data } = await post(admin, '/invitations', { email, role });
  return { email, code: codeInEmail(data.link), id: data.invitation.id as string };
}
const isProven = async (email: string) =>
  (
    await service.owner.query<{ yes: boolean }>(sql`
    select "emailVerified" as yes from auth."user" where "email" = ${email}`)
  )[0]!.yes;
const answer = { name: 'Aiko Mori', password: 'nine slow tortoises' };

test('without email, an invitation is a link to share that creates an account and a member', async () => {
  const workspace = await service.workspace();
  const admin = await workspace.session('admin');
  const email = newAddress();
  const sent = await post(admin, '/invitations', { email: email.toUpperCase(), role: 'viewer' });
  expect(sent.data).toMatchObject({ mailed: false, invitation: { email, role: 'viewer' } });
  expect(sent.data.link).toMatch(new RegExp(`^${service.origin}/invitation#[\\w-]{43}$`));
  expect((await members(admin)).invitations).toEqual([sent.data.invitation]);
  expect((await members(await workspace.session('member'))).invitations).toEqual([]);

  const code = codeInEmail(sent.data.link);
  const look = await post(newVisitor(), '/invitations/look', { code });
  expect(look.data).toEqual({
    workspaceName: workspace.name,
    email,
    role: 'viewer',
    hasAccount: false,
  });
  expect((await post(newVisitor(), '/invitations/accept', { code })).error.fieldErrors).toEqual({
    name: ['Enter your name.'],
  });
  const accepted = await post(newVisitor(), '/invitations/accept', { code, ...answer });
  expect(accepted.data).toEqual({ workspaceId: workspace.id });
  const me = await service.call({ cookie: cookieFrom(accepted) }, 'GET', '/api/v1/manage/me');
  expect(me.data).toMatchObject({
    user: { name: 'Aiko Mori', email },
    workspaces: [{ role: 'viewer' }],
  });
  expect((await members(admin)).invitations).toEqual([]);
});

test('with email, the invitation is sent and no link is returned', async () => {
  const workspace = await service.workspace();
  const admin = await workspace.session('admin');
  const email = newAddress();
  const sent = await post(admin, '/invitations', { email, role: 'viewer' }, serviceWithMail);
  expect(sent.data).toMatchObject({ mailed: true, link: null });
  const [letter] = mail.emails.filter(({ to }) => to === email);
  expect(letter!.text).toContain(`"A admin" invites you to the workspace "${workspace.name}"`);
  await post(newVisitor(), '/invitations/accept', { code: codeInEmail(letter!.text), ...answer });
  expect(await isProven(email)).toBe(true);
  const byHand = await invite(admin);
  await post(newVisitor(), '/invitations/accept', { code: byHand.code, ...answer });
  expect(await isProven(byHand.email)).toBe(false);
});

/** Sends an invitation up to the moment when the mail server has the email and has not answered. */
async function invitationBeingMailed(admin: TestSession) {
  const answerOfServer = mail.holdAll();
  const email = newAddress();
  const send = () =>
    serviceWithMail.call(admin, 'POST', '/api/v1/manage/invitations', {
      body: { email, role: 'viewer' },
      headers: { 'idempotency-key': `invite ${email}` },
    });
  const first = send();
  const received = () => mail.emails.find(({ to }) => to === email);
  await expect.poll(received).toBeDefined();
  return { email, emailedCode: codeInEmail(received()!.text), send, first, ...answerOfServer };
}

test('a request that is repeated while the email is being sent does not show its link', async () => {
  const admin = await (await service.workspace()).session('admin');
  const { send, first, accept } = await invitationBeingMailed(admin);
  expect((await send()).data).toMatchObject({ mailed: false, link: null });
  accept();
  for (const { data } of [await first, await send()])
    expect(data).toMatchObject({ mailed: true, link: null });
});

test('if sending fails, the shown link is another than the emailed one, and proves no address', async () => {
  const admin = await (await service.workspace()).session('admin');
  const { email, emailedCode, send, first, refuse } = await invitationBeingMailed(admin);
  refuse();
  const { data } = await first;
  expect((await send()).data).toEqual(data);
  const shownCode = codeInEmail(data.link);
  const accept = (code: string) =>
    post(newVisitor(), '/invitations/accept', { code, ...answer }, serviceWithMail);
  expect((await accept(emailedCode)).status).toBe(422);
  expect((await accept(shownCode)).status).toBe(200);
  expect(await isProven(email)).toBe(false);
});

test('an invitation that is revoked while it is being sent shows no link if sending fails', async () => {
  const admin = await (await service.workspace()).session('admin');
  const { first, refuse } = await invitationBeingMailed(admin);
  const { invitations } = await members(admin);
  await service.call(admin, 'DELETE', `/api/v1/manage/invitations/${invitations[0].id}`);
  refuse();
  expect((await first).data).toMatchObject({ mailed: false, link: null });
});

test('an email address with an account can accept only while signed in', async () => {
  const elsewhere = await service.workspace();
  const known = await elsewhere.session('owner');
  const workspace = await service.workspace();
  const { code } = await invite(await workspace.session('admin'), known.email);
  const thief = await post(newVisitor(), '/invitations/accept', { code, ...answer });
  expect(thief.status).toBe(401);
  expect(thief.error.message).toContain(`Sign in to it`);
  const stranger = await elsewhere.session('owner');
  expect((await post(stranger, '/invitations/accept', { code })).status).toBe(401);
  const accepted = await post(known, '/invitations/accept', { code });
  expect(accepted.data).toEqual({ workspaceId: workspace.id });
  const { data } = await service.call(known, 'GET', '/api/v1/manage/me');
  expect(data.workspaces.map(({ id }: { id: string }) => id).sort()).toEqual(
    [elsewhere.id, workspace.id].sort(),
  );
});

test('only the owner of an email address can see whether it has an account', async () => {
  const known = await (await service.workspace()).session('owner');
  const admin = await (await service.workspace()).session('admin');
  const look = async (browser: BrowserCredential, code: string) =>
    (await post(browser, '/invitations/look', { code })).data.hasAccount;
  const [toKnown, toNobody] = [await invite(admin, known.email), await invite(admin)];
  for (const { code } of [toKnown, toNobody])
    for (const browser of [newVisitor(), admin]) expect(await look(browser, code)).toBe(false);
  expect(await look(known, toKnown.code)).toBe(true);
});

test('an invitation accepted concurrently creates one account and one member', async () => {
  for (let round = 0; round < 5; round++) {
    const workspace = await service.workspace();
    const { code, email } = await invite(await workspace.session('admin'));
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () =>
        post(newVisitor(), '/invitations/accept', { code, ...answer }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of outcomes) expect([200, 422]).toContain(status);
    const [row] = await service.owner.query<{ users: number; members: number }>(sql`
      select (select count(*)::int from auth."user" where "email" = ${email}) as users,
             (select count(*)::int from member where workspace_id = ${workspace.id}) as members`);
    expect(row).toEqual({ users: 1, members: 2 });
  }
});

test('an email address invited to two workspaces concurrently becomes one account', async () => {
  const [one, other] = [await service.workspace(), await service.workspace()];
  const email = newAddress();
  const codes = [
    (await invite(await one.session('admin'), email)).code,
    (await invite(await other.session('admin'), email)).code,
  ];
  const outcomes = await Promise.all(
    codes.map((code) => post(newVisitor(), '/invitations/accept', { code, ...answer })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(
    await service.owner.query(sql`select 1 from auth."user" where "email" = ${email}`),
  ).toHaveLength(1);
});

test('a new invitation replaces the old one, revoked ones are invalid, all expire after seven days, and members cannot be invited', async () => {
  const workspace = await service.workspace();
  const admin = await workspace.session('admin');
  const first = await invite(admin);
  const second = await invite(admin, first.email, 'viewer');
  const look = (code: string) => post(newVisitor(), '/invitations/look', { code });
  expect((await look(first.code)).status).toBe(422);
  expect((await look(second.code)).data.role).toBe('viewer');
  const end = (id: string) => service.call(admin, 'DELETE', `/api/v1/manage/invitations/${id}`);
  expect((await end(second.id)).status).toBe(200);
  expect((await end(second.id)).status).toBe(404);
  expect((await look(second.code)).status).toBe(422);

  const old = await invite(admin);
  await service.owner.query(
    sql`update invitation set expires_at = now() - interval '1 second' where id = ${old.id}`,
  );
  expect((await look(old.code)).status).toBe(422);
  const again = await post(admin, '/invitations', { email: admin.email, role: 'viewer' });
  expect(again.error.fieldErrors).toEqual({ email: ['This person is already a member.'] });
});
