import { expect, test } from 'vitest';
import { prospectsClient } from '../../server/test/prospects-client.ts';
import {
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  keepToasts,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

test('a prospect is assigned in the drawer and in bulk, undone, and found by its owner', async () => {
  const client = await prospectsClient(service);
  const amara = await client.addLead({ fullName: 'Amara Okafor' });
  await client.addLead({ fullName: 'Henrik Lund' });
  const { page, open } = await instance.member(client.workspace, 'member');
  await keepToasts(page);
  await open(`~/prospects?prospect=${amara}`);
  const drawer = page.getByRole('dialog', { name: 'Amara Okafor' });
  await drawer.getByRole('button', { name: 'Owner: No owner' }).press('Enter');
  await page.getByRole('menuitem', { name: 'You', exact: true }).click();
  await drawer.getByRole('button', { name: 'Owner: You' }).waitFor();
  await drawer.getByText(/^Assigned to /).waitFor();
  await expectAccessibleAtNight(page);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await drawer.getByRole('button', { name: 'Owner: No owner' }).waitFor();
  await drawer.getByRole('button', { name: 'Owner: No owner' }).click();
  await page.getByRole('menuitem', { name: 'You', exact: true }).click();
  await drawer.getByRole('button', { name: 'Owner: You' }).waitFor();

  const rows = page.getByRole('row').filter({ hasText: /Okafor|Lund/ });
  await open('~/prospects?ownerId=me');
  await expect.poll(() => rows.count(), { message: 'mine' }).toBe(1);
  await open('~/prospects?ownerId=none');
  await expect
    .poll(() => rows.allInnerTexts(), { message: 'no one’s' })
    .toMatchObject([expect.stringContaining('Henrik Lund')]);
  const bar = page.getByRole('region', { name: 'Selection' });
  const assign = async () => {
    await rows.getByRole('checkbox').check();
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Assign owner…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign 1 prospect' });
    await dialog.getByRole('combobox', { name: 'Owner' }).click();
    await page.getByRole('option', { name: 'You', exact: true }).click();
    await expectAccessibleAtNight(page);
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await rows.waitFor({ state: 'detached' });
  };
  await assign();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await rows.waitFor();
  await expectNoSidewaysScrollingAtNight(page);

  await assign();
  await open('~/prospects?ownerId=me');
  await page.getByLabel('Select Henrik Lund').click();
  await bar.getByRole('button', { name: 'Select all 2 matching' }).click();
  await bar.getByRole('button', { name: 'Enrich', exact: true }).click();
  await page.getByRole('dialog', { name: 'Enrich 2 people' }).waitFor();
});

nightlyTest('a Viewer sees the owner and why they cannot change it', async () => {
  const client = await prospectsClient(service);
  const id = await client.addLead({ fullName: 'Amara Okafor' });
  const { page, open } = await instance.member(client.workspace, 'viewer');
  await open(`~/prospects?prospect=${id}`);
  const owner = page.getByRole('button', { name: 'Owner: No owner' });
  await expect.poll(() => owner.getAttribute('aria-disabled')).toBe('true');
});
