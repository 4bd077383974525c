import { expect, test } from 'vitest';
import { organizer } from '../../server/test/bulk/organizer.ts';
import { consoleGround, expectAccessible } from './ground.ts';

const ground = await consoleGround();
const { service } = ground;

test('the chart of the month states its finding, and its table has the same figures [console.usage]', async () => {
  const { workspace, people } = await organizer(service, 'free');
  await people(40);
  const { page, open } = await ground.member(workspace, 'viewer');
  await open('~/settings/usage');
  const imports = page.getByRole('img', { name: /40 of 250 used/ });
  await imports.waitFor();
  await page.getByText('of 250 left').waitFor();
  const finding = (await imports.getAttribute('aria-label'))!.split(':')[0]!;
  await page.getByRole('heading', { level: 2, name: finding }).waitFor();
  const titles = await imports.locator('title').allTextContents();
  expect(titles.at(-1)).toMatch(/: 40 imports, 40 so far$/);

  await page.getByRole('button', { name: 'View as table' }).click();
  await expect.poll(() => new URL(page.url()).search).toContain('view=table');
  const rows = page.getByRole('table', { name: 'The month’s imports, by day' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(titles.length + 1);
  const today = await rows.nth(1).getByRole('cell').allTextContents();
  expect(today.slice(1)).toEqual(['40', '40', '210']);
  await page.getByRole('heading', { level: 2, name: finding }).waitFor();
  await expectAccessible(page);

  await page.getByText('Credits', { exact: true }).last().click();
  await page.getByRole('heading', { level: 2, name: 'No credits were used' }).waitFor();
  await page.reload();
  await page.getByRole('table', { name: 'The month’s credits, by day' }).waitFor();
});

test('an allowance that is used up is said so [console.usage]', async () => {
  const { workspace, people } = await organizer(service, 'free');
  await people(300);
  const { page, open } = await ground.member(workspace, 'viewer');
  await open('~/settings/usage');
  await page.getByRole('heading', { name: 'This month’s imports are used up' }).waitFor();
});
