import { expect, test } from 'vitest';
import { bulkClient } from '../../server/test/bulk/bulk-client.ts';
import { expectAccessible, testConsole } from './test-console.ts';

const ground = await testConsole();
const { service } = ground;

test('the chart’s title states its finding, and the table has the same figures [console.usage]', async () => {
  const { workspace, addProspects: people } = await bulkClient(service, 'free');
  await people(40);
  const { page, open } = await ground.member(workspace, 'viewer');
  await open('~/settings/usage');
  const imports = page.getByRole('img', { name: /40 of 250 used/ });
  await imports.waitFor();
  await page.getByText('of 250 left').waitFor();
  const headline = (await imports.getAttribute('aria-label'))!.split('.')[0]!;
  await page.getByRole('heading', { level: 2, name: headline }).waitFor();
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

test('a used-up allowance is shown as such [console.usage]', async () => {
  const { workspace, addProspects: people } = await bulkClient(service, 'free');
  await people(300);
  const { page, open } = await ground.member(workspace, 'viewer');
  await open('~/settings/usage');
  await page.getByRole('heading', { name: 'This month’s imports are used up' }).waitFor();
});
