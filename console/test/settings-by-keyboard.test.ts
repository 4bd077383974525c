import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { consoleGround } from './ground.ts';
import { dialog, row, shownToken } from './tokens.ts';

const ground = await consoleGround();
const { service } = ground;

const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const at = document.activeElement;
    const label = at.labels?.[0]?.innerText ?? at.getAttribute('aria-label') ?? at.innerText;
    return (label ?? '').trim() || at.id;
  })()`);

/** Presses Tab until the focus is where it should be, as someone without a mouse does. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to "${name}"`);
}

async function choose(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

test('tokens and members are managed by the keyboard alone [console.keyboard]', async () => {
  const workspace = await service.workspace();
  await workspace.user('member');
  const { page, open } = await ground.member(workspace, 'owner');
  await open('~/settings/members');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.getByRole('heading', { name: 'Chrome extension & API' }).waitFor();

  await choose(page, 'Generate API token');
  await dialog(page, 'Generate API token').waitFor();
  await expect.poll(() => focused(page)).toBe('Name');
  await page.keyboard.type('Laptop');
  await page.keyboard.press('Enter');
  const token = await shownToken(page);
  await choose(page, 'Run test call');
  await page.getByText('It works.').waitFor();
  await choose(page, 'I have kept it');
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

  await choose(page, 'Rotate…');
  await expect.poll(() => focused(page)).toMatch(/^Type the workspace's name/);
  await page.keyboard.type(workspace.name);
  await page.keyboard.press('Enter');
  await shownToken(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Rotate…');

  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
  await page.keyboard.press('n');
  await expect.poll(() => focused(page)).toBe('E-mail address');
  await page.keyboard.type('aiko@fernhill.example');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focused(page)).toBe('Viewer');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'invitation link' }).waitFor();
  await choose(page, 'Done');
  await row(page, 'aiko@fernhill.example').getByRole('cell', { name: 'Viewer' }).waitFor();

  await choose(page, 'Change role of A member');
  await tabTo(page, 'Member');
  await page.keyboard.press('ArrowDown');
  await choose(page, 'Change role');
  await row(page, /^A member/)
    .getByRole('cell', { name: 'Admin', exact: true })
    .waitFor();
  await choose(page, 'Remove A member');
  await choose(page, 'Remove');
  await row(page, /^A member/).waitFor({ state: 'detached' });
});
