import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { consoleGround, expectAccessible } from './ground.ts';
import { addPeople, counted, crowd, rowOf, selected } from './people.ts';

const ground = await consoleGround();
const { service } = ground;

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click();
const more = async (page: Page, item: string) => {
  await press(page, 'More');
  await page.getByRole('menuitem', { name: item }).click();
};

test('people are selected, tagged with a new tag, and that is undone; then some are deleted by their number [console.prospects-bulk]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, crowd(4, 'Fernhill'));
  const { page, open } = await ground.member(workspace, 'member');
  await open('~/prospects');
  await page.getByLabel('Select Person 3 Fernhill').click();
  await page.getByLabel('Select Person 2 Fernhill').click();
  await press(page, 'Tag');
  await page.getByRole('dialog').getByLabel('Tag').fill('Met at the fair');
  await press(page, 'Add tag');
  const tagged = page.getByRole('cell', { name: 'Met at the fair' });
  await expect.poll(() => tagged.count()).toBe(2);
  await page.getByText('Tag 2 people: Met at the fair · 2 of 2').waitFor();
  await press(page, 'Undo');
  await expect.poll(() => tagged.count()).toBe(0);

  await selected(page, '2 people').waitFor();
  await more(page, 'Delete…');
  const dialog = page.getByRole('dialog', { name: 'Delete 2 people' });
  const sure = dialog.getByRole('button', { name: 'Delete' });
  await expect.poll(() => sure.isDisabled()).toBe(true);
  await dialog.getByLabel('Type their number, "2", to go on').fill('2');
  await sure.click();
  await counted(page, '2 people');
  await rowOf(page, 'Person 3 Fernhill').waitFor({ state: 'detached' });
  await selected(page, '2 people').waitFor({ state: 'detached' });
});

test('everyone whom a filter matches is selected, also those not in sight, moved to a stage, and back [console.prospects-bulk console.prospects-many]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, crowd(5_000, 'Fernhill'));
  await addPeople(service, workspace, crowd(3, 'Nordlys'));
  const inStage = async (stage: string) => {
    const [row] = await service.owner.ask<{ count: number }>(sql`
      select count(*)::int from prospect where workspace_id = ${workspace.id} and stage = ${stage}`);
    return row!.count;
  };
  const { page, open } = await ground.member(workspace, 'member');
  await open('~/prospects?q=fernhill');
  await counted(page, '5,000 people');
  await page.getByLabel('Select everyone loaded so far').click();
  await selected(page, '100 people').waitFor();
  await press(page, 'Select all 5,000 matching');
  await selected(page, '5,000 people').waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Enrich' }).getAttribute('aria-disabled'))
    .toBe('true');

  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'Contacted' }).click();
  await page.getByText('Move 5,000 people to Contacted · 5,000 of 5,000').waitFor();
  expect(await inStage('contacted')).toBe(5_000);
  const someone = page.getByRole('row').nth(5);
  await someone.getByText('Contacted').waitFor();
  await press(page, 'Undo');
  await page.getByText('Undo: Move 5,000 people to Contacted').waitFor();
  await someone.getByText('New').waitFor();
  await expect.poll(() => inStage('contacted')).toBe(0);
});

test('those whom the filters match are exported with the columns that were chosen, and downloaded from the notice [console.prospects-export]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, [
    { fullName: '=1+1', email: 'amara@saltmarsh.example', companyName: 'Saltmarsh' },
    ...crowd(2, 'Fernhill'),
  ]);
  const { page, open } = await ground.member(workspace, 'member');
  await open('~/prospects?q=saltmarsh');
  await counted(page, '1 person');
  await press(page, 'Export');
  const dialog = page.getByRole('dialog', { name: 'Export 1 person' });
  await dialog.getByText('Everyone whom the filters match').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'None' }).click();
  await dialog.getByLabel('Full name').click();
  await dialog.getByLabel('E-mail').click();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await page.getByText('The export is ready').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
  expect(download.suggestedFilename()).toMatch(/^people-\d{4}-\d\d-\d\d\.csv$/);
  expect((await buffer(await download.createReadStream())).toString()).toBe(
    '\ufeff"Full name","Email"\r\n"\'=1+1","amara@saltmarsh.example"\r\n',
  );
});

test('enrolling says first who will be in it and who is skipped, and why [console.prospects-bulk]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, [{ fullName: 'Henrik Lund' }, ...crowd(2, 'Fernhill')]);
  const token = await workspace.token('member');
  const steps = [{ kind: 'email', subject: 'Hello', body: 'It was good to meet you.' }];
  await service.call(token, 'POST', '/api/v1/manage/campaigns', {
    body: { name: 'Fair contacts', steps },
  });
  const { page, open } = await ground.member(workspace, 'member');
  await open('~/prospects');
  await page.getByLabel('Select everyone loaded so far').click();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Enroll 3 people' });
  await dialog.getByRole('combobox', { name: 'Campaign' }).click();
  await page.getByRole('option', { name: 'Fair contacts (draft)' }).click();
  await dialog.getByText('2 will enroll, 1 skipped: 1 no e-mail.').waitFor();
  await dialog.getByRole('button', { name: 'Enroll' }).click();
  await page.getByText('2 enrolled, 1 skipped: 1 no e-mail').waitFor();
});

test('a bulk dialog leaves the page where it was scrolled to, and the focus on the button that opened it [console.still]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, crowd(60, 'Fernhill'));
  const { page, open } = await ground.member(workspace, 'member');
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
});

test.each([1280, 390])(
  'a notice stands above the bulk bar, on a screen of %d pixels [console.still]',
  async (width) => {
    const workspace = await service.workspace();
    await addPeople(service, workspace, crowd(20, 'Fernhill'));
    const { page, open } = await ground.member(workspace, 'member', {
      viewport: { width, height: 800 },
    });
    await open('~/prospects');
    await page.getByLabel('Select Person').first().click();
    await press(page, 'Tag');
    await page.getByRole('dialog').getByLabel('Tag').fill('Warm');
    await press(page, 'Add tag');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    const bar = (await page.getByRole('region', { name: 'Those selected' }).boundingBox())!;
    const notice = (await page.locator('.mantine-Notification-root').last().boundingBox())!;
    expect(notice.y + notice.height).toBeLessThanOrEqual(bar.y);
  },
);
