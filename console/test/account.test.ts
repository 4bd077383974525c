import { expect, test } from 'vitest';
import { password } from '../../server/test/accounts.ts';
import { totpCode } from '../../server/test/authenticator.ts';
import { heading, submit } from './forms.ts';
import { expectAccessible, testConsole } from './test-console.ts';

const ground = await testConsole();
const workspace = await ground.service.workspace();

test('a user sets up two-factor authentication, signs in with it and turns it off [console.second-factor console.fresh-password]', async () => {
  const { page, open, email, complaints } = await ground.member(workspace, 'viewer');
  await open('~/account');
  await page.getByRole('button', { name: 'Set up' }).click();
  await submit(page, { 'Your password': password }, 'Continue');
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await expectAccessible(page);
  const secret = (await page.getByLabel('secret', { exact: true }).textContent())!.trim();
  const codes = (await page.getByLabel('backup codes', { exact: true }).textContent())!.trim();
  const label = '3. Enter the 6-digit code from the app';
  await submit(page, { [label]: totpCode(secret) }, 'Turn on');
  await page.getByRole('button', { name: 'Turn off' }).waitFor();

  await page.context().clearCookies();
  await open('/sign-in');
  await submit(page, { Email: email, Password: password }, 'Sign in');
  await heading(page, 'Two-factor authentication').waitFor();
  await submit(page, { Code: '000000' }, 'Continue');
  await page.getByRole('alert').or(page.locator('[aria-invalid="true"]')).first().waitFor();
  await submit(page, { Code: codes.split(/\s+/)[0]! }, 'Continue');
  await page.waitForURL(`**/w/${workspace.id}/**`);

  await open('~/account');
  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Set up' }).waitFor();
  complaints.splice(0);
});

test('changing the password ends other sessions and optionally revokes tokens [console.sign-in]', async () => {
  const { page, open, email, complaints } = await ground.member(workspace, 'member');
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
  await submit(page, { 'Current password': password }, 'Change password');
  await page.getByText('Other sessions were signed out and your API tokens revoked.').waitFor();

  const otherSession = await ground.visitor();
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
