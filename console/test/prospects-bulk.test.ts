import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { sizeForRun } from '../../server/test/run-size.ts';
import { savedBy } from './files.ts';
import { addPeople, manyLeads, rowOf, selectionText, waitForCount } from './people.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  keepToasts,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click();
const more = async (page: Page, item: string) => {
  await press(page, 'More');
  await page.getByRole('menuitem', { name: item }).click();
};

test('selected prospects get a new tag, which can be undone, and are deleted after typing their number', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, manyLeads(4, 'Fernhill'));
  const { page, open } = await instance.member(workspace, 'member');
  await keepToasts(page);
  await open('~/prospects');
  await page.getByLabel('Select Person 3 Fernhill').click();
  await page.getByLabel('Select Person 2 Fernhill').click();
  await press(page, 'Tag');
  await page.getByRole('dialog').getByLabel('Tag').fill('Met at the fair');
  await press(page, 'Add tag');
  const tagged = page.getByRole('cell', { name: 'Met at the fair' });
  await expect.poll(() => tagged.count()).toBe(2);
  await page.getByRole('alert').getByText('Tagged 2 prospects with “Met at the fair”').waitFor();
  await press(page, 'Undo');
  await expect.poll(() => tagged.count()).toBe(0);

  await selectionText(page, '2 prospects').waitFor();
  await more(page, 'Delete…');
  const dialog = page.getByRole('dialog', { name: 'Delete 2 prospects' });
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Type 2 to confirm').fill('2');
  await confirm.click();
  await waitForCount(page, '2 prospects');
  await rowOf(page, 'Person 3 Fernhill').waitFor({ state: 'detached' });
  await selectionText(page, '2 prospects').waitFor({ state: 'detached' });
});

test('all matching prospects, loaded or not, are selected, moved to a stage and moved back', async () => {
  const workspace = await service.workspace();
  // More than a page has.
  const total = sizeForRun(150, 5_000);
  const all = total.toLocaleString('en');
  await addPeople(service, workspace, manyLeads(total, 'Fernhill'));
  await addPeople(service, workspace, manyLeads(3, 'Nordlys'));
  const inStage = async (stage: string) => {
    const [row] = await service.owner.query<{ count: number }>(sql`
      select count(*)::int from prospect where workspace_id = ${workspace.id} and stage = ${stage}`);
    return row!.count;
  };
  const { page, open } = await instance.member(workspace, 'member');
  await keepToasts(page);
  await open('~/prospects?q=fernhill');
  await waitForCount(page, `${all} prospects`);
  await page.getByLabel('Select all loaded').click();
  await selectionText(page, '100 prospects').waitFor();
  await press(page, `Select all ${all} matching`);
  await selectionText(page, `${all} prospects`).waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Enrich' }).getAttribute('aria-disabled'))
    .toBe('true');

  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'Contacted' }).click();
  await page
    .getByRole('alert')
    .getByText(`Moved ${all} prospects to Contacted`)
    .waitFor({ timeout: 180_000 });
  await expect.poll(() => inStage('contacted')).toBe(total);
  const row = page.getByRole('row').nth(5);
  await row.getByText('Contacted').waitFor();
  await press(page, 'Undo');
  await page
    .getByRole('alert')
    .getByText(`Undid: moved ${all} prospects to Contacted`)
    .waitFor({ timeout: 180_000 });
  await row.getByText('New').waitFor();
  await expect.poll(() => inStage('contacted')).toBe(0);
});

test('matching prospects are exported with the chosen columns and downloaded from the notification', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, [
    { fullName: '=1+1', email: 'amara@saltmarsh.example', companyName: 'Saltmarsh' },
    ...manyLeads(2, 'Fernhill'),
  ]);
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/prospects?q=saltmarsh');
  await waitForCount(page, '1 prospect');
  await press(page, 'Export');
  const dialog = page.getByRole('dialog', { name: 'Export 1 prospect' });
  await dialog.getByText('Exports all matching prospects as CSV').waitFor();
  await expectAccessibleAtNight(page);
  await dialog.getByRole('button', { name: 'None' }).click();
  await dialog.getByLabel('Full name').click();
  await dialog.getByLabel('Email').click();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await page.getByText('Export ready').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
  expect(download.suggestedFilename()).toMatch(/^prospects-\d{4}-\d\d-\d\d\.csv$/);
  expect((await buffer(await download.createReadStream())).toString()).toBe(
    '\ufeff"Full name","Email"\r\n"\'=1+1","amara@saltmarsh.example"\r\n',
  );
});

