import { expect, test } from 'vitest';
import { prospectsClient } from '../../server/test/prospects-client.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  nightlyTest,
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

nightlyTest(
  'the merge page explains what is missing: a prospect that is gone, only one id, the Member role',
  async () => {
    const account = await prospectsClient(service);
    const firstId = await account.addLead(henrik);
    const secondId = await account.addLead(profile);
    const { page, open, complaints } = await instance.member(account.workspace, 'viewer');
    await open(`~/prospects/merge?keep=${firstId}&remove=${firstId}`);
    await page.getByText('Nothing to compare').waitFor();
    await expectAccessible(page);
    await open(`~/prospects/merge?keep=${firstId}&remove=${secondId}`);
    const button = page.getByRole('button', { name: 'Merge' });
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await open(`~/prospects/merge?keep=${firstId}&remove=${account.workspace.id}`);
    await page.getByText('Prospect not found').waitFor();
    await page.getByRole('link', { name: 'View prospects' }).waitFor();
    await expectAccessible(page);
    expect(complaints.splice(0).join()).toMatch(/404/);
  },
);
