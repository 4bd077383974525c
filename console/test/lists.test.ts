import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { bulkClient } from '../../server/test/bulk/bulk-client.ts';
import { chooseAction, rowMenu } from './forms.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrolling,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click();

/** A workspace with three prospects on two lists, one of them on both. */
async function workspaceWithLists() {
  const account = await bulkClient(service);
  const [one, two, three] = await account.addProspects(3);
  const list = (listName: string, ...prospectIds: string[]) =>
    account.bulk({ action: 'add_to_list', listName, prospectIds });
  await list('Trade fair', one!, two!);
  await list('Fair', two!, three!);
  await account.bulk({ action: 'tag', tagName: 'Warm', prospectIds: [one] });
  return account;
}

nightlyTest('the heading of a number ends where the numbers end', async () => {
  const { workspace } = await workspaceWithLists();
  const { page, open } = await instance.member(workspace, 'viewer');
  await open('~/lists');
  const heading = page.getByRole('columnheader', { name: 'People' }).getByText('People');
  const number = page.getByRole('link', { name: '2 in Trade fair', exact: true });
  const right = async (locator: typeof heading) => {
    const { x, width } = (await locator.boundingBox())!;
    return Math.round(x + width);
  };
  await number.waitFor();
  expect(await right(heading)).toBe(await right(number));
});

test('lists are created, renamed, merged and deleted, and their prospects are kept', async () => {
  const account = await workspaceWithLists();
  const { page, open, complaints } = await instance.member(account.workspace, 'member');
  await open('~/lists');
  const count = (text: string) => page.getByRole('link', { name: text, exact: true });
  await count('2 in Trade fair').waitFor();

  await press(page, 'New list');
  await page.getByRole('textbox', { name: 'Name' }).fill('Partners');
  await press(page, 'Create list');
  await count('0 in Partners').waitFor();
  await chooseAction(page, 'Partners', 'Rename…');
  await page.getByRole('textbox', { name: 'Name' }).fill('Friends');
  await press(page, 'Rename');
  await count('0 in Friends').waitFor();

  // A duplicate name offers to merge.
  await chooseAction(page, 'Fair', 'Rename…');
  await page.getByRole('textbox', { name: 'Name' }).fill('trade FAIR');
  await press(page, 'Rename');
  await page.getByText('A list named “Trade fair” already exists.').waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);
  await press(page, 'Merge with it…');
  await page.getByText('1 prospect will be added to “Trade fair” (1 already there).').waitFor();
  await expectAccessibleAtNight(page);
  await press(page, 'Merge');
  await count('3 in Trade fair').waitFor();
  await count('2 in Fair').waitFor({ state: 'detached' });
  await page.getByText('“Trade fair” now has 3 prospects.').waitFor();

  await chooseAction(page, 'Trade fair', 'Delete…');
  await page.getByText('The 3 prospects on it are kept.').waitFor();
  await press(page, 'Delete list');
  await count('3 in Trade fair').waitFor({ state: 'detached' });
  await expect.poll(() => account.prospects()).toHaveLength(3);

  await page.getByRole('tab', { name: 'Tags (1)' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?kind=tags');
  await count('1 in Warm').click();
  await page.waitForURL('**/prospects?tagId=*');
});

nightlyTest('a large list is merged in the background, and the result is shown', async () => {
  const account = await workspaceWithLists();
  // Simulates more prospects than one request can move.
  await service.owner.query(sql`
    update board_count set count = 6000 where workspace_id = ${account.workspace.id} and kind = 'list'
      and key = (select id::text from list where workspace_id = ${account.workspace.id} and name = 'Fair')`);
  const { page, open, complaints } = await instance.member(account.workspace, 'member');
  await open('~/lists');
  await chooseAction(page, 'Fair', 'Merge…');
  await page.getByRole('option', { name: 'Trade fair' }).click();
  await page.getByText('6,000 prospects will be moved in the background.').waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);
  await press(page, 'Merge');
  await page.getByRole('link', { name: '3 in Trade fair' }).waitFor();
  await page.getByRole('row', { name: '6,000 in Fair' }).waitFor({ state: 'detached' });
});

