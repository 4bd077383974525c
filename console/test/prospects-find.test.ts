import { expect, test } from 'vitest';
import { addPeople, manyLeads, rowOf, selectionText, waitForCount } from './people.ts';
import { expectAccessible, expectNoSidewaysScrolling, testConsole } from './test-console.ts';

const ground = await testConsole();
const { service } = ground;

const amara = {
  fullName: 'Amara Okafor',
  email: 'amara@saltmarsh.example',
  companyName: 'Saltmarsh Foods',
  title: 'Head of Procurement',
};
const henrik = { fullName: 'Henrik Lund', companyName: 'Nordlys Energi' };

test('prospects are found by search and filters, and the URL alone restores both [console.prospects]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, [amara], 'Trade fair');
  await addPeople(service, workspace, [henrik, ...manyLeads(3, 'Fernhill')]);
  const { page, open } = await ground.member(workspace, 'viewer');
  await open('~/prospects');
  await waitForCount(page, '5 prospects');
  await rowOf(page, 'Amara Okafor').getByText('Head of Procurement').waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('saltmarsh amara');
  await waitForCount(page, '1 prospect');
  await rowOf(page, 'Henrik Lund').waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('saltmarsh amara');
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await waitForCount(page, '5 prospects');

  await page.getByRole('combobox', { name: 'List' }).click();
  await page.getByRole('option', { name: 'Trade fair' }).click();
  await waitForCount(page, '1 prospect');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('combobox', { name: 'Email' }).click();
  await page.getByRole('option', { name: 'Without' }).click();
  await page.getByText('No matches for list “Trade fair” and no email.').waitFor();
  await page.reload();
  await page.getByText('No matches for list “Trade fair” and no email.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await waitForCount(page, '5 prospects');
  await expect.poll(() => new URL(page.url()).search).toBe('');

  // The chosen columns are stored in the browser.
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Lists' }).click();
  await page.reload();
  await rowOf(page, 'Amara Okafor').getByRole('cell', { name: 'Trade fair' }).waitFor();
});

test('a long list is scrolled to its end, and only visible rows are in the DOM [console.prospects-many]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, manyLeads(250, 'Fernhill'));
  const { page, open } = await ground.member(workspace, 'member');
  await open('~/prospects');
  await waitForCount(page, '250 prospects');
  const table = page.getByRole('table', { name: 'Prospects' });
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

test('rows are navigated, selected and opened by keyboard alone, and closing returns to the row [console.prospects console.keyboard]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, manyLeads(5, 'Fernhill'));
  const { page, open } = await ground.member(workspace, 'member');
  await open('~/prospects');
  await waitForCount(page, '5 prospects');
  const names = await page.getByRole('row').getByRole('link').allTextContents();
  const second = rowOf(page, names[1]!);
  const focused = () => page.evaluate('document.activeElement.textContent');
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
  await expect.poll(() => focused()).toContain(names[1]);
  await page.keyboard.press('x');
  await selectionText(page, '1 prospect').waitFor();
  await expect.poll(() => second.getByRole('checkbox').isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('prospect')).not.toBeNull();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect.poll(focused).toContain(names[1]);
  await page.keyboard.press('Escape');
  await selectionText(page, '1 prospect').waitFor({ state: 'detached' });

  await page.getByLabel(`Select ${names[0]}`).click();
  await page.getByLabel(`Select ${names[3]}`).click({ modifiers: ['Shift'] });
  await selectionText(page, '4 prospects').waitFor();
  // Shortcuts work while a checkbox has the focus.
  await page.keyboard.press('t');
  await page.getByRole('dialog', { name: 'Tag 4 prospects' }).waitFor();
});

test('markup in fields is shown as text, the table is accessible and fits small screens, and actions are disabled for a Viewer [console.text-only console.small-screens console.roles]', async () => {
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
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.waitFor();
  for (const name of ['Tag', 'List', 'Stage', 'Enroll', 'Enrich', 'More']) {
    const button = bar.getByRole('button', { name, exact: true });
    expect(await button.getAttribute('aria-disabled'), name).toBe('true');
  }
  await bar.getByText('Requires the Member role or higher. Your role is Viewer.').first().waitFor();
  for (const name of ['Export', 'Import', 'Add prospect'])
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

test('an empty workspace explains how to add prospects [console.prospects console.empty]', async () => {
  const { page, open } = await ground.member(await service.workspace(), 'member');
  await open('~/prospects');
  await page.getByRole('heading', { name: 'No prospects yet' }).waitFor();
  await page.getByText(`curl ${ground.origin}/api/v1/ext/leads`).waitFor();
  await page.getByRole('link', { name: 'Import' }).last().click();
  await page.waitForURL('**/prospects/import');
});

test('the Filters button counts the filters in its panel, without moving anything [console.prospects console.still]', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, [amara, henrik]);
  const { page, open } = await ground.member(workspace, 'viewer');
  await open('~/prospects?stage=new');
  await waitForCount(page, '2 prospects');
  const button = page.getByRole('button', { name: /^Filters/ });
  await expect.poll(() => button.textContent()).toBe('Filters');
  const search = await page.getByRole('searchbox', { name: 'Search' }).boundingBox();
  await button.click();
  await page.getByRole('combobox', { name: 'Email' }).click();
  await page.getByRole('option', { name: 'Without' }).click();
  await waitForCount(page, '1 prospect');
  await expect.poll(() => button.textContent()).toBe('Filters (1)');
  expect(await page.getByRole('searchbox', { name: 'Search' }).boundingBox()).toEqual(search);

  // On a phone, the panel includes the stage.
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => button.textContent()).toBe('Filters (2)');
});
