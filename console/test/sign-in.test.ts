import { expect, test } from 'vitest';
import { testPassword } from '../../server/test/accounts.ts';
import { heading, pathOf, submit } from './forms.ts';
import { nightlyTest, testConsole } from './test-console.ts';

const instance = await testConsole();

test('a user signs in, lands on the requested page and signs out', async () => {
  const workspace = await instance.service.workspace();
  const { email } = await workspace.session('admin');
  const { page, open, complaints } = await instance.visitor();

  await open(`/w/${workspace.id}/settings/audit`);
  expect(pathOf(page)).toBe('/sign-in');
  await submit(page, { Email: email, Password: testPassword }, 'Sign in');
  await heading(page, 'Audit log').waitFor();
  await expect.poll(() => page.title()).toBe(`Audit log · ${workspace.name} · Outcrop`);

  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading(page, 'Sign in').waitFor();
  await open('/');
  expect(pathOf(page)).toBe('/sign-in');
  // The browser logs every 401.
  expect(complaints.splice(0).join()).toMatch(/401/);
});

nightlyTest(
  'the error for a wrong password does not reveal whether the account exists',
  async () => {
    const workspace = await instance.service.workspace();
    const { email } = await workspace.session('viewer');
    const { page, open, complaints } = await instance.visitor();
    const messages: string[] = [];
    for (const address of [email, 'nobody@outcrop.example']) {
      await open('/sign-in');
      await submit(page, { Email: address, Password: 'ten wrong guesses' }, 'Sign in');
      const alert = page.getByRole('alert');
      await alert.waitFor();
      messages.push((await alert.textContent())!);
    }
    expect(messages[0]).toBe(messages[1]);
    expect(messages[0]).not.toContain('Correlation ID');
    complaints.splice(0);
  },
);

test('a user whose session has ended signs in again and returns to the page', async () => {
  const workspace = await instance.service.workspace();
  const { page, open, email, complaints } = await instance.member(workspace, 'admin');
  await open('~/settings/general');
  // Otherwise a pending request of the page finds first that the session has ended.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await heading(page, 'Sign in').waitFor();
  await submit(page, { Email: email, Password: testPassword }, 'Sign in');
  await heading(page, 'Audit log').waitFor();
  expect(complaints.splice(0).join()).toMatch(/401/);
});
