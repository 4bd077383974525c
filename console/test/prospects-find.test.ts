import { expect, test } from 'vitest';
import { consoleGround, expectAccessible, expectNoSidewaysScrolling } from './ground.ts';
import { addPeople, counted, crowd, rowOf, selected } from './people.ts';

const ground = await consoleGround();
const { service } = ground;

const amara = {
  fullName: 'Amara Okafor',
  email: 'amara@saltmarsh.example',
  companyName: 'Saltmarsh Foods',
  title: 'Head of Procurement',
};
const henrik = { fullName: 'Henrik Lund', companyName: 'Nordlys Energi' };

test('people are found by words and filters, and the address alone leads there again [console.prospects]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, [amara], 'Trade fair');
  await addPeople(service, workspace, [henrik, ...crowd(3, 'Fernhill')]);
  const { page, open } = await ground.member(workspace, 'viewer');
  await open('~/prospects');
  await counted(page, '5 people');
  await rowOf(page, 'Amara Okafor').getByText('Head of Procurement').waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('saltmarsh amara');
  await counted(page, '1 person');
  await rowOf(page, 'Henrik Lund').waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('saltmarsh amara');
  await page.getByLabel('Search').fill('');
  await counted(page, '5 people');

  await page.getByRole('combobox', { name: 'List' }).click();
  await page.getByRole('option', { name: 'Trade fair' }).click();
  await counted(page, '1 person');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('combobox', { name: 'E-mail' }).click();
  await page.getByRole('option', { name: 'Without' }).click();
  await page.getByText('Nothing has the list "Trade fair" and no e-mail address.').waitFor();
  await page.reload();
  await page.getByText('Nothing has the list "Trade fair" and no e-mail address.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await counted(page, '5 people');
  await expect.poll(() => new URL(page.url()).search).toBe('');

  // The browser remembers which columns someone wants to see.
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Lists' }).click();
  await page.reload();
  await rowOf(page, 'Amara Okafor').getByRole('cell', { name: 'Trade fair' }).waitFor();
});

test('a long list is scrolled to its end, and stands in the page only as far as it is seen [console.prospects-many]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, crowd(250, 'Fernhill'));
  const { page, open } = await ground.member(workspace, 'member');
  await open('~/prospects');
  await counted(page, '250 people');
  const table = page.getByRole('table', { name: 'People' });
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('251');
  const last = table.locator('[aria-rowindex="251"]').getByRole('link');
  await expect
    .poll(async () => {
      await page.evaluate('window.scrollBy(0, 3_000)');
      return last.count();
    })
    .toBe(1);
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(60);
});

test('rows are walked, selected and opened with the keyboard alone, and closing comes back to the row [console.prospects console.keyboard]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, crowd(5, 'Fernhill'));
  const { page, open } = await ground.member(workspace, 'member');
  await open('~/prospects');
  await counted(page, '5 people');
  const names = await page.getByRole('row').getByRole('link').allTextContents();
  const second = rowOf(page, names[1]!);
  const focused = () => page.evaluate('document.activeElement.textContent');
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
  await expect.poll(() => focused()).toContain(names[1]);
  await page.keyboard.press('x');
  await selected(page, '1 person').waitFor();
  await expect.poll(() => second.getByRole('checkbox').isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('prospect')).not.toBeNull();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect.poll(focused).toContain(names[1]);
  await page.keyboard.press('Escape');
  await selected(page, '1 person').waitFor({ state: 'detached' });

  await page.getByLabel(`Select ${names[0]}`).click();
  await page.getByLabel(`Select ${names[3]}`).click({ modifiers: ['Shift'] });
  await selected(page, '4 people').waitFor();
  // The box that was pressed has the focus, and keys work all the same.
  await page.keyboard.press('t');
  await page.getByRole('dialog', { name: 'Tag 4 people' }).waitFor();
});

test('what others wrote is text, the table fits everyone and the smallest screen, and a Viewer sees what they may not do [console.text-only console.small-screens console.roles]', async () => {
  const workspace = await service.workspace();
  const markup = '<img src=x onerror="window.fooled = true">';
  const [id] = await addPeople(
    service,
    workspace,
    [{ fullName: markup, title: markup, companyName: markup, website: 'javascript:alert(1)' }],
    markup,
  );
  await addPeople(service, workspace, [amara, henrik]);
  const token = await workspace.token('member');
  const body = { action: 'suppress', prospectIds: [id] };
  await service.call(token, 'POST', '/bulk', { body });
  const { page, open } = await ground.member(workspace, 'viewer');
  await open('~/prospects');
  await rowOf(page, markup).getByText('Do not contact').waitFor();
  await rowOf(page, markup).getByRole('checkbox').click();
  const bar = page.getByRole('region', { name: 'Those selected' });
  await bar.waitFor();
  for (const name of ['Tag', 'List', 'Stage', 'Enroll', 'Enrich', 'More']) {
    const button = bar.getByRole('button', { name, exact: true });
    expect(await button.getAttribute('aria-disabled'), name).toBe('true');
  }
  await bar.getByText('This needs a Member or higher; you are a Viewer.').first().waitFor();
  for (const name of ['Export', 'Import', 'Add a person'])
    expect(
      await page.getByRole('button', { name, exact: true }).getAttribute('aria-disabled'),
      name,
    ).toBe('true');
  expect(await page.evaluate('window.fooled')).toBeUndefined();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await rowOf(page, markup).getByRole('cell', { name: markup }).first().waitFor();
  await expectAccessible(page);
});

test('a workspace without people says how they come [console.prospects console.empty]', async () => {
  const { page, open } = await ground.member(await service.workspace(), 'member');
  await open('~/prospects');
  await page.getByRole('heading', { name: 'Nobody is here yet' }).waitFor();
  await page.getByText(`curl ${ground.origin}/api/v1/ext/leads`).waitFor();
  await page.getByRole('link', { name: 'Import' }).last().click();
  await page.waitForURL('**/prospects/import');
});

test('the Filters button counts what is set in its panel, and nothing moves when it does [console.prospects console.still]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, [amara, henrik]);
  const { page, open } = await ground.member(workspace, 'viewer');
  await open('~/prospects?stage=new');
  await counted(page, '2 people');
  const button = page.getByRole('button', { name: /^Filters/ });
  await expect.poll(() => button.textContent()).toBe('Filters');
  const search = await page.getByLabel('Search').boundingBox();
  await button.click();
  await page.getByRole('combobox', { name: 'E-mail' }).click();
  await page.getByRole('option', { name: 'Without' }).click();
  await counted(page, '1 person');
  await expect.poll(() => button.textContent()).toBe('Filters (1)');
  expect(await page.getByLabel('Search').boundingBox()).toEqual(search);

  // On a phone the panel holds the stage too.
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => button.textContent()).toBe('Filters (2)');
});
