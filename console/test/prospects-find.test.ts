import { expect, test } from 'vitest';
import { prospectsClient } from '../../server/test/prospects-client.ts';
import { holdRequests } from './held-requests.ts';
import { addPeople, manyLeads, rowOf, selectionText, waitForCount } from './people.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const amara = {
  fullName: 'Amara Okafor',
  email: 'amara@saltmarsh.example',
  companyName: 'Saltmarsh Foods',
  title: 'Head of Procurement',
};
const henrik = { fullName: 'Henrik Lund', companyName: 'Nordlys Energi' };

test('prospects are found by search and filters, and the URL alone restores both', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, [amara], 'Trade fair');
  await addPeople(service, workspace, [henrik, ...manyLeads(3, 'Fernhill')]);
  const { page, open } = await instance.member(workspace, 'viewer');
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
  await page.getByRole('button', { name: /^Filters/ }).click();
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
  await page.getByRole('checkbox', { name: 'Lists' }).click();
  await page.reload();
  await rowOf(page, 'Amara Okafor').getByRole('cell', { name: 'Trade fair' }).waitFor();
});

nightlyTest(
  'a long list is scrolled to its end, and only visible rows are in the DOM',
  async () => {
    const workspace = await service.workspace();
    await addPeople(service, workspace, manyLeads(250, 'Fernhill'));
    const { page, open } = await instance.member(workspace, 'member');
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
  },
);

nightlyTest('a prospect that someone adds does not move the rows that are being read', async () => {
  const account = await prospectsClient(service);
  await addPeople(service, account.workspace, manyLeads(350, 'Fernhill'));
  const { page, open } = await instance.member(account.workspace, 'member');
  await open('~/prospects');
  await waitForCount(page, '350 prospects');
  const table = page.getByRole('table', { name: 'Prospects' });
  const read = table.locator('[aria-rowindex="345"]');
  await expect
    .poll(async () => {
      await page.evaluate('window.scrollBy(0, 2_000)');
      return table.locator('[aria-rowindex="351"]').getByRole('link').count();
    })
    .toBe(1);
  const name = await read.getByRole('link').first().textContent();
  await account.addLead(amara);
  const at = await page.evaluate('window.scrollY');
  await read.getByRole('button', { name: 'New' }).click();
  await page.getByRole('menuitem', { name: 'Meeting' }).click();
  await waitForCount(page, '351 prospects');
  await rowOf(page, name!).getByRole('button', { name: 'Meeting' }).waitFor();
  expect(await page.evaluate('window.scrollY')).toBe(at);
  await page.evaluate('window.scrollTo(0, 0)');
  await rowOf(page, amara.fullName).waitFor();
});

test('rows are navigated, selected and opened by keyboard alone, and closing returns to the row', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, manyLeads(5, 'Fernhill'));
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/prospects');
  await waitForCount(page, '5 prospects');
  const links = page.getByRole('row').getByRole('link');
  await expect.poll(() => links.count()).toBe(5);
  const names = await links.allTextContents();
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

