import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
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

const amara = { title: 'Head of Procurement', email: 'amara@saltmarsh.example' };

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click();
const drawerOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('an existing prospect is only changed after the user has compared both values', async () => {
  const account = await prospectsClient(service);
  const { email } = amara;
  const id = await account.addLead({ fullName: 'Amara Okafor', email, companyName: 'Saltmarsh' });
  const { page, open } = await instance.member(account.workspace, 'member');
  await open('~/prospects');
  const enter = async () => {
    await press(page, 'Add prospect');
    const dialog = page.getByRole('dialog');
    for (const [label, value] of [
      ['Full name', 'Someone Else'],
      ['Email', email.toUpperCase()],
      ['Title', 'Buyer'],
    ] as const)
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await press(page, 'Add');
    await page.getByText('Amara Okafor has this email.').waitFor();
  };
  const before = await account.read(id);
  await enter();
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);
  const table = page.getByRole('table', { name: 'Changes' });
  await table.getByRole('row', { name: 'Full name Amara Okafor Someone Else' }).waitFor();
  await table.getByRole('row', { name: 'Title Empty Buyer' }).waitFor();
  await press(page, 'Back');
  await page.getByRole('dialog').getByLabel('Title', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  expect(await account.read(id)).toEqual(before);

  await enter();
  await press(page, 'Fill empty fields');
  await page.getByText('Amara Okafor was updated.').waitFor();
  await expect
    .poll(() => account.read(id))
    .toMatchObject({ fullName: 'Amara Okafor', title: 'Buyer', email });
  await press(page, 'Open');
  await drawerOf(page, 'Amara Okafor').waitFor();
  await press(page, 'Close');

  await enter();
  await press(page, 'Overwrite');
  await page.getByText('Someone Else was updated.').waitFor();
  await expect.poll(() => account.read(id)).toMatchObject({ fullName: 'Someone Else', email });
});

nightlyTest(
  'adding a prospect reports the result: new, existing, matching two prospects, over the quota',
  async () => {
    const account = await prospectsClient(service);
    const { page, open } = await instance.member(account.workspace, 'member');
    await open('~/prospects');
    const add = async (fields: Record<string, string>) => {
      for (const [label, value] of Object.entries(fields))
        await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value);
      await press(page, 'Add');
    };
    await press(page, 'Add prospect');
    await expectAccessible(page);
    await add({ 'Full name': 'Amara Okafor', Email: amara.email, List: 'Trade fair' });
    await page.getByText('Amara Okafor was added.').waitFor();
    await press(page, 'Add another');
    await add({ 'Full name': 'Amara Okafor', Email: amara.email, Title: amara.title });
    await press(page, 'Fill empty fields');
    await page.getByText('Amara Okafor was updated.').waitFor();
    await press(page, 'Add another');
    const linkedinUrl = 'https://www.linkedin.com/in/henrik-lund-example';
    await add({ 'Full name': 'Henrik Lund', 'LinkedIn URL': linkedinUrl });
    await page.getByText('Henrik Lund was added.').waitFor();
    await press(page, 'Add another');
    await add({ Email: amara.email, 'LinkedIn URL': linkedinUrl });
    await page.getByRole('button', { name: 'Open Henrik Lund' }).waitFor();
    await press(page, 'Merge prospects…');
    await page.getByRole('dialog', { name: 'Merge prospects' }).waitFor();
    await page.keyboard.press('Escape');
    await press(page, 'Open Amara Okafor');
    const drawer = drawerOf(page, 'Amara Okafor');
    await drawer.getByRole('link', { name: 'Trade fair' }).waitFor();
    await drawer.getByText(amara.title).first().waitFor();
    await drawer.getByText('Added by hand', { exact: false }).first().waitFor();
    await press(page, 'Close');

    await service.owner.query(sql`
    update workspace_usage set imports = 1000000000 where workspace_id = ${account.workspace.id}`);
    await press(page, 'Add prospect');
    await add({ 'Full name': 'Mina Sato' });
    await page.getByText('Monthly limit reached').waitFor();
    await page.getByRole('link', { name: 'View plan and usage' }).waitFor();
  },
);
