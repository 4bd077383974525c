import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newCode } from '../../server/src/core/sign-in/one-time-links.ts';
import { createSignInCode } from '../../server/src/operator/accounts.ts';
import { sql } from '../../server/src/platform/db/index.ts';
import { testPassword } from '../../server/test/accounts.ts';
import { createInvitation } from '../../server/test/prepared-requests.ts';
import { heading, submit } from './forms.ts';
import { expectAccessible, nightlyTest, testConsole } from './test-console.ts';

const instance = await testConsole();
const { owner } = instance.service;

/** Collects every requested URL and every URL shown in the address bar. */
function recordUrls(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  page.on('framenavigated', (frame) => urls.push(frame.url()));
  return urls;
}

test('a new user joins through an invitation link with a name and a password', async () => {
  const workspace = await instance.service.workspace();
  const code = await createInvitation(instance.service, workspace);
  const { page, open } = await instance.visitor();
  const urls = recordUrls(page);
  await open(`/invitation#${code}`);
  await heading(page, `Join ${workspace.name}`).waitFor();
  await page.getByText("You've been invited as a Viewer").waitFor();
  await submit(page, { 'Your name': 'Aiko Mori', Password: testPassword }, 'Join');
  await page.waitForURL(`**/w/${workspace.id}/**`);
  expect(urls.filter((url) => !url.includes('#')).join()).not.toContain(code);
});

nightlyTest('an existing user signs in and joins through the same link', async () => {
  const first = await instance.service.workspace();
  const { email } = await first.session('admin');
  const second = await instance.service.workspace();
  const code = await createInvitation(instance.service, second, email);
  const { page, open, complaints } = await instance.visitor();
  await open(`/invitation#${code}`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await submit(page, { Email: email, Password: testPassword }, 'Sign in');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL(`**/w/${second.id}/**`);
  await page.getByRole('button', { name: `Workspace ${second.name}` }).click();
  await page.getByRole('menuitem', { name: first.name }).click();
  await page.waitForURL(`**/w/${first.id}/**`);
  complaints.splice(0);
});

test('a forgotten password is replaced through the reset link', async () => {
  const workspace = await instance.service.workspace();
  const { userId, email } = await workspace.session('viewer');
  const code = newCode();
  await owner.query(sql`
    insert into auth."verification" ("identifier", "value", "expiresAt")
    values (${`reset-password:${code}`}, ${userId}, now() + interval '1 hour')`);
  const { page, open, complaints } = await instance.visitor();
  await open(`/reset#${code}`);
  await submit(page, { 'New password': 'eleven patient storks' }, 'Set password');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await submit(page, { Email: email, Password: testPassword }, 'Sign in');
  await page.getByRole('alert').waitFor();
  await submit(page, { Password: 'eleven patient storks' }, 'Sign in');
  await page.waitForURL(`**/w/${workspace.id}/**`);
  complaints.splice(0);
});

nightlyTest(
  'a sign-in link works once; after that it says so and leads to the sign-in page',
  async () => {
    const workspace = await instance.service.workspace();
    const { email } = await workspace.session('member');
    const code = await createSignInCode(owner, email);
    const { page, open } = await instance.visitor();
    await open(`/link#${code}`);
    await page.waitForURL(`**/w/${workspace.id}/**`);

    const second = await instance.visitor();
    await second.open(`/link#${code}`);
    await heading(second.page, 'This link has expired or was already used').waitFor();
    await expectAccessible(second.page);
    await expect.poll(() => second.page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await second.page.getByRole('link', { name: 'Sign in' }).click();
    await heading(second.page, 'Sign in').waitFor();
    second.complaints.splice(0);
  },
);
