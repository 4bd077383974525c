import { expect, test } from 'vitest';
import { choose, chooseInMenu, focused, goTo, tabTo } from './keyboard.ts';
import { testConsole } from './test-console.ts';
import { dialog, row, shownToken } from './tokens.ts';

const instance = await testConsole();
const { service } = instance;

test('tokens and members can be managed with the keyboard alone', async () => {
  const workspace = await service.workspace();
  await workspace.user('member');
  const { page, open } = await instance.member(workspace, 'owner');
  await open('~/settings/members');
  await goTo(page, 'a', 'Chrome extension & API');

  await choose(page, 'Generate API token');
  await dialog(page, 'Generate API token').waitFor();
  await expect.poll(() => focused(page)).toBe('Name');
  await page.keyboard.type('Laptop');
  await page.keyboard.press('Enter');
  const token = await shownToken(page);
  await choose(page, 'Run test call');
  await page.getByText('It works.').waitFor();
  await choose(page, 'Done');
  await expect.poll(() => focused(page)).toBe('Generate API token');

  await choose(page, 'Revoke Laptop');
  await dialog(page, 'Revoke "Laptop"').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Revoke Laptop');
  await page.keyboard.press('Enter');
  await dialog(page, 'Revoke "Laptop"').waitFor();
  await choose(page, 'Revoke');
  await row(page, 'Laptop').waitFor({ state: 'detached' });
  expect((await service.call(token, 'GET', '/session')).status).toBe(401);

  await goTo(page, 'm', 'Members');
  await chooseInMenu(page, 'Actions for A member', 'Change role…');
  await tabTo(page, 'Member');
  await page.keyboard.press('ArrowDown');
  await choose(page, 'Change role');
  await row(page, /^A member/)
    .getByRole('cell', { name: 'Admin', exact: true })
    .waitFor();
  await chooseInMenu(page, 'Actions for A member', 'Remove…');
  await choose(page, 'Remove');
  await row(page, /^A member/).waitFor({ state: 'detached' });
});
