import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { organizer } from '../../server/test/bulk/organizer.ts';
import { taskRunner } from '../../server/test/tasks.ts';
import { heading, pathOf } from './forms.ts';
import { consoleGround, expectAccessible, expectNoSidewaysScrolling } from './ground.ts';

const ground = await consoleGround();
const workspace = await ground.service.workspace();

const focused = (page: Page) =>
  page.evaluate('document.activeElement.id || document.activeElement.textContent');
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
/** What opens over a page is loaded right after it. */
const ready = (page: Page) =>
  page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });

describe('the keyboard', () => {
  test('goes to pages, opens the palette and tells what it can do [console.keyboard]', async () => {
    const { page, open } = await ground.member(workspace, 'admin');
    await open('~/settings/general');
    await ready(page);
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await heading(page, 'Audit log').waitFor();

    await page.keyboard.press('?');
    await sheet(page).getByText('Go to Members').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to or do…').fill('account');
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(page, 'Your account').waitFor();
  });

  test('is left to whoever types, and its single keys can be turned off [console.single-keys]', async () => {
    const { page, open } = await ground.member(workspace, 'admin');
    await open('~/account');
    await ready(page);
    await page.getByLabel('New password').pressSequentially('g l ? /');
    expect(pathOf(page)).toMatch(/account$/);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    await page.locator('#main').focus();
    await page.keyboard.press('?');
    await sheet(page).getByRole('switch', { name: 'Single keys' }).click();
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached' });
    await page.reload();
    await heading(page, 'Your account').waitFor();
    await ready(page);
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.keyboard.press('?');
    expect(pathOf(page)).toMatch(/account$/);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
  });

  test('skips to the page with the first key [console.keyboard]', async () => {
    const { page, open } = await ground.member(workspace, 'viewer');
    await open('~/settings/general');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('main');
  });
});

test('after a change of page the focus is on it and its title is told; a filter moves nothing [console.arrival]', async () => {
  const { page, open } = await ground.member(workspace, 'admin');
  await open('~/settings/audit');
  await page.getByRole('link', { name: 'General' }).click();
  await heading(page, 'General').waitFor();
  await expect.poll(() => focused(page)).toBe('main');
  const told = page.locator('[aria-live="polite"]').first();
  await expect.poll(() => told.textContent()).toContain(`General · ${workspace.name}`);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('combobox', { name: 'Action' }).fill('renamed');
  await page.getByRole('option', { name: 'List renamed' }).click();
  await expect.poll(() => page.url()).toContain('action=list.renamed');
  await expect.poll(() => focused(page)).not.toBe('main');
});

test('the navigation keeps its shape whichever page is open [console.still]', async () => {
  const { page, open } = await ground.member(workspace, 'admin');
  await open('~/settings/general');
  const links = page.getByRole('navigation').getByRole('link');
  const boxes = async () => Promise.all((await links.all()).map((link) => link.boundingBox()));
  const before = await boxes();
  for (const link of await links.all()) {
    await link.click();
    await expect.poll(() => link.getAttribute('aria-current')).toBe('page');
    expect(await boxes()).toEqual(before);
  }
});

test('theme and density follow the person, and stay [console.preferences]', async () => {
  const { page, open } = await ground.member(workspace, 'viewer', { colorScheme: 'dark' });
  const canvas = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^You:/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await open('~/account');
  const [light, dark] = ['rgb(247, 246, 242)', 'rgb(20, 20, 18)'];
  await expect.poll(() => canvas()).toBe(dark);
  await choose('Light theme');
  await expect.poll(canvas).toBe(light);
  await choose('Compact rows');
  await page.reload();
  await heading(page, 'Your account').waitFor();
  await expect.poll(() => canvas()).toBe(light);
  const row = page.getByRole('columnheader').first();
  expect((await row.boundingBox())!.height).toBeLessThan(36);
  await choose('Theme of the system');
  await expect.poll(canvas).toBe(dark);
});

test('on a small screen the navigation is a drawer [console.small-screens]', async () => {
  const { page, open } = await ground.member(workspace, 'owner', {
    viewport: { width: 320, height: 640 },
  });
  await open('~/settings/general');
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  await expectAccessible(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click();
  await heading(page, 'Audit log').waitFor();
  await page.getByRole('navigation').waitFor({ state: 'detached' });
  await expectNoSidewaysScrolling(page);
});

test('an address without a workspace leads to the one that was used last [console.workspaces]', async () => {
  const { page, open } = await ground.member(workspace, 'admin');
  await open('/settings/audit');
  await heading(page, 'Audit log').waitFor();
  expect(pathOf(page)).toBe(`/w/${workspace.id}/settings/audit`);
  await open('/account');
  expect(pathOf(page)).toBe(`/w/${workspace.id}/account`);
});

test('long work shows in the tray of every page, and still does after reloading [console.tasks]', async () => {
  const account = await organizer(ground.service);
  const token = await account.workspace.token('member');
  const { page, open } = await ground.member(account.workspace, 'member');
  await open('~/settings/general');
  await page.getByRole('button', { name: 'Tasks' }).click();
  await page.getByText('Long work shows here').waitFor();
  await page.keyboard.press('Escape');

  const people = await account.people(3);
  await taskRunner(ground.service, token).run({
    action: 'stage',
    stage: 'contacted',
    prospectIds: people,
  });
  for (const again of [false, true]) {
    if (again) await page.reload();
    await page.getByRole('button', { name: 'Tasks' }).click();
    await page.getByRole('dialog').getByText('Bulk change').waitFor();
    await page.getByRole('dialog').getByText('3 of 3').waitFor();
  }
  await expectAccessible(page);
});
