import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bulkClient } from '../../server/test/bulk/bulk-client.ts';
import { newLeads } from '../../server/test/leads-client.ts';
import { chooseItem } from './keyboard.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  keepToasts,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const column = (page: Page, stage: string) =>
  page.getByRole('region', { name: new RegExp(`^${stage} [\\d,]+$`) });
const card = (page: Page, stage: string, name: string) =>
  column(page, stage).getByRole('listitem').filter({ hasText: name });
const counted = (page: Page, stage: string, count: string) =>
  page.getByRole('heading', { level: 2, name: `${stage} ${count}`, exact: true }).waitFor();
const notice = (page: Page) => page.locator('.mantine-Notification-root');

const markupName = '<img src=x onerror="window.fooled = true">';

async function pipeline() {
  const account = await bulkClient(service);
  const leads = [
    { fullName: 'Amara Okafor', title: 'Head of Procurement', companyName: 'Saltmarsh Foods' },
    { fullName: 'Henrik Dahl', email: 'henrik@fernhill.example' },
    { fullName: markupName, linkedinUrl: 'https://www.linkedin.com/in/javascript-alert-1' },
  ];
  const { data } = await account.post(leads, { listName: 'Fair' });
  const [amara, henrik] = data.prospectIds as [string, string];
  await account.bulk({ action: 'tag', tagName: 'Met in person', prospectIds: [amara] });
  await account.bulk({ action: 'suppress', prospectIds: [henrik] });
  return { ...account, amara, henrik };
}

test('a card is dragged to another stage and moved back by Undo, and the counts stay exact', async () => {
  const { workspace, prospect, expectExactCounts, amara } = await pipeline();
  const { page, open } = await instance.member(workspace, 'member');
  await keepToasts(page);
  await open('~/pipeline');
  await counted(page, 'New', '3');
  await card(page, 'New', 'Amara Okafor').getByText('Head of Procurement · Saltmarsh').waitFor();
  await card(page, 'New', 'Amara Okafor').getByText('Met in person').waitFor();
  await card(page, 'New', 'Henrik Dahl').getByText('Do not contact').waitFor();

  await card(page, 'New', 'Amara Okafor').hover();
  await page.mouse.down();
  await column(page, 'Replied').hover();
  await column(page, 'Replied').hover();
  await page.locator('section[data-target]').getByText('Replied').waitFor();
  await page.mouse.up();
  await card(page, 'Replied', 'Amara Okafor').waitFor();
  // A notification stays open while the pointer is over it.
  await notice(page).hover();
  await page.getByRole('status').getByText('Amara Okafor moved to Replied').waitFor();
  await counted(page, 'New', '2');
  await counted(page, 'Replied', '1');
  expect((await prospect(amara)).stage).toBe('replied');
  await expect.poll(() => page.locator('section[data-target]').count()).toBe(0);

  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await card(page, 'New', 'Amara Okafor').waitFor();
  await page.getByRole('status').getByText('Amara Okafor moved back to New').waitFor();
  await counted(page, 'New', '3');
  await counted(page, 'Replied', '0');
  expect((await prospect(amara)).stage).toBe('new');
  await expectExactCounts();
});

