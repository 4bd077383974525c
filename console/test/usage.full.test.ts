import { expect, test } from 'vitest';
import { bulkClient } from '../../server/test/bulk/bulk-client.ts';
import { expectAccessible, testConsole } from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

test('the chart’s title states its finding, and the table has the same figures', async () => {
  const { workspace, addProspects: people } = await bulkClient(service, 'free');
  await people(40);
  const { page, open } = await instance.member(workspace, 'viewer');
  await open('~/settings/usage');
  const imports = page.getByRole('img', { name: /40 of 250 imports used/ });
  await imports.waitFor();
  await page.getByText('of 250 left').waitFor();
  const headline = (await imports.getAttribute('aria-label'))!.split('.')[0]!;
  await page.getByRole('heading', { level: 2, name: headline }).waitFor();
  await page.getByText(/^40 of 250 imports used by \w+ \d+/).waitFor();
  const titles = await imports.locator('title').allTextContents();
  expect(titles.at(-1)).toMatch(/: 40 imports, 40 so far$/);

  await page.getByRole('button', { name: 'View as table' }).click();
  await expect.poll(() => new URL(page.url()).search).toContain('view=table');
  const rows = page.getByRole('table', { name: 'Daily imports' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(titles.length + 1);
  const today = await rows.nth(1).getByRole('cell').allTextContents();
  expect(today.slice(1)).toEqual(['40', '40', '210']);
  await page.getByRole('heading', { level: 2, name: headline }).waitFor();
  await expectAccessible(page);

  await page.getByText('Credits', { exact: true }).last().click();
  await page.getByRole('heading', { level: 2, name: 'No credits used' }).waitFor();
  await page.reload();
  await page.getByRole('table', { name: 'Daily credits' }).waitFor();
});

test('every limit has its use and its maximum, and the plan says who can change it', async () => {
  const account = await bulkClient(service);
  const [id] = await account.addProspects(1);
  await account.bulk({ action: 'tag', tagName: 'Warm', prospectIds: [id] });
  const { page, open } = await instance.member(account.workspace, 'viewer');
  await open('~/settings/usage');
  const rows = page.getByRole('table', { name: 'Limits' }).locator('tbody tr');
  const cells = async () =>
    Promise.all((await rows.all()).map((row) => row.getByRole('cell').allTextContents()));
  await expect
    .poll(async () => (await cells()).map((row) => row.slice(0, 3)))
    .toEqual([
      ['Lists', '0', '1,000'],
      ['Tags', '1', '1,000'],
      ['Campaigns, including archived ones', '0', '10,000'],
      ['Mailboxes', '0', '10,000'],
      ['Access tokens of each user', '–', '50'],
      ['Invitations in 24 hours', '–', '50'],
    ]);
  // Far from the allowance, the chart has a bar for each day.
  await page.getByText('Imports per day').waitFor();
  await page.getByRole('link', { name: 'Guide for operators' }).click();
  await page.getByRole('heading', { name: 'Accounts' }).waitFor();
});