nightlyTest(
  'the drawer is beside the table: a click or a key shows another prospect, also beyond the loaded rows',
  async () => {
    const workspace = await service.workspace();
    await addPeople(service, workspace, manyLeads(105, 'Fernhill'));
    const { page, open } = await instance.member(workspace, 'member');
    await open('~/prospects');
    await waitForCount(page, '105 prospects');
    const links = page.getByRole('row').getByRole('link');
    await expect.poll(() => links.count()).toBeGreaterThan(5);
    const names = await links.allTextContents();
    const drawer = (name: string) => page.getByRole('dialog', { name, exact: true });
    const focused = () => page.evaluate('document.activeElement.textContent');
    await rowOf(page, names[2]!).click();
    await drawer(names[2]!).waitFor();
    await rowOf(page, names[4]!).click();
    await drawer(names[4]!).waitFor();
    await expect.poll(() => rowOf(page, names[4]!).getAttribute('aria-current')).toBe('true');
    await page.keyboard.press('k');
    await drawer(names[3]!).waitFor();
    await page.getByRole('button', { name: 'Next prospect' }).click();
    await drawer(names[4]!).waitFor();
    await page.keyboard.press('x');
    await selectionText(page, '1 prospect').waitFor();
    await page.keyboard.press('?');
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByText('Next prospect')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
    await drawer(names[4]!).waitFor();
    await page.mouse.move(0, 0);
    await expectAccessible(page);

    // Closing keeps the selection and the position.
    await page.keyboard.press('Escape');
    await drawer(names[4]!).waitFor({ state: 'detached' });
    await expect.poll(focused).toContain(names[4]);
    await selectionText(page, '1 prospect').waitFor();

    // The 100th row ends the first page; Back leaves the list where it was opened.
    const last = page.locator('[aria-rowindex="101"]').getByRole('link');
    await expect
      .poll(async () => {
        await page.evaluate('window.scrollBy(0, 1_500)');
        return last.count();
      })
      .toBe(1);
    await last.click();
    const hundredth = (await last.textContent())!;
    await drawer(hundredth).waitFor();
    await page.keyboard.press('j');
    await drawer(hundredth).waitFor({ state: 'detached' });
    await expect
      .poll(() => page.locator('[aria-current][role="row"]').getAttribute('aria-rowindex'))
      .toBe('102');
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
);

nightlyTest('cells are edited in the table by mouse and keyboard, by Members only', async () => {
  const account = await prospectsClient(service);
  const { workspace } = account;
  const id = await account.addLead(amara);
  await account.addLead(henrik);
  const { page, open, complaints } = await instance.member(workspace, 'member');
  await open('~/prospects');
  const row = page.locator('[role="row"][aria-rowindex="3"]');
  const input = (label: string) => row.getByRole('textbox', { name: label, exact: true });
  await row.getByRole('button', { name: 'New' }).click();
  await page.getByRole('menuitem', { name: 'Meeting' }).click();
  await row.getByRole('button', { name: 'Meeting' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');

  const title = row.getByRole('cell', { name: 'Head of Procurement' });
  await title.hover();
  await title.getByRole('button', { name: 'Edit title' }).click();
  await input('Title').fill('Buyer');
  await page.keyboard.press('Enter');
  await row.getByRole('cell', { name: 'Buyer' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('row');
  await page.keyboard.press('F2');
  await input('Full name').fill('Amara Eze');
  await page.keyboard.press('Tab');
  await input('Title').waitFor();
  await page.keyboard.press('Tab');
  await input('Company').waitFor();
  await page.keyboard.press('Tab');
  await input('Email').fill('amara');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Enter a valid email address.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Pipeline' }).click();
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await input('Email').press('Escape');
  await rowOf(page, 'Amara Eze').waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);
  expect(await account.read(id)).toMatchObject({
    title: 'Buyer',
    stage: 'meeting',
    email: amara.email,
  });

  // The keys of the table go on from the row.
  await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('row');
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'Customer' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Customer' }).waitFor({ state: 'detached' });
  await page.keyboard.press('x');
  await selectionText(page, '1 prospect').waitFor();

  const viewer = await instance.member(workspace, 'viewer');
  await viewer.open('~/prospects');
  const same = rowOf(viewer.page, 'Amara Eze');
  await same.getByText('Meeting').waitFor();
  await expect.poll(() => same.getByRole('button', { includeHidden: true }).count()).toBe(0);
});

nightlyTest('a cell that is opened while another one is being saved stays open', async () => {
  const account = await prospectsClient(service);
  await account.addLead(amara);
  await account.addLead({ ...henrik, title: 'Buyer' });
  const { page, open } = await instance.member(account.workspace, 'member');
  await open('~/prospects');
  const edit = async (name: string) => {
    const cell = rowOf(page, name)
      .getByRole('cell')
      .filter({ hasText: /Procurement|Buyer/ });
    await cell.hover();
    await cell.getByRole('button', { name: 'Edit title' }).click();
  };
  const saving = await holdRequests(page, 'PATCH', '**/prospects/*');
  await edit('Amara Okafor');
  const input = page.getByRole('textbox', { name: 'Title', exact: true });
  await input.fill('Director');
  await page.keyboard.press('Enter');
  await expect.poll(saving.count).toBe(1);
  await edit('Henrik Lund');
  await expect.poll(() => input.inputValue()).toBe('Buyer');
  saving.release();
  await rowOf(page, 'Amara Okafor').getByText('Director').waitFor();
  await page.keyboard.type('!');
  expect(await input.inputValue()).toContain('!');
});

test('markup in fields is shown as text, the table is accessible and fits small screens, and actions are disabled for a Viewer', async () => {
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
  const { page, open } = await instance.member(workspace, 'viewer');
  await open('~/prospects');
  await rowOf(page, markup).getByText('Do not contact').waitFor();
  await rowOf(page, markup).getByRole('checkbox').click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.waitFor();
  for (const name of ['Tag', 'List', 'Stage', 'Enroll', 'Enrich', 'More']) {
    const button = bar.getByRole('button', { name, exact: true });
    await expect.poll(() => button.getAttribute('aria-disabled'), { message: name }).toBe('true');
  }
  await bar.getByText('Requires the Member role or higher. Your role is Viewer.').first().waitFor();
  for (const name of ['Enroll', 'Export', 'Import', 'Add prospect'])
    expect(
      await page.getByRole('button', { name, exact: true }).first().getAttribute('aria-disabled'),
      name,
    ).toBe('true');
  expect(await page.evaluate('window.fooled')).toBeUndefined();
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await rowOf(page, markup).getByRole('cell', { name: markup }).first().waitFor();
  await expectAccessibleAtNight(page);
});

nightlyTest('the Filters button counts the active filters, without moving anything', async () => {
  const workspace = await service.workspace();
  await addPeople(service, workspace, [amara, henrik]);
  const { page, open } = await instance.member(workspace, 'viewer');
  await open('~/prospects?stage=new');
  await waitForCount(page, '2 prospects');
  const button = page.getByRole('button', { name: /^Filters/ });
  await expect.poll(() => button.textContent()).toBe('Filters (1)');
  const search = await page.getByRole('searchbox', { name: 'Search' }).boundingBox();
  await button.click();
  await page.getByRole('combobox', { name: 'Email' }).click();
  await page.getByRole('option', { name: 'Without' }).click();
  await waitForCount(page, '1 prospect');
  await expect.poll(() => button.textContent()).toBe('Filters (2)');
  await expect
    .poll(() => page.getByRole('searchbox', { name: 'Search' }).boundingBox())
    .toEqual(search);

  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => button.textContent()).toBe('Filters (2)');
});
