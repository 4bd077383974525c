import { expect, test } from 'vitest';
import { password } from '../../server/test/accounts.ts';
import { codeOf } from '../../server/test/authenticator.ts';
import { heading, submit } from './forms.ts';
import { consoleGround, expectAccessible } from './ground.ts';

const ground = await consoleGround();
const workspace = await ground.service.workspace();

test('a person sets up a second factor, signs in with it, and turns it off [console.second-factor console.fresh-password]', async () => {
  const { page, open, email, complaints } = await ground.member(workspace, 'viewer');
  await open('~/account');
  await page.getByRole('button', { name: 'Set up' }).click();
  await submit(page, { 'Your password': password }, 'Go on');
  await page.getByRole('img', { name: 'The secret for your authenticator' }).waitFor();
  await expectAccessible(page);
  const secret = (await page.getByLabel('secret', { exact: true }).textContent())!.trim();
  const codes = (await page.getByLabel('backup codes', { exact: true }).textContent())!.trim();
  const label = '3. The six digits that your authenticator shows now';
  await submit(page, { [label]: codeOf(secret) }, 'Turn it on');
  await page.getByRole('button', { name: 'Turn off' }).waitFor();

  await page.context().clearCookies();
  await open('/sign-in');
  await submit(page, { 'E-mail': email, Password: password }, 'Sign in');
  await heading(page, 'Your second factor').waitFor();
  await submit(page, { Code: '000000' }, 'Go on');
  await page.getByRole('alert').or(page.locator('[aria-invalid="true"]')).first().waitFor();
  await submit(page, { Code: codes.split(/\s+/)[0]! }, 'Go on');
  await page.waitForURL(`**/w/${workspace.id}/**`);

  await open('~/account');
  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Set up' }).waitFor();
  complaints.splice(0);
});

test('a person changes their password, and their other sessions and, if they wish, tokens end [console.sign-in]', async () => {
  const { page, open, email, complaints } = await ground.member(workspace, 'member');
  await open('~/account');
  await submit(
    page,
    { 'Present password': 'ten wrong guesses', 'New password': 'eleven patient storks' },
    'Change the password',
  );
  await expect
    .poll(() => page.getByLabel('Present password').getAttribute('aria-invalid'))
    .toBe('true');
  await page.getByLabel('Also revoke my API tokens, in every workspace').check();
  await submit(page, { 'Present password': password }, 'Change the password');
  await page.getByText('Other sessions and your tokens have ended.').waitFor();

  const elsewhere = await ground.visitor();
  await elsewhere.open('/sign-in');
  await submit(elsewhere.page, { 'E-mail': email, Password: 'eleven patient storks' }, 'Sign in');
  await elsewhere.page.waitForURL(`**/w/${workspace.id}/**`);
  complaints.splice(0);
  elsewhere.complaints.splice(0);

  await open('~/account');
  await page.getByRole('button', { name: 'End all others' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await elsewhere.page.reload();
  await heading(elsewhere.page, 'Sign in').waitFor();
  elsewhere.complaints.splice(0);
});
