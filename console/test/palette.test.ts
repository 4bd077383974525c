import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { heading, pathOf } from './forms.ts';
import { addPeople, manyLeads, rowOf } from './people.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;
const workspace = await service.workspace();
await addPeople(
  service,
  workspace,
  [
    {
      fullName: 'Zoë Ångström',
      title: 'Buyer',
      companyName: 'Nordlys',
      email: 'zoe@nordlys.example',
    },
    ...manyLeads(20, 'Fernhill'),
  ],
  'Fernhill fair',
);
const admin = await workspace.token('admin');
for (const [path, name] of [
  ['tags', 'Fernhill friends'],
  ['campaigns', 'Fernhill, spring'],
])
  await service.call(admin, 'POST', `/api/v1/manage/${path}`, { body: { name, steps: [] } });

const input = (page: Page) => page.getByRole('textbox', { name: 'Search or jump to' });
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const option = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name });
const marked = (page: Page) => page.locator('[data-action][data-selected]').textContent();
const openPalette = async (page: Page) => {
  // The palette is loaded after the page.
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Control+k');
  await input(page).and(page.locator(':focus')).waitFor();
};
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test('the palette finds prospects, lists, tags and campaigns, and Enter opens the first', async () => {
  const { page, open } = await instance.member(workspace, 'viewer');
  await open('~/settings/general');
  await openPalette(page);
  await page.keyboard.type('fern');
  await group(page, 'Lists').getByRole('button', { name: 'Fernhill fair' }).waitFor();
  await group(page, 'Tags').getByRole('button', { name: 'Fernhill friends' }).waitFor();
  await group(page, 'Campaigns').getByRole('button', { name: 'Fernhill, spring' }).waitFor();
  // Eight, and the search of all.
  await expect.poll(() => group(page, 'Prospects').getByRole('button').count()).toBe(9);
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);

  await input(page).fill('angstrom zo');
  await option(page, /^Zoë Ångström/).waitFor();
  await expect
    .poll(() => option(page, /^Zoë Ångström/).textContent())
    .toContain('Buyer · Nordlys · zoe@nordlys.example');
  await expect.poll(() => marked(page)).toContain('Zoë Ångström');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('heading', { name: 'Zoë Ångström' }).waitFor();
  expect(pathOf(page)).toMatch(/\/prospects$/);
});

nightlyTest(
  'a list, a tag and a campaign open their prospects, and a prospect opens over the filtered page',
  async () => {
    const { page, open } = await instance.member(workspace, 'viewer');
    await open('~/home');
    for (const [name, filter] of [
      ['Fernhill fair', 'listId'],
      ['Fernhill friends', 'tagId'],
      ['Fernhill, spring', 'campaignId'],
    ] as const) {
      await openPalette(page);
      await page.keyboard.type('fernhill');
      await option(page, new RegExp(`^${name}`)).click();
      await heading(page, 'Prospects').waitFor();
      await expect.poll(() => parameter(page, filter)).not.toBeNull();
    }
    await openPalette(page);
    await page.keyboard.type('nordlys');
    await option(page, 'Search all prospects for “nordlys”').click();
    await rowOf(page, 'Zoë Ångström').waitFor();
    await openPalette(page);
    await page.keyboard.type('person 7');
    await option(page, /^Person 7 Fernhill/).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Person 7 Fernhill' }).waitFor();
    expect(parameter(page, 'q')).toBe('nordlys');
  },
);

nightlyTest('late answers to earlier letters are ignored, and nothing found is said', async () => {
  const { page, open } = await instance.member(workspace, 'viewer');
  await open('~/settings/general');
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/manage/search?q=pers', async (route) => {
    await isHeld;
    await route.continue().catch(() => {});
  });
  await openPalette(page);
  const first = page.waitForRequest('**/manage/search?q=pers');
  // At once, so that there are no results of fewer letters to keep on the page.
  await input(page).fill('pers');
  await first;
  await page.getByRole('dialog').getByText('Searching…').waitFor();
  await input(page).fill('zoe');
  await option(page, /^Zoë Ångström/).waitFor();
  release();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => marked(page)).toBe('Search all prospects for “zoe”');
  await expect.poll(() => option(page, /^Person/).count()).toBe(0);

  await input(page).fill('xyzzy');
  await page.getByText('No prospects, lists, tags or campaigns found.').waitFor();
  await expect.poll(() => option(page, /^Zoë Ångström/).count()).toBe(0);
  await expectAccessible(page);
});

nightlyTest('an error is shown, and pages and actions still work', async () => {
  const { page, open, complaints } = await instance.member(workspace, 'viewer');
  await open('~/settings/general');
  await page.route('**/manage/search?*', (route) =>
    route.fulfill({
      status: 422,
      json: {
        ok: false,
        error: { code: 'validation_error', message: 'The search is too long.' },
        correlationId: '01a1e48e-71d9-74de-9cc7-bb06e4497f32',
      },
    }),
  );
  await openPalette(page);
  await page.keyboard.type('account');
  await page.getByText(/^Could not search\./).waitFor();
  await expect.poll(() => marked(page)).toContain('Your account');
  await page.keyboard.press('Enter');
  await heading(page, 'Your account').waitFor();
  // The browser logs the failed request.
  complaints.splice(0);
});
