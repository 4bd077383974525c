import { expect, test } from 'vitest';
import { testPassword } from '../../server/test/accounts.ts';
import { totpCode } from '../../server/test/authenticator.ts';
import { prospectsClient } from '../../server/test/prospects-client.ts';
import { testService } from '../../server/test/service.ts';
import { heading, submit } from './forms.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const workspace = await instance.service.workspace();

test('a user sets up two-factor authentication, signs in with it and turns it off', async () => {
  const { page, open, email, complaints } = await instance.member(workspace, 'viewer');
  await open('~/account');
  await page.getByRole('button', { name: 'Set up' }).click();
  await submit(page, { 'Your password': testPassword }, 'Continue');
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await expectAccessibleAtNight(page);
  const secret = (await page.getByLabel('secret', { exact: true }).textContent())!.trim();
  const codes = (await page.getByLabel('backup codes', { exact: true }).textContent())!.trim();
  const label = '3. Enter the 6-digit code from the app';
  await submit(page, { [label]: totpCode(secret) }, 'Turn on');
  await page.getByRole('button', { name: 'Turn off' }).waitFor();

  await page.context().clearCookies();
  await open('/sign-in');
  await submit(page, { Email: email, Password: testPassword }, 'Sign in');
  await heading(page, 'Two-factor authentication').waitFor();
  await submit(page, { Code: '000000' }, 'Continue');
  await page.getByRole('alert').or(page.locator('[aria-invalid="true"]')).first().waitFor();
  await submit(page, { Code: codes.split(/\s+/)[0]! }, 'Continue');
  await page.waitForURL(`**/w/${workspace.id}/**`);

  await open('~/account');
  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(testPassword);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Set up' }).waitFor();
  complaints.splice(0);
});

nightlyTest('changing the password ends other sessions and optionally revokes tokens', async () => {
  const { page, open, email, complaints } = await instance.member(workspace, 'member');
  await open('~/account');
  await submit(
    page,
    { 'Current password': 'ten wrong guesses', 'New password': 'eleven patient storks' },
    'Change password',
  );
  await expect
    .poll(() => page.getByLabel('Current password').getAttribute('aria-invalid'))
    .toBe('true');
  await page.getByLabel('Also revoke my API tokens in all workspaces').check();
  await submit(page, { 'Current password': testPassword }, 'Change password');
  await page.getByText('Other sessions were signed out and your API tokens revoked.').waitFor();

  const otherSession = await instance.visitor();
  await otherSession.open('/sign-in');
  await submit(otherSession.page, { Email: email, Password: 'eleven patient storks' }, 'Sign in');
  await otherSession.page.waitForURL(`**/w/${workspace.id}/**`);
  complaints.splice(0);
  otherSession.complaints.splice(0);

  await open('~/account');
  await page.getByRole('button', { name: 'Sign out other sessions' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await otherSession.page.reload();
  await heading(otherSession.page, 'Sign in').waitFor();
  otherSession.complaints.splice(0);
});

nightlyTest('a user changes their name, which colleagues see', async () => {
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/account');
  await submit(page, { Name: 'Ines Duarte Lima' }, 'Change name');
  await page.getByText('Name changed.').waitFor();
  await page
    .getByRole('button', { name: /Ines Duarte Lima/ })
    .first()
    .waitFor();
  const admin = await instance.member(workspace, 'admin');
  await admin.open('~/settings/members');
  await admin.page.getByRole('cell', { name: /^Ines Duarte Lima/ }).waitFor();
});

nightlyTest(
  'a user chooses which notifications they get by email; without a mail server they see why they cannot',
  async () => {
    const { page, open } = await instance.member(workspace, 'member');
    await open('~/account');
    await page.getByText('This server does not send email.').waitFor();
    await expect.poll(() => page.getByLabel('Replies').isDisabled()).toBe(true);
    const mailing = await testService({
      database: instance.service.database,
      config: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'outcrop@fernhill.example' },
    });
    const { cookie } = await workspace.session('admin');
    const [name = '', value = ''] = cookie!.split(/=(.*)/s);
    await page.context().addCookies([{ name, value, url: mailing.origin }]);
    await page.goto(`${mailing.origin}/w/${workspace.id}/account`);
    for (const label of ['Replies', 'Webhooks that were disabled']) {
      const saved = page.waitForResponse(
        (response) =>
          response.url().includes('/notifications/settings') &&
          response.request().method() === 'PATCH',
      );
      await page.getByLabel(label).click();
      await saved;
      await expect.poll(() => page.getByLabel(label).isEnabled()).toBe(true);
    }
    await page.reload();
    await expect.poll(() => page.getByLabel('Replies').isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel('Webhooks that were disabled').isChecked()).toBe(true);
    await expectAccessible(page);
  },
);

nightlyTest(
  'notices stay open for a user who wants to keep them, and make room for newer ones',
  async () => {
    const client = await prospectsClient(instance.service);
    const { page, open } = await instance.member(client.workspace, 'member');
    await open('~/account');
    const toggle = page.getByRole('switch', { name: 'Keep notices open' });
    expect(await toggle.isChecked()).toBe(false);
    await toggle.press('Space');
    const stages = ['Contacted', 'Replied', 'Meeting', 'Customer', 'Not interested', 'Contacted'];
    await client.addProspects(stages.length);
    await open('~/prospects');
    const toasts = page.locator('.mantine-Notification-root');
    for (const [index, stage] of stages.entries()) {
      const row = page.locator(`[role="row"][aria-rowindex="${index + 2}"]`);
      await row.getByRole('button', { name: 'New' }).click();
      // A notice may cover it.
      await page.getByRole('menuitem', { name: stage, exact: true }).press('Enter');
      await toasts.last().getByText(`to ${stage}`).waitFor();
    }
    await expect.poll(() => toasts.count()).toBe(5);
  },
);
