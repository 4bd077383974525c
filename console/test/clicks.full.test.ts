import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { workClient } from '../../server/test/prospects/work-client.ts';
import { chooseFile } from './files.ts';
import { addPeople, manyLeads, rowOf, waitForCount } from './people.ts';
import { testConsole } from './test-console.ts';
import { dialog as dialogNamed } from './tokens.ts';

const instance = await testConsole();
const { service } = instance;

/** The clicks of each job, and the most that it may take. */
const table: { job: string; clicks: number; most: number }[] = [];
afterAll(() => {
  for (const { job, clicks, most } of table) process.stdout.write(`${job} | ${clicks} | ${most}\n`);
});

/** Counts the clicks that reach the page while the job is done. Waiting is no click. */
async function count(page: Page, job: string, most: number, work: () => Promise<void>) {
  await page.evaluate(
    'window.clicks = 0; window.counting ??= addEventListener("pointerdown", () => window.clicks++, true) ?? true',
  );
  await work();
  const clicks = Number(await page.evaluate('window.clicks'));
  table.push({ job, clicks, most });
  expect(clicks, job).toBeLessThanOrEqual(most);
}

test('daily jobs with many prospects take few clicks', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, manyLeads(25, 'Nordlys'));
  const token = await workspace.token('member');
  const manage = '/api/v1/manage';
  await service.call(token, 'POST', `${manage}/campaigns`, {
    body: { name: 'Spring', steps: [{ kind: 'email', subject: 'Hello', body: 'Hello' }] },
  });
  // High enough for all rows, because only visible rows are in the DOM.
  const viewport = { width: 1280, height: 1800 };
  const { page, open } = await instance.member(workspace, 'member', { viewport });
  await open('~/prospects?q=nordlys');
  await waitForCount(page, '25 prospects');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await count(page, 'Enroll everyone who matches', 3, async () => {
    await main.getByRole('button', { name: 'Enroll' }).click();
    await page.getByRole('option', { name: /^Spring/ }).click();
    await dialog.getByText('25 will be enrolled.').waitFor();
    await dialog.getByRole('button', { name: 'Enroll' }).click();
    await dialog.getByText('25 enrolled.').waitFor();
  });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await count(page, 'Export everyone who matches', 2, async () => {
    await main.getByRole('button', { name: 'Export' }).click();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
  await page.getByLabel('Select Person 24 Nordlys').click();
  await page.getByLabel('Select Person 5 Nordlys').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByText('20 prospects selected').waitFor();
  await count(page, 'Export 20 picked people', 2, async () => {
    await bar.getByRole('button', { name: 'Export' }).click();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

test('daily jobs with one prospect take few clicks', async () => {
  const client = await workClient(service);
  const { page, open } = await instance.member(client.workspace, 'member');
  await open('~/home');
  // The palette is loaded after the page.
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });
  await count(page, 'Find a person from anywhere', 0, async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search or jump to' }).fill('amara');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Amara Okafor/ })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Amara Okafor' }).waitFor();
  });
  const drawer = page.getByRole('dialog', { name: 'Amara Okafor' });
  await count(page, 'Note after a call', 1, async () => {
    await drawer.getByRole('textbox', { name: 'New note' }).click();
    await page.keyboard.type('Wants a quote');
    await page.keyboard.press('Control+Enter');
    await drawer.getByRole('region', { name: 'Notes' }).getByText('Wants a quote').waitFor();
  });
});

test('yesterday’s filter is one click away', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, manyLeads(2, 'Nordlys'));
  await addPeople(service, workspace, [{ fullName: 'Henrik Lund' }]);
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/prospects?q=nordlys');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Yesterday');
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'View: Yesterday' }).waitFor();
  await open('~/home');
  const link = page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Yesterday' });
  await link.waitFor();
  await count(page, 'Return to yesterday’s filter', 1, async () => {
    await link.click();
    await waitForCount(page, '2 prospects');
  });
  await rowOf(page, 'Henrik Lund').waitFor({ state: 'detached' });
});

test('stages, the next prospect, a follow-up and deleting take few clicks', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, [{ fullName: 'Amara Okafor' }, { fullName: 'Henrik Lund' }]);
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/prospects?sort=name');
  const row = rowOf(page, 'Amara Okafor');
  await row.waitFor();
  await count(page, 'Change a stage in the list', 2, async () => {
    await row.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Interested', exact: true }).click();
    await row.getByRole('button', { name: 'Interested', exact: true }).waitFor();
  });
  await row.getByRole('link', { name: 'Amara Okafor' }).click();
  await dialogNamed(page, 'Amara Okafor').waitFor();
  const drawer = dialogNamed(page, 'Henrik Lund');
  await count(page, 'Next person while reading', 0, async () => {
    await page.keyboard.press('j');
    await drawer.waitFor();
  });
  await count(page, '“Call back on Friday”', 3, async () => {
    await drawer.getByRole('button', { name: 'Add follow-up' }).click();
    await page.getByRole('menuitem', { name: 'Choose a date…' }).click();
    await page.getByRole('button', { name: 'Choose', exact: true }).click();
    await drawer.getByText('Follow up', { exact: true }).waitFor();
  });
  await count(page, 'Delete one person', 2, async () => {
    await drawer.getByRole('button', { name: 'Delete prospect' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await waitForCount(page, '1 prospect');
  });
});

test('a file and a token take few clicks', async () => {
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/prospects/import');
  // Choosing the file is a click that the page does not see.
  await count(page, 'Import a messy file', 7, async () => {
    await chooseFile(
      page,
      'fair.csv',
      'Vorname;Nachname;E-Mail\nAmara;Okafor;a@b.example\n;;nothing',
    );
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.getByRole('button', { name: 'Import 1 person' }).click();
    await page.getByRole('link', { name: 'View new prospects' }).click();
    await waitForCount(page, '1 prospect');
  });
  await open('~/settings/api');
  await count(page, 'Token and first call', 4, async () => {
    await page.getByRole('button', { name: 'Generate API token' }).click();
    await dialogNamed(page, 'Generate API token')
      .getByLabel('Name', { exact: true })
      .fill('Laptop');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('button', { name: 'Run test call' }).click();
    await page.getByText('"ok": true').waitFor();
  });
});
