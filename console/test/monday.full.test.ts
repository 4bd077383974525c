import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { inboxClient, pane, row } from './conversations.ts';
import { chooseFile, savedBy } from './files.ts';
import { selectionText, waitForCount } from './people.ts';
import { testConsole } from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const goTo = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

const file = [
  'Name;Company;Email',
  ...Array.from({ length: 25 }, (_, n) => `Visitor ${n};Fernhill;v${n}@fernhill.example`),
].join('\n');

/** Ten follow-ups of last week for the salesperson, and three replies. */
async function monday() {
  const client = await inboxClient(service);
  const visitor = await instance.member(client.workspace, 'member');
  const [user] = await client.rows<{ id: string }>(
    sql`select id from auth."user" where email = ${visitor.email}`,
  );
  for (let n = 0; n < 10; n++) {
    const prospectId = await client.addLead({ fullName: `Person ${n}`, companyName: 'Nordlys' });
    const body = { title: `Call ${n}`, dueOn: '2026-03-06', assigneeId: user!.id };
    await client.call('POST', `/prospects/${prospectId}/follow-ups`, { body });
  }
  await client.answers('Zoe Lind', 'Not this year.', { ago: 10 });
  await client.answers('Henrik Dahl', 'How much is it?', { ago: 5 });
  await client.answers('Amara Okafor', 'Tuesday works.');
  return { ...client, ...visitor };
}

test('a salesperson’s Monday: ten follow-ups, three replies, an import, a bulk change and a report', async () => {
  const { page, open, call } = await monday();

  await open('~/home');
  const due = page.getByRole('group', { name: 'Due today' }).getByRole('listitem');
  await expect.poll(() => due.count()).toBe(10);
  for (let n = 0; n < 10; n++) {
    await due.getByRole('button', { name: `Done: Call ${n}` }).click();
    await expect.poll(() => due.count()).toBe(9 - n);
  }
  await page.getByText('No follow-ups are due today.').waitFor();

  await page.getByRole('link', { name: '3 unread conversations' }).click();
  await row(page, 'Amara Okafor').click();
  for (const [name, answer] of [
    ['Amara Okafor', 'Tuesday at ten, then.'],
    ['Henrik Dahl', 'About forty a month.'],
    ['Zoe Lind', null],
  ] as const) {
    const reply = page.getByRole('textbox', { name: `Reply to ${name}` });
    await reply.waitFor();
    if (answer) {
      await reply.fill(answer);
      await page.keyboard.press('Control+Enter');
      await pane(page).getByText('Sending').waitFor();
    }
    await page.keyboard.press('e');
    await row(page, name).waitFor({ state: 'detached' });
  }

  await goTo(page, 'Prospects');
  await page
    .getByRole('link', { name: /^Import/ })
    .first()
    .click();
  await chooseFile(page, 'fair.csv', file);
  await page.getByRole('combobox', { name: 'Add all to list' }).fill('Fair');
  await page.getByRole('button', { name: 'Preview import' }).click();
  await page.getByRole('button', { name: 'Import 25 people' }).click();
  await page.getByRole('link', { name: 'View prospects' }).click();
  await waitForCount(page, '25 prospects');

  await page.getByLabel('Select all loaded').click();
  await selectionText(page, '25 prospects').waitFor();
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'Contacted' }).click();
  await page.getByRole('alert').getByText('Moved 25 prospects to Contacted').waitFor();

  await goTo(page, 'Campaigns');
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Results' }).click();
  const report = await savedBy(page, 'Download CSV');
  expect(report.text).toMatch(/"Email","Email 1","1","1"/);

  const { data } = await call('GET', '/boards');
  expect(data.stages).toContainEqual(expect.objectContaining({ id: 'contacted', count: 25 }));
});
