import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addPeople, manyLeads, rowOf, selectionText, waitForCount } from './people.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const people = [
  { fullName: 'Bela Horvat', companyName: 'Corner Mill', phone: '+385 1 555 0101' },
  { fullName: 'Ada Mensah', companyName: 'Aster Freight', email: 'ada@aster.example' },
  { fullName: 'Cem Aydin', companyName: 'Brook Dairy', email: 'cem@brook.example' },
];

const names = (page: Page) => page.getByRole('row').getByRole('link').allTextContents();
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const choose = async (page: Page, filter: string, ...options: string[]) => {
  await page.getByRole('combobox', { name: filter }).click();
  for (const name of options) await page.getByRole('option', { name, exact: true }).click();
  await page.keyboard.press('Escape');
};

test('headings sort by click and by keyboard, and the URL alone restores the order', async () => {
  const workspace = await service.workspace();
  for (const person of people) await addPeople(service, workspace, [person]);
  const { page, open } = await instance.member(workspace, 'viewer');
  await open('~/prospects');
  await expect.poll(() => names(page)).toEqual(['Cem Aydin', 'Ada Mensah', 'Bela Horvat']);
  await expect.poll(() => heading(page, 'Added').getAttribute('aria-sort')).toBe('descending');

  await heading(page, 'Name').getByRole('button').click();
  await expect.poll(() => names(page)).toEqual(['Ada Mensah', 'Bela Horvat', 'Cem Aydin']);
  await expect.poll(() => heading(page, 'Name').getAttribute('aria-sort')).toBe('ascending');
  await expect.poll(() => heading(page, 'Added').getAttribute('aria-sort')).toBeNull();
  await page.keyboard.press('Enter');
  await expect.poll(() => names(page)).toEqual(['Cem Aydin', 'Bela Horvat', 'Ada Mensah']);
  expect(parameter(page, 'sort')).toBe('-name');
  await page.getByRole('status').getByText('Sorted: Name, Z to A').waitFor({ state: 'attached' });

  await heading(page, 'Company').getByRole('button').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => names(page)).toEqual(['Ada Mensah', 'Cem Aydin', 'Bela Horvat']);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Ada Mensah', 'Cem Aydin', 'Bela Horvat']);
  await expect.poll(() => heading(page, 'Company').getAttribute('aria-sort')).toBe('ascending');

  // The drawer and a filter keep the order.
  await rowOf(page, 'Cem Aydin').click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await choose(page, 'Stage', 'New', 'Contacted');
  await expect.poll(() => parameter(page, 'stage')).toBe('new,contacted');
  expect(parameter(page, 'sort')).toBe('company');
});

nightlyTest('the last activity is a column to sort by, after a change by a user', async () => {
  const workspace = await service.workspace();
  const ids: string[] = [];
  for (const person of people) ids.push(...(await addPeople(service, workspace, [person])));
  const body = { action: 'tag', tagName: 'Met', prospectIds: [ids[0]] };
  await service.call(await workspace.token('member'), 'POST', '/bulk', { body });
  const { page, open } = await instance.member(workspace, 'viewer');
  await open('~/prospects');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Last activity' }).click();
  await page.keyboard.press('Escape');
  await heading(page, 'Last activity').getByRole('button').click();
  await expect.poll(() => names(page)).toEqual(['Bela Horvat', 'Cem Aydin', 'Ada Mensah']);
  await expectAccessible(page);

  // Rows of two lines have no headings, but a choice of the order.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Name, A to Z');
  await expect.poll(() => names(page)).toEqual(['Ada Mensah', 'Bela Horvat', 'Cem Aydin']);
  const ada = page.getByRole('row').filter({ hasText: 'Ada Mensah' });
  await ada.getByText('New', { exact: true }).waitFor();
  await expect.poll(async () => (await ada.boundingBox())!.height).toBe(64);
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
});

nightlyTest(
  'filters take several values, and all that match are changed with the same filter',
  async () => {
    const workspace = await service.workspace();
    await addPeople(service, workspace, [people[0]!], 'Fair');
    await addPeople(service, workspace, [people[1]!], 'Podcast');
    await addPeople(service, workspace, [people[2]!]);
    const { page, open } = await instance.member(workspace, 'member');
    await open('~/prospects');
    await waitForCount(page, '3 prospects');
    await choose(page, 'List', 'Fair', 'Podcast');
    await waitForCount(page, '2 prospects');
    await page.getByText('+ 1').waitFor();
    await page.getByRole('button', { name: /^Filters/ }).click();
    await choose(page, 'Source', 'Extension', 'CSV file');
    await choose(page, 'Phone', 'Without');
    await waitForCount(page, '1 prospect');
    await page.getByRole('textbox', { name: 'Company' }).fill('ASTER freight');
    await page.getByLabel('Updated from (UTC)').fill('2020-01-01');
    await expect.poll(() => parameter(page, 'updatedFrom')).toBe('2020-01-01');
    await expectAccessible(page);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(['Ada Mensah']);
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Company' }).inputValue())
      .toBe('ASTER freight');

    const dov = { fullName: 'Dov Katz', companyName: 'Aster Freight' };
    await addPeople(service, workspace, [dov], 'Fair');
    await page.reload();
    await page.getByLabel('Select Ada Mensah').click();
    await page.getByRole('button', { name: 'Select all 2 matching' }).click();
    const request = page.waitForRequest('**/bulk-tasks');
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Stage' })
      .click();
    await page.getByRole('menuitem', { name: 'Meeting' }).click();
    const { filter } = (await request).postDataJSON();
    expect(filter).toMatchObject({
      sourceType: ['extension', 'csv'],
      company: 'ASTER freight',
      hasPhone: false,
      updatedFrom: '2020-01-01',
    });
    expect(filter.listId).toHaveLength(2);
    await rowOf(page, 'Dov Katz').getByText('Meeting').waitFor();
    await rowOf(page, 'Ada Mensah').getByText('Meeting').waitFor();
  },
);

nightlyTest('a capped total is never shown as if it were exact', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, manyLeads(3, 'Fernhill'));
  const { page, open } = await instance.member(workspace, 'member');
  await page.route('**/manage/prospects?*', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    const capped = { ...data, total: 1_000, totalIsCapped: true };
    await route.fulfill({ response, json: { ...rest, data: capped } });
  });
  await open('~/prospects?hasEmail=true&q=person');
  await waitForCount(page, '1,000+ prospects');
  await page.getByLabel('Select all loaded').check();
  await selectionText(page, '3 prospects').waitFor();
  await page.getByRole('button', { name: 'Select all 1,000+ matching' }).click();
  await selectionText(page, '1,000+ prospects').waitFor();
});
