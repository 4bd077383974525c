import { expect, test } from 'vitest';
import { prospectsClient } from '../../server/test/prospects-client.ts';
import {
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const henrik = { fullName: 'Henrik Lund', email: 'henrik@nordlys.example' };
const profile = {
  fullName: 'H. Lund',
  companyName: 'Nordlys',
  linkedinUrl: 'https://www.linkedin.com/in/henrik-lund-example',
};

test('the merge page shows both prospects and what will change, lets the user choose which to keep, and opens it after the merge', async () => {
  const account = await prospectsClient(service);
  const firstId = await account.addLead(henrik, { listName: 'Trade fair' });
  const secondId = await account.addLead(profile);
  const { page, open } = await instance.member(account.workspace, 'member');
  await open(`~/prospects/merge?keep=${firstId}&remove=${secondId}`);
  const table = page.getByRole('table', { name: 'Comparison' });
  await table.getByRole('row', { name: /^Company — Nordlys$/ }).waitFor();
  await page.getByText('Company will be set to “Nordlys”.').waitFor();
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);

  await page.getByRole('button', { name: 'Swap' }).click();
  await table.getByRole('columnheader', { name: 'Keep: H. Lund' }).waitFor();
  await page.getByText('Added to list “Trade fair”.').waitFor();
  // The choice is part of the address.
  await page.reload();
  await table.getByRole('columnheader', { name: 'Keep: H. Lund' }).waitFor();
  await page.getByText('Added to list “Trade fair”.').waitFor();
  await page.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('dialog', { name: 'H. Lund' }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('prospect')).toBe(secondId);
  expect(await account.read(secondId)).toMatchObject({
    ...profile,
    email: henrik.email,
    lists: [{ name: 'Trade fair' }],
  });
});
