import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { organizer } from '../../server/test/bulk/organizer.ts';
import { consoleGround, expectAccessible, expectNoSidewaysScrolling } from './ground.ts';

const ground = await consoleGround();
const { service } = ground;

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click();

/** A workspace with three people, of whom two are on the one list and two on the other. */
async function sorted() {
  const account = await organizer(service);
  const [one, two, three] = await account.people(3);
  const list = (listName: string, ...prospectIds: string[]) =>
    account.bulk({ action: 'add_to_list', listName, prospectIds });
  await list('Trade fair', one!, two!);
  await list('Fair', two!, three!);
  await account.bulk({ action: 'tag', tagName: 'Warm', prospectIds: [one] });
  return account;
}

test('lists are made, renamed, merged and deleted with their counts, and the people stay [console.lists]', async () => {
  const account = await sorted();
  const { page, open, complaints } = await ground.member(account.workspace, 'member');
  await open('~/lists');
  const count = (text: string) => page.getByRole('link', { name: text, exact: true });
  await count('2 in Trade fair').waitFor();

  await press(page, 'New list');
  await page.getByRole('textbox', { name: 'Name' }).fill('Partners');
  await press(page, 'Make list');
  await count('0 in Partners').waitFor();
  await press(page, 'Rename Partners');
  await page.getByRole('textbox', { name: 'Name' }).fill('Friends');
  await press(page, 'Rename');
  await count('0 in Friends').waitFor();

  // A name that is taken leads on to merging.
  await press(page, 'Rename Fair');
  await page.getByRole('textbox', { name: 'Name' }).fill('trade FAIR');
  await press(page, 'Rename');
  await page.getByText('There is a list “Trade fair” already.').waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);
  await press(page, 'Merge into it…');
  await page.getByText('1 person will come to Trade fair; 1 person already there.').waitFor();
  await expectAccessible(page);
  await press(page, 'Merge');
  await count('3 in Trade fair').waitFor();
  await count('2 in Fair').waitFor({ state: 'detached' });
  await page.getByText('Trade fair now has 3 people.').waitFor();

  await press(page, 'Delete Trade fair');
  await page.getByText('The people stay: 3 people.').waitFor();
  await press(page, 'Delete list');
  await count('3 in Trade fair').waitFor({ state: 'detached' });
  expect(await account.prospects()).toHaveLength(3);

  await page.getByRole('tab', { name: 'Tags (1)' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?kind=tags');
  await count('1 in Warm').click();
  await page.waitForURL('**/prospects?tagId=*');
});

test('a list of very many is merged by a task, which is followed to its end [console.lists console.tasks]', async () => {
  const account = await sorted();
  // As if there were more people than one request takes along.
  await service.owner.ask(sql`
    update board_count set count = 6000 where workspace_id = ${account.workspace.id} and kind = 'list'
      and key = (select id::text from list where workspace_id = ${account.workspace.id} and name = 'Fair')`);
  const { page, open, complaints } = await ground.member(account.workspace, 'member');
  await open('~/lists');
  await press(page, 'Merge Fair');
  await page.getByRole('option', { name: 'Trade fair' }).click();
  await page.getByText('It has 6,000 people: a task moves them').waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);
  await press(page, 'Merge');
  await page.getByRole('link', { name: '3 in Trade fair' }).waitFor();
  await page.getByRole('row', { name: '6,000 in Fair' }).waitFor({ state: 'detached' });
});

test('many are filtered by name, a name that looks like markup is text, and a Viewer reads why they cannot change it [console.empty console.roles console.text-only]', async () => {
  const account = await organizer(service);
  const name = '<img src=x onerror="window.fooled = true">';
  const [id] = await account.people(1);
  await account.bulk({ action: 'tag', tagName: name, prospectIds: [id] });
  for (const place of Array(9).keys())
    await account.bulk({ action: 'tag', tagName: `Tag ${place}`, prospectIds: [id] });
  const { page, open } = await ground.member(account.workspace, 'viewer');
  await open('~/lists');
  await page.getByText('No lists yet').waitFor();
  await open('~/lists?kind=tags&q=IMG');
  await page.getByText(name).waitFor();
  expect(await page.evaluate('window.fooled')).toBeUndefined();
  await page.getByLabel('Filter by name').fill('harbour');
  await page.getByText('Nothing has “harbour” in its name.').waitFor();
  await press(page, 'Clear filters');
  await page.getByRole('row', { name: 'Tag 3' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?kind=tags');

  const rename = page.getByRole('button', { name: 'Rename Tag 3' });
  await expect.poll(() => rename.getAttribute('aria-disabled')).toBe('true');
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await rename.hover();
  const tooltip = page.getByRole('tooltip');
  await tooltip.getByText('This needs a Member or higher; you are a Viewer.').waitFor();
});
