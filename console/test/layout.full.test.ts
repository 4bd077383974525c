import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addPeople, manyLeads, rowOf, waitForCount } from './people.ts';
import { expectAccessible, testConsole } from './test-console.ts';

const instance = await testConsole();
const workspace = await instance.service.workspace();
await addPeople(instance.service, workspace, manyLeads(30, 'Fernhill'), 'Trade fair');

const boxOf = async (element: Locator) => (await element.boundingBox())!;
const centerOf = async (element: Locator) => {
  const { y, height } = await boxOf(element);
  return Math.round(y + height / 2);
};
const top = async (element: Locator) => Math.round((await boxOf(element)).y);
const cutOff = (element: { scrollWidth: number; clientWidth: number }) =>
  element.scrollWidth - element.clientWidth;
const firstRow = (page: Page) => page.locator('[role=row][aria-rowindex="2"]');

test('title and actions share a row, search and filters the next, and the drawer moves no prospect', async () => {
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/prospects');
  await waitForCount(page, '30 prospects');
  const main = page.getByRole('main');
  const title = main.getByRole('heading', { level: 1 });
  const distance = async (element: Locator, other: Locator) =>
    (await centerOf(element)) - (await centerOf(other));
  for (const each of [
    ...['Enroll', 'Export', 'Add prospect'].map((name) =>
      main.getByRole('button', { name, exact: true }),
    ),
    main.getByText('30 prospects', { exact: true }),
  ])
    await expect.poll(() => distance(each, title), { message: String(each) }).toBe(0);
  const search = page.getByRole('searchbox', { name: 'Search' });
  for (const name of ['Stage', 'List', 'Tag']) {
    const field = page.getByRole('combobox', { name, exact: true });
    await expect.poll(() => field.getAttribute('placeholder')).toMatch(/^All /);
    await expect.poll(() => distance(field, search), { message: name }).toBe(0);
  }
  for (const name of ['Filters', 'Columns'])
    await expect
      .poll(() => distance(page.getByRole('button', { name }), search), { message: name })
      .toBe(0);
  const before = await top(firstRow(page));
  expect(before).toBeLessThan(230);

  await firstRow(page).click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'List' }).count()).toBe(0);
  await expect.poll(() => top(firstRow(page))).toBe(before);
  await expectAccessible(page);
});

test('a filter with values says which filter it is', async () => {
  const { page, open } = await instance.member(workspace, 'viewer');
  await open('~/prospects?stage=new,contacted,replied');
  await waitForCount(page, '30 prospects');
  const search = page.getByRole('search');
  await search.getByText('Stage:').waitFor();
  await search.getByText('+ 2').waitFor();
  await page.getByRole('combobox', { name: 'List' }).click();
  await page.getByRole('option', { name: 'Trade fair' }).click();
  await search.getByText('List:').waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: /^Filters/ }).textContent())
    .toBe('Filters (2)');
  await page.getByLabel('Clear stage').click();
  await search.getByText('Stage:').waitFor({ state: 'detached' });
});

test('the default columns fit a window of 1280 pixels with a scroll bar', async () => {
  const { page, open } = await instance.member(workspace, 'viewer', {
    viewport: { width: 1265, height: 800 },
  });
  await open('~/prospects');
  await rowOf(page, 'Person 7 Fernhill').waitFor();
  const table = page.getByRole('table', { name: 'Prospects' });
  const email = rowOf(page, 'Person 7 Fernhill').locator('[data-key="email"]');
  for (const element of [table, email]) await expect.poll(() => element.evaluate(cutOff)).toBe(0);
});

test('on a phone, a menu has what the wide page shows as buttons, and the people begin near the top', async () => {
  const { page, open } = await instance.member(workspace, 'member', {
    viewport: { width: 390, height: 800 },
  });
  await open('~/prospects');
  await waitForCount(page, '30 prospects');
  await expect.poll(() => top(firstRow(page))).toBeLessThan(270);
  await page.getByRole('button', { name: 'Add prospect' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Export' }).count()).toBe(0);
  await expectAccessible(page);
  const menu = page.getByRole('button', { name: 'More' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Export' }).waitFor();
  await page.getByRole('menuitem', { name: 'Enroll' }).click();
  await page.getByRole('dialog', { name: 'Enroll 30 prospects' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  await page.waitForURL('**/prospects/import');
});

test('the action of a page is beside its title, and each page of the settings has a line', async () => {
  const { page, open } = await instance.member(workspace, 'owner');
  const { height } = await open('~/settings/audit').then(() =>
    boxOf(page.getByRole('link', { name: 'Webhooks' })),
  );
  const button = page.getByRole('button', { name: 'Download CSV' });
  await expect
    .poll(() => centerOf(button))
    .toBe(await centerOf(page.getByRole('heading', { level: 1 })));
  for (const link of await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link')
    .all())
    expect((await boxOf(link)).height, (await link.textContent())!).toBe(height);
});