test('a prospect is opened and moved by keyboard alone, and keeps the focus', async () => {
  const { workspace, amara } = await pipeline();
  const { page, open } = await instance.member(workspace, 'member');
  await keepToasts(page);
  await open('~/pipeline');
  await page.getByRole('link', { name: 'Amara Okafor' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe(`?prospect=${amara}`);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Amara Okafor' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await chooseItem(page, 'Contacted');
  await card(page, 'Contacted', 'Amara Okafor').waitFor();
  await expect.poll(() => focused(page)).toBe('Move to… Amara Okafor');
  await notice(page).getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await card(page, 'New', 'Amara Okafor').waitFor();
  await expect.poll(() => focused(page)).toBe('Move to… Amara Okafor');

  // Shortcuts: s opens the stage menu, h and l switch columns, j and k move within one.
  await page.keyboard.press('s');
  await chooseItem(page, 'Not interested');
  await card(page, 'Not interested', 'Amara Okafor').waitFor();
  await expect.poll(() => focused(page)).toBe('Move to… Amara Okafor');
  await page.keyboard.press('h');
  await page.keyboard.press('j');
  await expect.poll(() => focusedText(page)).toMatch(/img|Henrik/);
  await page.keyboard.press('l');
  await expect.poll(() => focusedText(page)).toBe('Amara Okafor');
});

const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent');
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label")');

nightlyTest(
  'cards are selected by key, click and checkbox, moved together and moved back',
  async () => {
    const { workspace, prospect, bulk, amara, henrik, expectExactCounts } = await pipeline();
    await bulk({ action: 'stage', stage: 'contacted', prospectIds: [henrik] });
    const { page, open } = await instance.member(workspace, 'member');
    await keepToasts(page);
    await open('~/pipeline');
    const selection = page.getByRole('region', { name: 'Selection' });
    await page.getByRole('link', { name: 'Amara Okafor' }).focus();
    await page.keyboard.press('x');
    await selection.getByText('1 prospect selected').waitFor();
    await page.getByRole('link', { name: markupName }).click({ modifiers: ['Control'] });
    await selection.getByText('2 prospects selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select Henrik Dahl' }).click();
    await selection.getByText('3 prospects selected').waitFor();
    await page.keyboard.press('Escape');
    await selection.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Amara Okafor' }).click({ modifiers: ['Control'] });
    await page.getByRole('checkbox', { name: 'Select Henrik Dahl' }).click();
    await expectAccessible(page);
    const moves: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/manage/bulk')) moves.push(request.method());
    });
    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: 'Meeting' }).click();
    await counted(page, 'Meeting', '2');
    await counted(page, 'New', '1');
    await counted(page, 'Contacted', '0');
    await page.getByRole('status').getByText('2 prospects moved to Meeting').waitFor();
    await card(page, 'Meeting', 'Amara Okafor').getByText('today', { exact: true }).waitFor();
    expect(moves).toHaveLength(1);
    expect((await prospect(henrik)).stage).toBe('meeting');

    await notice(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('status').getByText('2 prospects moved back to their stages').waitFor();
    await counted(page, 'New', '2');
    await counted(page, 'Contacted', '1');
    expect((await prospect(amara)).stage).toBe('new');
    expect((await prospect(henrik)).stage).toBe('contacted');
    await expectExactCounts();
  },
);