nightlyTest('lists are sorted by a heading, and the URL alone restores the order', async () => {
  const account = await workspaceWithLists();
  const [id] = await account.addProspects(1);
  await account.bulk({ action: 'add_to_list', listName: 'Partners', prospectIds: [id] });
  const { page, open } = await instance.member(account.workspace, 'viewer');
  await open('~/lists');
  const counts = () => page.getByRole('link', { name: / in / }).allTextContents();
  const names = () => page.getByRole('row').locator('td:first-child').allTextContents();
  const heading = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect.poll(names).toEqual(['Fair', 'Partners', 'Trade fair']);
  await page.getByRole('row', { name: 'Partners' }).getByText('25%').waitFor();

  await heading('People').getByRole('button').click();
  await expect.poll(names).toEqual(['Fair', 'Trade fair', 'Partners']);
  expect(await counts()).toEqual(['2', '2', '1']);
  await expect.poll(() => heading('People').getAttribute('aria-sort')).toBe('descending');
  await page
    .getByRole('status')
    .getByText('Sorted: Most people first')
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['Partners', 'Fair', 'Trade fair']);
  await page.waitForURL('**/lists?sort=people');
  await page.reload();
  await expect.poll(names).toEqual(['Partners', 'Fair', 'Trade fair']);

  await page.setViewportSize({ width: 390, height: 800 });
  await heading('Name').getByRole('button').click();
  await expect.poll(names).toEqual(['Fair', 'Partners', 'Trade fair']);
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
});

nightlyTest(
  'tags are filtered by name, markup in names is shown as text, and a Viewer sees why editing is disabled',
  async () => {
    const account = await bulkClient(service);
    const name = '<img src=x onerror="window.fooled = true">';
    const [id] = await account.addProspects(1);
    await account.bulk({ action: 'tag', tagName: name, prospectIds: [id] });
    for (const place of Array(9).keys())
      await account.bulk({ action: 'tag', tagName: `Tag ${place}`, prospectIds: [id] });
    const { page, open } = await instance.member(account.workspace, 'viewer');
    await open('~/lists');
    await page.getByText('No lists yet').waitFor();
    await open('~/lists?kind=tags&q=IMG');
    await page.getByText(name).waitFor();
    expect(await page.evaluate('window.fooled')).toBeUndefined();
    await page.getByLabel('Filter by name').fill('harbour');
    await page.getByText('No matches for “harbour”.').waitFor();
    await press(page, 'Clear filters');
    await page.getByRole('row', { name: 'Tag 3' }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?kind=tags');

    const actions = rowMenu(page, 'Tag 3');
    await expect.poll(() => actions.getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await actions.hover();
    const tooltip = page.getByRole('tooltip');
    await tooltip.getByText('Requires the Member role or higher. Your role is Viewer.').waitFor();
  },
);

nightlyTest(
  'everyone on a list is enrolled from its menu, which says why an empty list cannot be',
  async () => {
    const account = await workspaceWithLists();
    const { page, open } = await instance.member(account.workspace, 'member');
    const token = await account.workspace.token('member');
    const steps = [{ kind: 'email', subject: 'Hello', body: 'Hello' }];
    await service.call(token, 'POST', '/api/v1/manage/campaigns', {
      body: { name: 'Spring', steps },
    });
    await service.call(token, 'POST', '/api/v1/manage/lists', { body: { name: 'Empty' } });
    await open('~/lists');
    await rowMenu(page, 'Empty').click();
    await page.getByRole('menuitem', { name: 'This list has no prospects.' }).waitFor();
    await page.keyboard.press('Escape');
    await chooseAction(page, 'Trade fair', 'Enroll in a campaign…');
    await page.getByRole('option', { name: /^Spring/ }).click();
    await page
      .getByRole('dialog')
      .getByText(/^2 |no email address/)
      .first()
      .waitFor();
  },
);
