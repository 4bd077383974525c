import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bulkClient } from '../../server/test/bulk/bulk-client.ts';
import { taskRunner } from '../../server/test/task-runner.ts';
import { heading, pathOf } from './forms.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const workspace = await instance.service.workspace();

const focused = (page: Page) =>
  page.evaluate('document.activeElement.id || document.activeElement.textContent');
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
/** Overlays are loaded after the page. */
const overlaysLoaded = (page: Page) =>
  page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });

describe('keyboard shortcuts', () => {
  test('open pages, the palette and the list of shortcuts', async () => {
    const { page, open } = await instance.member(workspace, 'admin');
    await open('~/settings/general');
    await overlaysLoaded(page);
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await heading(page, 'Audit log').waitFor();

    await page.keyboard.press('?');
    await sheet(page).getByText('Go to Members').waitFor();
    await expectAccessibleAtNight(page);
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or jump to…').fill('account');
    await expectAccessibleAtNight(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await heading(page, 'Your account').waitFor();
  });

  nightlyTest(
    'do nothing while the user types, and single-key shortcuts can be turned off',
    async () => {
      const { page, open } = await instance.member(workspace, 'admin');
      await open('~/account');
      await overlaysLoaded(page);
      await page.getByLabel('New password').pressSequentially('g l ? /');
      expect(pathOf(page)).toMatch(/account$/);
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

      await page.locator('#main').focus();
      await page.keyboard.press('?');
      await sheet(page).getByRole('switch', { name: 'Single-key shortcuts' }).click();
      await page.keyboard.press('Escape');
      await sheet(page).waitFor({ state: 'detached' });
      await page.reload();
      await heading(page, 'Your account').waitFor();
      await overlaysLoaded(page);
      await page.keyboard.press('g');
      await page.keyboard.press('l');
      await page.keyboard.press('?');
      expect(pathOf(page)).toMatch(/account$/);
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
    },
  );

  nightlyTest('skip to the content with the first Tab', async () => {
    const { page, open } = await instance.member(workspace, 'viewer');
    await open('~/settings/general');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('main');
  });
});

test('navigation moves the focus to the page and announces its title; a filter does not', async () => {
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/audit');
  await page.evaluate(`
    window.announced = [];
    const region = document.querySelector('[aria-live="polite"]');
    const observer = new MutationObserver(() => window.announced.push(region.textContent));
    observer.observe(region, { childList: true, characterData: true, subtree: true });
  `);
  await page.getByRole('link', { name: 'General' }).click();
  await heading(page, 'General').waitFor();
  await expect.poll(() => focused(page)).toBe('main');
  await expect
    .poll(() => page.evaluate<string>('window.announced.join()'))
    .toContain(`General · ${workspace.name}`);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await heading(page, 'Audit log').waitFor();
  await expect.poll(() => focused(page)).toBe('main');
  await page.getByRole('combobox', { name: 'Action' }).fill('renamed');
  await page.getByRole('option', { name: 'List renamed' }).click();
  await expect.poll(() => page.url()).toContain('action=list.renamed');
  await expect.poll(() => focused(page)).not.toBe('main');
});

nightlyTest('the navigation keeps its layout on every page', async () => {
  const { page, open } = await instance.member(workspace, 'admin');
  // High enough for all links, so that none has to be scrolled into view.
  await page.setViewportSize({ width: 1280, height: 1000 });
  const keepsLayout = async (name: string, first: string) => {
    await open(first);
    const links = page.getByRole('navigation', { name }).getByRole('link');
    const boxes = async () => Promise.all((await links.all()).map((link) => link.boundingBox()));
    const before = await boxes();
    for (const link of await links.all()) {
      if ((await link.textContent()) === 'Settings') continue;
      await link.click();
      await expect.poll(() => link.getAttribute('aria-current')).toBe('page');
      await expect.poll(boxes).toEqual(before);
    }
  };
  await keepsLayout('Pages', '~/home');
  await keepsLayout('Settings', '~/settings/general');
});

nightlyTest('one entry opens the settings, which list only what the role can open', async () => {
  const { page, open } = await instance.member(workspace, 'viewer');
  await open('~/home');
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Settings' })
    .click();
  await heading(page, 'General').waitFor();
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await settings.getByRole('link', { name: 'Chrome extension & API' }).click();
  await heading(page, 'Chrome extension & API').waitFor();
  await expectAccessible(page);
  await expect.poll(() => settings.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Prospects' })
    .click();
  await heading(page, 'Prospects').waitFor();
  await settings.waitFor({ state: 'detached' });
  await open('~/settings');
  expect(pathOf(page)).toMatch(/settings\/general$/);
});

nightlyTest('theme and density are kept after a reload', async () => {
  const { page, open } = await instance.member(workspace, 'viewer', {
    own: { colorScheme: 'dark' },
  });
  const canvas = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await open('~/account');
  const [light, dark] = ['rgb(247, 246, 242)', 'rgb(20, 20, 18)'];
  await expect.poll(() => canvas()).toBe(dark);
  await choose('Light theme');
  await expect.poll(canvas).toBe(light);
  await choose('Comfortable rows');
  await page.reload();
  await heading(page, 'Your account').waitFor();
  await expect.poll(() => canvas()).toBe(light);
  const row = page.getByRole('columnheader').first();
  expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await choose('Use system theme');
  await expect.poll(canvas).toBe(dark);
});

test('on a small screen the navigation is a drawer', async () => {
  const { page, open } = await instance.member(workspace, 'owner', {
    viewport: { width: 320, height: 640 },
  });
  await open('~/settings/general');
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expectAccessibleAtNight(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click();
  await heading(page, 'Audit log').waitFor();
  await page.getByRole('navigation').waitFor({ state: 'detached' });
  await expectNoSidewaysScrollingAtNight(page);
});

nightlyTest('a path without a workspace opens in the last used workspace', async () => {
  const { page, open } = await instance.member(workspace, 'admin');
  await open('/settings/audit');
  await heading(page, 'Audit log').waitFor();
  expect(pathOf(page)).toBe(`/w/${workspace.id}/settings/audit`);
  await open('/account');
  expect(pathOf(page)).toBe(`/w/${workspace.id}/account`);
});

nightlyTest(
  'background jobs are shown in the tray of every page, also after a reload',
  async () => {
    const account = await bulkClient(instance.service);
    const token = await account.workspace.token('member');
    const { page, open } = await instance.member(account.workspace, 'member');
    await open('~/settings/general');
    await page.getByRole('button', { name: 'Background jobs' }).click();
    await page.getByText('Imports, exports and bulk changes appear here.').waitFor();
    await page.keyboard.press('Escape');

    const people = await account.addProspects(3);
    await taskRunner(instance.service, token).run({
      action: 'stage',
      stage: 'contacted',
      prospectIds: people,
    });
    for (const again of [false, true]) {
      if (again) await page.reload();
      await page.getByRole('button', { name: 'Background jobs' }).click();
      await page.getByRole('dialog').getByText('Moved 3 prospects to').waitFor();
      await page.getByRole('dialog').getByText('3 of 3').waitFor();
    }
    await expectAccessible(page);
  },
);