nightlyTest('a prospect added in a column starts in its stage', async () => {
  const { workspace, expectExactCounts } = await pipeline();
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/pipeline');
  await page.getByRole('button', { name: 'Add prospect to Meeting' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add prospect to Meeting' });
  await dialog.getByRole('textbox', { name: 'Full name' }).fill('Maren Solberg');
  const list = dialog.getByRole('combobox', { name: 'List' });
  await list.press('ArrowDown');
  await page.getByRole('option', { name: 'Fair' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: 'Fair' }).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Maren Solberg was added.').waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Maren Solberg' });
  await drawer.getByRole('button', { name: 'Stage: Meeting' }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await card(page, 'Meeting', 'Maren Solberg').waitFor();
  await counted(page, 'Meeting', '1');
  await expectExactCounts();
});

nightlyTest('all stages come in one request and fit a wide screen', async () => {
  const { workspace } = await pipeline();
  const { page, open } = await instance.member(workspace, 'member', {
    viewport: { width: 1920, height: 1000 },
  });
  const reads: string[] = [];
  page.on('request', (request) => {
    if (/manage\/(pipeline|prospects)/.test(request.url())) reads.push(request.url());
  });
  await open('~/pipeline');
  await card(page, 'New', 'Amara Okafor').waitFor();
  expect(reads).toHaveLength(1);
  const overflow =
    '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("section[aria-label=Pipeline]"))';
  await expect.poll(() => page.evaluate(overflow)).toBe(0);
});

nightlyTest('a failed move is reverted, with the reason', async () => {
  const { workspace, bulk, amara, expectExactCounts } = await pipeline();
  const { page, open, complaints } = await instance.member(workspace, 'member');
  await keepToasts(page);
  await open('~/pipeline');
  const moves = '**/api/v1/manage/bulk';
  await page.route(moves, (route) => route.abort());
  await move(page, 'Henrik Dahl', 'Meeting');
  await notice(page).getByText('Could not move Henrik Dahl to Meeting').waitFor();
  await notice(page).getByText("Can't reach the server").waitFor();
  await card(page, 'New', 'Henrik Dahl').waitFor();
  await counted(page, 'New', '3');
  await counted(page, 'Meeting', '0');
  await page.unroute(moves);

  await bulk({ action: 'delete', prospectIds: [amara] });
  await move(page, 'Amara Okafor', 'Meeting');
  await notice(page).getByText('Could not move Amara Okafor to Meeting').waitFor();
  await card(page, 'New', 'Amara Okafor').waitFor({ state: 'detached' });
  await counted(page, 'New', '2');
  await counted(page, 'Meeting', '0');
  await expectExactCounts();
  complaints.splice(0);
});

async function move(page: Page, name: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Move to… ${name}` }).click();
  await page.getByRole('menuitem', { name: to, exact: true }).click();
}

nightlyTest('a Viewer can look, and a drag explains which role is required', async () => {
  const { workspace } = await pipeline();
  const { page, open } = await instance.member(workspace, 'viewer');
  await keepToasts(page);
  await open('~/pipeline');
  await card(page, 'New', 'Amara Okafor').dragTo(column(page, 'Replied'));
  await notice(page).getByText('You can’t move Amara Okafor').waitFor();
  await notice(page).getByText('Ask an Admin for access').waitFor();
  await counted(page, 'New', '3');
  const mover = page.getByRole('button', { name: 'Move to… Amara Okafor' });
  await expect.poll(() => mover.getAttribute('aria-disabled')).toBe('true');
  await mover.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);
});

nightlyTest(
  'hundreds of prospects are searched, filtered by URL and paged, and fit every screen',
  async () => {
    const { workspace, addProspects: people, post, bulk } = await pipeline();
    const crowd = await people(300);
    await bulk({ action: 'stage', stage: 'contacted', prospectIds: crowd.slice(0, 40) });
    await post(newLeads(30), { listName: 'Second fair' });
    const { page, open } = await instance.member(workspace, 'member');
    await open('~/pipeline');
    await counted(page, 'New', '293');
    await counted(page, 'Contacted', '40');
    const contacted = column(page, 'Contacted').getByRole('listitem');
    await expect.poll(() => contacted.count()).toBe(25);
    await page.getByRole('button', { name: 'Show more in Contacted' }).click();
    await expect.poll(() => contacted.count()).toBe(40);
    await expectAccessible(page);

    await page.getByRole('searchbox', { name: 'Search' }).fill('img onerror');
    await card(page, 'New', markupName).waitFor();
    await counted(page, 'New', '1');
    await expect.poll(() => new URL(page.url()).search).toBe('?q=img+onerror');
    expect(await page.evaluate('window.fooled')).toBeUndefined();
    await page.getByRole('combobox', { name: 'List' }).click();
    await page.getByRole('option', { name: 'Second fair' }).click();
    await page.getByText('No matches for search “img onerror” and list “Second fair”.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await counted(page, 'New', '293');
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('');

    await expectNoSidewaysScrolling(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('combobox', { name: 'Stage' }).selectOption('Contacted');
    await contacted.first().waitFor();
    await expect.poll(() => column(page, 'New').isVisible()).toBe(false);
    await expect.poll(() => new URL(page.url()).search).toBe('?stage=contacted');
    await expectNoSidewaysScrolling(page);
  },
);
