import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { offerClaim } from '../../server/src/accounts/claim.ts';
import { offerSignIn } from '../../server/src/accounts/sign-in-links.ts';
import { newCode } from '../../server/src/identity/codes.ts';
import { sql } from '../../server/src/platform/db/index.ts';
import { password } from '../../server/test/accounts.ts';
import { invite } from '../../server/test/rehearsals.ts';
import { heading, submit } from './forms.ts';
import { consoleGround, expectAccessible } from './ground.ts';
import { focused } from './keyboard.ts';

const ground = await consoleGround();
const { owner } = ground.service;

/** Every address that the browser asks for, and every one that its bar shows. */
function watched(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  return addresses;
}

test('whoever holds the link of a new instance claims it, once [console.claim console.link-secrets]', async () => {
  const code = (await offerClaim(owner))!;
  const { page, open, complaints } = await ground.visitor();
  await open('/');
  await heading(page, 'A new instance').waitFor();

  await open(`/claim#${code}`);
  await heading(page, 'Welcome to Outcrop').waitFor();
  await expect.poll(() => page.url()).toBe(`${ground.origin}/claim`);
  const addresses = watched(page);
  const who = {
    'Name of the workspace': 'Fernhill Instruments',
    'Your name': 'Ines Duarte',
    'E-mail': 'ines@fernhill.example',
  };
  await submit(page, { ...who, Password: 'short' }, 'Claim this instance');
  const field = page.getByLabel('Password', { exact: true });
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => focused(page)).toBe('Password');

  await submit(page, { Password: 'seven quiet herons' }, 'Claim this instance');
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: 'Workspace Fernhill Instruments' }).waitFor();
  expect(addresses.join()).not.toContain(code);

  const late = await ground.visitor();
  await late.open(`/claim#${code}`);
  await heading(late.page, 'This instance has its Owner').waitFor();
  complaints.splice(0);
});

test('who is new joins by the link of an invitation, with a name and a password [console.invitation console.link-secrets]', async () => {
  const workspace = await ground.service.workspace();
  const code = await invite(ground.service, workspace);
  const { page, open } = await ground.visitor();
  const addresses = watched(page);
  await open(`/invitation#${code}`);
  await heading(page, `Join ${workspace.name}`).waitFor();
  await page.getByText('You were invited as a Viewer').waitFor();
  await submit(page, { 'Your name': 'Aiko Mori', Password: password }, 'Join');
  await page.waitForURL(`**/w/${workspace.id}/**`);
  expect(addresses.filter((address) => !address.includes('#')).join()).not.toContain(code);
});

test('who has an account signs in with it, and joins by the same link [console.invitation]', async () => {
  const first = await ground.service.workspace();
  const { email } = await first.session('admin');
  const second = await ground.service.workspace();
  const code = await invite(ground.service, second, email);
  const { page, open, complaints } = await ground.visitor();
  await open(`/invitation#${code}`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await submit(page, { 'E-mail': email, Password: password }, 'Sign in');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL(`**/w/${second.id}/**`);
  await page.getByRole('button', { name: `Workspace ${second.name}` }).click();
  await page.getByRole('menuitem', { name: first.name }).click();
  await page.waitForURL(`**/w/${first.id}/**`);
  complaints.splice(0);
});

test('an invitation that does not exist is told, with what to do [console.invitation console.spent-link]', async () => {
  const { page, open, complaints } = await ground.visitor();
  await open(`/invitation#${newCode()}`);
  await heading(page, 'This invitation has expired or was already used').waitFor();
  await page.getByText('Ask an Admin of the workspace to invite you again.').waitFor();
  await expectAccessible(page);
  complaints.splice(0);
});

test('a forgotten password is replaced by the link for it, and the old one ends [console.reset]', async () => {
  const workspace = await ground.service.workspace();
  const { userId, email } = await workspace.session('viewer');
  const code = newCode();
  await owner.ask(sql`
    insert into auth."verification" ("identifier", "value", "expiresAt")
    values (${`reset-password:${code}`}, ${userId}, now() + interval '1 hour')`);
  const { page, open, complaints } = await ground.visitor();
  await open(`/reset#${code}`);
  await submit(page, { 'New password': 'eleven patient storks' }, 'Set the password');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await submit(page, { 'E-mail': email, Password: password }, 'Sign in');
  await page.getByRole('alert').waitFor();
  await submit(page, { Password: 'eleven patient storks' }, 'Sign in');
  await page.waitForURL(`**/w/${workspace.id}/**`);
  complaints.splice(0);
});

test('where no mail can be sent, who has forgotten a password is told what the operator can do [console.reset]', async () => {
  const { page, open } = await ground.visitor();
  await open('/forgot');
  await heading(page, 'Ask your operator').waitFor();
  await page.getByText('npm run account -- sign-in-link').waitFor();
});

test('the operator’s link signs in by itself, once; used again, it says so and leads to the sign-in page [console.sign-in console.spent-link]', async () => {
  const workspace = await ground.service.workspace();
  const { email } = await workspace.session('member');
  const code = await offerSignIn(owner, email);
  const { page, open } = await ground.visitor();
  await open(`/link#${code}`);
  await page.waitForURL(`**/w/${workspace.id}/**`);

  const second = await ground.visitor();
  await second.open(`/link#${code}`);
  await heading(second.page, 'This link has expired or was already used').waitFor();
  await expectAccessible(second.page);
  await expect.poll(() => second.page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  await second.page.getByRole('link', { name: 'Sign in' }).click();
  await heading(second.page, 'Sign in').waitFor();
  second.complaints.splice(0);
});

test('a workspace of others, and one that does not exist, look the same [console.workspaces]', async () => {
  const workspace = await ground.service.workspace();
  const other = await ground.service.workspace();
  const { page, open } = await ground.member(workspace, 'owner');
  for (const id of [other.id, randomUUID()]) {
    await open(`/w/${id}/settings/audit`);
    await heading(page, 'There is nothing at this address').waitFor();
  }
});