nightlyTest(
  'picked prospects are exported in two clicks, and everyone who matches is enriched up to the limit',
  async () => {
    const workspace = await service.workspace();
    await addPeople(service, workspace, manyLeads(102, 'Fernhill'));
    await addPeople(service, workspace, manyLeads(3, 'Nordlys'));
    const { page, open } = await instance.member(workspace, 'member');
    await open('~/prospects?q=nordlys');
    await waitForCount(page, '3 prospects');
    await page.getByLabel('Select Person 2 Nordlys').click();
    await page.getByLabel('Select Person 0 Nordlys').click();
    await press(page, 'Export');
    const dialog = page.getByRole('dialog', { name: 'Export 2 prospects' });
    await dialog.getByText('Exports the selected prospects as CSV.').waitFor();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await page.getByText('Export ready').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
    const file = (await buffer(await download.createReadStream())).toString();
    expect([...file.matchAll(/person\d@nordlys/g)].map(String)).toEqual([
      'person2@nordlys',
      'person0@nordlys',
    ]);

    await press(page, 'Select all 3 matching');
    await selectionText(page, '3 prospects').waitFor();
    await press(page, 'Enrich');
    await page.getByRole('dialog', { name: 'Enrich 3 people' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search' }).fill('fernhill');
    await waitForCount(page, '102 prospects');
    await page.getByLabel('Select all loaded').click();
    await press(page, 'Select all 102 matching');
    const enrich = page.getByRole('button', { name: 'Enrich', exact: true });
    await expect.poll(() => enrich.getAttribute('aria-disabled')).toBe('true');
    await enrich.hover();
    await page
      .getByRole('tooltip', {
        name: 'You can enrich up to 100 prospects at a time, and 102 are selected.',
      })
      .waitFor();
  },
);

nightlyTest('enrolling first shows how many will be enrolled or skipped, and why', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, [{ fullName: 'Henrik Lund' }, ...manyLeads(2, 'Fernhill')]);
  const token = await workspace.token('member');
  const steps = [{ kind: 'email', subject: 'Hello', body: 'It was good to meet you.' }];
  await service.call(token, 'POST', '/api/v1/manage/campaigns', {
    body: { name: 'Fair contacts', steps },
  });
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/prospects');
  await page.getByLabel('Select all loaded').click();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Enroll 3 prospects' });
  await dialog.getByRole('combobox', { name: 'Campaign' }).click();
  await page.getByRole('option', { name: 'Fair contacts (draft)' }).click();
  await dialog.getByText('2 will be enrolled. 1 skipped: no email address.').waitFor();
  await dialog.getByRole('button', { name: 'Enroll' }).click();
  await dialog.getByText('2 enrolled. 1 skipped: no email address.').waitFor();
  expect((await savedBy(page, 'Download as CSV')).text).toContain('Henrik Lund');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await press(page, 'Enroll');
  const again = page.getByRole('dialog', { name: 'Enroll 3 prospects' });
  await again.getByRole('combobox', { name: 'Campaign' }).click();
  await page.getByRole('option', { name: 'Fair contacts (draft)' }).click();
  await again
    .getByText('0 will be enrolled. 3 skipped: 2 already enrolled, 1 no email address.')
    .waitFor();
  await expectAccessible(page);
});

nightlyTest('an enrollment whose dialog is closed with Escape is followed to its end', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, manyLeads(2, 'Fernhill'));
  const token = await workspace.token('member');
  const steps = [{ kind: 'email', subject: 'Hello', body: 'It was good to meet you.' }];
  await service.call(token, 'POST', '/api/v1/manage/campaigns', {
    body: { name: 'Fair contacts', steps },
  });
  const { page, open } = await instance.member(workspace, 'member');
  await keepToasts(page);
  await open('~/prospects');
  await page.getByLabel('Select all loaded').click();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Enroll 2 prospects' });
  await page.getByRole('option', { name: 'Fair contacts (draft)' }).click();
  await dialog.getByText('2 will be enrolled.').waitFor();
  const startWorker = await instance.stopWorker();
  await dialog.getByRole('button', { name: 'Enroll' }).click();
  await dialog.getByText('You can close this window').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const notice = page.getByRole('alert').filter({ hasText: 'Enroll 2 prospects' });
  await notice.getByText('Queued').waitFor();
  await startWorker();
  // The notice of the progress leaves while the result is shown.
  await notice.getByText('2 of 2').last().waitFor();
});

nightlyTest(
  'a bulk dialog keeps the scroll position and returns the focus to the button that opened it',
  async () => {
    const workspace = await service.workspace();
    await addPeople(service, workspace, manyLeads(60, 'Fernhill'));
    const { page, open } = await instance.member(workspace, 'member');
    await open('~/prospects');
    await page.getByLabel('Select Person').first().click();
    for (const scrolledTo of [0, 300]) {
      await page.evaluate(`window.scrollTo(0, ${scrolledTo})`);
      for (const name of ['Tag', 'Enroll', 'Enrich']) {
        await press(page, name);
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(name);
        expect(await page.evaluate('window.scrollY')).toBe(scrolledTo);
      }
    }
  },
);

nightlyTest.each([1280, 390])(
  'a notification is shown above the bulk bar on a screen of %d pixels',
  async (width) => {
    const workspace = await service.workspace();
    await addPeople(service, workspace, manyLeads(20, 'Fernhill'));
    const { page, open } = await instance.member(workspace, 'member', {
      viewport: { width, height: 800 },
    });
    await keepToasts(page);
    await open('~/prospects');
    await page.getByLabel('Select Person').first().click();
    await press(page, 'Tag');
    await page.getByRole('dialog').getByLabel('Tag').fill('Warm');
    await press(page, 'Add tag');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    const bar = page.getByRole('region', { name: 'Selection' });
    const notification = page.locator('.mantine-Notification-root').last();
    const gap = async () => {
      const { y, height } = (await notification.boundingBox())!;
      return (await bar.boundingBox())!.y - (y + height);
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  },
);
