import { describe, expect, test } from 'vitest';
import { password } from '../../server/test/accounts.ts';
import { heading, pathOf, submit } from './forms.ts';
import { consoleGround } from './ground.ts';

const ground = await consoleGround();

test('someone with an account signs in, comes to where they wanted to go, and signs out [console.sign-in]', async () => {
  const workspace = await ground.service.workspace();
  const { email } = await workspace.session('admin');
  const { page, open, complaints } = await ground.visitor();

  await open(`/w/${workspace.id}/settings/audit`);
  expect(pathOf(page)).toBe('/sign-in');
  await submit(page, { 'E-mail': email, Password: password }, 'Sign in');
  await heading(page, 'Audit log').waitFor();
  await expect.poll(() => page.title()).toBe(`Audit log · ${workspace.name} · Outcrop`);

  await page.getByRole('button', { name: /^You:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading(page, 'Sign in').waitFor();
  await open('/');
  expect(pathOf(page)).toBe('/sign-in');
  // The browser notes every 401 by itself.
  expect(complaints.splice(0).join()).toMatch(/401/);
});

test('a wrong password is told at once, without saying whether there is such an account [console.sign-in]', async () => {
  const workspace = await ground.service.workspace();
  const { email } = await workspace.session('viewer');
  const { page, open, complaints } = await ground.visitor();
  const told: string[] = [];
  for (const address of [email, 'nobody@outcrop.example']) {
    await open('/sign-in');
    await submit(page, { 'E-mail': address, Password: 'ten wrong guesses' }, 'Sign in');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    told.push((await alert.textContent())!);
  }
  expect(told[0]).toBe(told[1]);
  expect(told[0]).not.toContain('Correlation id');
  complaints.splice(0);
});

describe('after signing in', () => {
  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '\t//evil.example',
  ])('"%s" leads nowhere else [console.own-addresses]', async (next) => {
    const workspace = await ground.service.workspace();
    const { email } = await workspace.session('viewer');
    const { page, open, complaints } = await ground.visitor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await open(`/sign-in?next=${encodeURIComponent(next)}`);
    await submit(page, { 'E-mail': email, Password: password }, 'Sign in');
    await page.waitForURL(`**/w/${workspace.id}/**`);
    expect(new Set(asked)).toEqual(new Set([ground.origin]));
    complaints.splice(0);
  });
});

test('whose session ends while they work signs in again and comes back [console.session-ended]', async () => {
  const workspace = await ground.service.workspace();
  const { page, open, email, complaints } = await ground.member(workspace, 'admin');
  await open('~/settings/general');
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await heading(page, 'Sign in').waitFor();
  await submit(page, { 'E-mail': email, Password: password }, 'Sign in');
  await heading(page, 'Audit log').waitFor();
  expect(complaints.splice(0).join()).toMatch(/401/);
});

test('a member of nothing is told so, and can sign out [console.workspaces]', async () => {
  const workspace = await ground.service.workspace();
  const leaver = await workspace.session('viewer');
  await ground.service.owner.transaction(workspace.id, async (tx) => {
    const { removeMember } = await import('../../server/src/accounts/workspaces.ts');
    await removeMember(tx, leaver.userId);
  });
  const { page, open, complaints } = await ground.visitor();
  await open('/sign-in');
  await submit(page, { 'E-mail': leaver.email, Password: password }, 'Sign in');
  await heading(page, 'You are in no workspace').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Sign in').waitFor();
  complaints.splice(0);
});
