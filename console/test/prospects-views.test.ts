import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addPeople, manyLeads, rowOf, waitForCount } from './people.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrolling,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const viewMenu = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const choose = async (page: Page, menu: string, item: string) => {
  await viewMenu(page, menu).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const headings = (page: Page) => page.getByRole('columnheader').allTextContents();

test('filters, order and columns are saved as a pinned view, and one click returns to them', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, manyLeads(3, 'Fernhill'));
  await addPeople(service, workspace, manyLeads(2, 'Nordlys'));
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/prospects?q=nordlys&hasEmail=true&sort=name');
  await waitForCount(page, '2 prospects');
  await choose(page, 'Views', 'Save as new view…');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('Nordic people');
  await expectAccessibleAtNight(page);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await viewMenu(page, 'View: Nordic people').waitFor();

  await open('~/home');
  await navigation(page).getByRole('link', { name: 'Nordic people' }).click();
  await waitForCount(page, '2 prospects');
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('q')).toBe('nordlys');
  expect(searchParams.get('sort')).toBe('name');
  await expectAccessibleAtNight(page);

  // A change is offered to be saved, or discarded.
  await page.getByRole('searchbox', { name: 'Search' }).fill('fernhill');
  await waitForCount(page, '3 prospects');
  await choose(page, 'View: Nordic people', 'Discard changes');
  await waitForCount(page, '2 prospects');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Tags' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' });
  await page.reload();
  await viewMenu(page, 'View: Nordic people').waitFor();
  await expect.poll(() => headings(page)).not.toContain('Tags');
  // A view has its own columns, separate from the browser's.
  await choose(page, 'View: Nordic people', 'All prospects');
  await waitForCount(page, '5 prospects');
  await expect.poll(() => headings(page)).toContain('Tags');
});

nightlyTest(
  'a view is renamed, shared, unpinned and deleted; others open a shared view and cannot change it',
  async () => {
    const workspace = await service.workspace();
    await addPeople(service, workspace, manyLeads(2, 'Nordlys'));
    const owner = await instance.member(workspace, 'member');
    await owner.open('~/prospects?hasEmail=true');
    const { page } = owner;
    await choose(page, 'Views', 'Save as new view…');
    await page.getByRole('dialog').getByLabel('Name').fill('Mine');
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
    await choose(page, 'View: Mine', 'Rename…');
    const name = page.getByRole('dialog', { name: 'Rename view' }).getByLabel('Name');
    await name.fill('Ours');
    await name.press('Enter');
    await choose(page, 'View: Ours', 'Share with workspace');
    await choose(page, 'View: Ours', 'Unpin from navigation');
    await navigation(page).getByRole('link', { name: 'Ours' }).waitFor({ state: 'detached' });

    const viewer = await instance.member(workspace, 'viewer');
    await viewer.open('~/prospects');
    await choose(viewer.page, 'Views', 'Ours');
    await viewer.page.getByRole('list', { name: 'Active filters' }).waitFor();
    await viewMenu(viewer.page, 'View: Ours').click();
    await viewer.page.getByRole('menuitem', { name: 'Pin to navigation' }).waitFor();
    expect(await viewer.page.getByRole('menuitem', { name: 'Rename…' }).count()).toBe(0);
    await viewer.page.keyboard.press('Escape');
    // The command palette finds it from every page.
    await viewer.open('~/home');
    // The palette is loaded after the page.
    await viewer.page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });
    await viewer.page.keyboard.press('Control+k');
    await viewer.page.getByRole('textbox', { name: 'Search or jump to' }).fill('ours');
    await viewer.page.getByRole('dialog').getByRole('button', { name: /^Ours/ }).click();
    await viewMenu(viewer.page, 'View: Ours').waitFor();

    await choose(page, 'View: Ours', 'Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
    await viewMenu(page, 'Views').waitFor();
    await page.getByRole('button', { name: 'Remove filter Email: with' }).waitFor();
  },
);

nightlyTest(
  'each active filter is a chip that is removed by mouse or keyboard, and all at once',
  async () => {
    const workspace = await service.workspace();
    await addPeople(service, workspace, manyLeads(2, 'Nordlys'), 'Trade fair');
    await addPeople(service, workspace, [{ fullName: 'Henrik Lund' }]);
    const { page, open } = await instance.member(workspace, 'viewer');
    await open('~/prospects?stage=new,contacted&hasEmail=true&company=Nordlys');
    await waitForCount(page, '2 prospects');
    const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
    await expect
      .poll(async () => (await chips.allTextContents()).sort())
      .toEqual(['Clear all', 'Company: Nordlys', 'Email: with', 'Stage: New, Contacted']);
    await page.getByRole('button', { name: 'Filters (3)' }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScrolling(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('button', { name: 'Remove filter Company: Nordlys' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => chips.count()).toBe(3);
    await expect
      .poll(() => page.evaluate('document.activeElement.closest("ul")?.ariaLabel'))
      .toBe('Active filters');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await waitForCount(page, '3 prospects');
    await expect.poll(() => new URL(page.url()).search).toBe('');
  },
);

nightlyTest(
  'columns are ordered and sized by keyboard and by dragging, and the browser keeps both',
  async () => {
    const workspace = await service.workspace();
    await addPeople(service, workspace, manyLeads(2, 'Nordlys'));
    const { page, open } = await instance.member(workspace, 'viewer');
    await open('~/prospects');
    await rowOf(page, 'Person 0 Nordlys').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Move Email up' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const order = ['', 'Name', 'Email', 'Title', 'Company'];
    await expect
      .poll(async () =>
        (await headings(page)).slice(0, 5).map((text) => text.replace('Select all', '')),
      )
      .toEqual(order);
    await page.getByLabel('Width of Email').fill('300');
    await page.keyboard.press('Escape');
    const email = page.getByRole('columnheader', { name: 'Email' });
    const widthOf = async () => Math.round((await email.boundingBox())!.width);
    await expect.poll(widthOf).toBe(300);

    const handle = (await page.locator('[data-resize="email"]').boundingBox())!;
    const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 50, y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(widthOf).toBe(350);
    await page.reload();
    await expect.poll(widthOf).toBe(350);
    await page.locator('[data-resize="email"]').dblclick();
    await expect.poll(widthOf).not.toBe(350);
    await page.setViewportSize({ width: 320, height: 700 });
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).waitFor();
    await expectNoSidewaysScrolling(page);
  },
);
