import { expect, test } from 'vitest';
import { workClient } from '../../server/test/prospects/work-client.ts';
import { holdRequests } from './held-requests.ts';
import { addPeople } from './people.ts';
import {
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  keepToasts,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

test('a note is written by keyboard, shown safely, edited beside a colleague and deleted; a call is logged', async () => {
  const client = await workClient(service);
  const { page, open, complaints } = await instance.member(client.workspace, 'member');
  await open(`~/prospects?prospect=${client.prospectId}`);
  const drawer = page.getByRole('dialog', { name: 'Amara Okafor' });
  const notes = drawer.getByRole('region', { name: 'Notes' });
  const timeline = drawer.getByRole('region', { name: 'Timeline' });
  const items = notes.getByRole('listitem');

  await notes.getByRole('textbox', { name: 'New note' }).click();
  await page.keyboard.type('**Wants** <b>40</b> [sensors](https://a.example)');
  await page.keyboard.press('Control+Enter');
  await items.locator('strong', { hasText: 'Wants' }).waitFor();
  await items.getByText('<b>40</b>').waitFor();
  await items.getByRole('link', { name: 'sensors' }).waitFor();
  await timeline.getByText('Note added').waitFor();
  await timeline.locator('strong', { hasText: 'Wants' }).waitFor();
  await expect.poll(() => notes.getByRole('textbox').inputValue()).toBe('');

  await items.getByRole('button', { name: /^Edit note/ }).click();
  const input = items.getByRole('textbox', { name: 'Note' });
  await input.fill('Mine');
  const { data } = await client.ask('GET', `/prospects/${client.prospectId}/notes`);
  const admin = await client.workspace.token('admin');
  await client.ask('PATCH', `/notes/${data.notes[0].id}`, { text: 'Theirs' }, admin);
  await input.press('Control+Enter');
  const conflict = items.getByRole('alert');
  await conflict.getByText('Someone else edited this note').waitFor();
  await conflict.getByText('Theirs').waitFor();
  complaints.splice(0);
  await input.press('Escape');
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await items.getByText('Mine').waitFor();

  await timeline.getByRole('button', { name: 'Log activity' }).click();
  await page.getByRole('textbox', { name: 'What was said (optional)' }).fill('Calls back');
  await page.keyboard.press('Control+Enter');
  await timeline.getByText('Call logged').waitFor();
  await items.getByText('Calls back').waitFor();
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);

  await items.getByRole('button', { name: /^Delete note/ }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await timeline.getByText('Note added (deleted)').waitFor();
  await expect.poll(() => items.count()).toBe(1);
});

nightlyTest(
  'an activity that is submitted twice is logged once, and a click beside the dialog keeps the text',
  async () => {
    const client = await workClient(service);
    const { page, open } = await instance.member(client.workspace, 'member');
    await open(`~/prospects?prospect=${client.prospectId}`);
    // What is above the timeline moves it while it loads, and a click at that moment hits nothing.
    await page.waitForLoadState('networkidle');
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const saving = await holdRequests(page, 'POST', '**/notes');
    await timeline.getByRole('button', { name: 'Log activity' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log activity' });
    const text = dialog.getByRole('textbox', { name: 'What was said (optional)' });
    await text.fill('Calls back');
    await page.keyboard.press('Control+Enter');
    await expect.poll(saving.count).toBe(1);
    await dialog.locator('[data-loading]').first().waitFor();
    await page.keyboard.press('Control+Enter');
    saving.release();
    await dialog.waitFor({ state: 'detached' });
    await timeline.getByText('Call logged').first().waitFor();
    expect(saving.count()).toBe(1);

    await timeline.getByRole('button', { name: 'Log activity' }).click();
    await text.fill('Wants a quote');
    await page.mouse.click(5, 5);
    await text.press('Control+Enter');
    await expect.poll(saving.count).toBe(2);
    await dialog.waitFor({ state: 'detached' });
  },
);

nightlyTest('a note that is being saved is not changed meanwhile', async () => {
  const client = await workClient(service);
  const { page, open } = await instance.member(client.workspace, 'member');
  await open(`~/prospects?prospect=${client.prospectId}`);
  const notes = page.getByRole('region', { name: 'Notes' });
  const input = notes.getByRole('textbox', { name: 'New note' });
  const saving = await holdRequests(page, 'POST', '**/notes');
  await input.fill('Wants a quote');
  await input.press('Control+Enter');
  await expect.poll(saving.count).toBe(1);
  await notes.locator('[data-loading]').first().waitFor();
  await page.keyboard.type(' today');
  expect(await input.inputValue()).toBe('Wants a quote');
  saving.release();
  await expect.poll(() => input.inputValue()).toBe('');
  await notes.getByRole('listitem').getByText('Wants a quote').waitFor();
});

nightlyTest('a note whose drawer is closed while it is saved leaves no draft', async () => {
  const client = await workClient(service);
  const { page, open } = await instance.member(client.workspace, 'member');
  await open(`~/prospects?prospect=${client.prospectId}`);
  const notes = page.getByRole('region', { name: 'Notes' });
  const input = notes.getByRole('textbox', { name: 'New note' });
  const saving = await holdRequests(page, 'POST', '**/notes');
  await input.fill('Wants a quote');
  await input.press('Control+Enter');
  await expect.poll(saving.count).toBe(1);
  await page.keyboard.press('Escape');
  await notes.waitFor({ state: 'detached' });
  saving.release();
  await page.getByRole('status').getByText('Note added').waitFor();
  await page.getByRole('row').getByRole('link', { name: 'Amara Okafor' }).click();
  await notes.getByRole('listitem').getByText('Wants a quote').waitFor();
  expect(await input.inputValue()).toBe('');
});

nightlyTest('a draft is kept beside one that is written in another tab', async () => {
  const client = await workClient(service);
  const [other] = await addPeople(service, client.workspace, [{ fullName: 'Henrik Dahl' }]);
  const { page, open } = await instance.member(client.workspace, 'member');
  await open(`~/prospects?prospect=${other}`);
  const tab = await page.context().newPage();
  await tab.goto(page.url().replace(other!, client.prospectId));
  const inTab = tab.getByRole('textbox', { name: 'New note' });
  await inTab.fill('Wants a quote');
  const input = page.getByRole('textbox', { name: 'New note' });
  await input.fill('Likes tea');
  await tab.reload();
  await expect.poll(() => inTab.inputValue()).toBe('Wants a quote');
  await tab.goto(page.url());
  await expect.poll(() => inTab.inputValue()).toBe('Likes tea');
  await inTab.fill('Likes coffee');
  await expect.poll(() => input.inputValue()).toBe('Likes coffee');
});

test('a follow-up is added in two clicks, and Home shows what is due; done and moved can be undone', async () => {
  const client = await workClient(service);
  const { page, open } = await instance.member(client.workspace, 'member');
  await keepToasts(page);
  await open(`~/prospects?prospect=${client.prospectId}`);
  const section = page.getByRole('region', { name: 'Follow-ups' });
  const add = section.getByRole('button', { name: 'Add follow-up' });
  await add.click();
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  await section.getByText('Follow up', { exact: true }).waitFor();
  await section.getByRole('textbox', { name: 'What to do' }).fill('Call about the quote');
  await add.press('Enter');
  await page.getByRole('menuitem', { name: 'Choose a date…' }).click();
  await page.getByRole('button', { name: 'Choose', exact: true }).click();
  await section.getByText('Call about the quote').waitFor();
  await expectAccessibleAtNight(page);

  await open('~/home');
  const due = page.getByRole('group', { name: 'Due today' });
  const call = due.getByRole('listitem').filter({ hasText: 'Call about the quote' });
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.poll(() => due.getByRole('listitem').count()).toBe(1);
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);
  await call.getByRole('button', { name: /^Done/ }).press('Enter');
  await page.getByText('No follow-ups are due today.').waitFor();
  await undo.last().click();
  await call.getByRole('button', { name: /^Move to…/ }).click();
  await page.getByRole('menuitem', { name: /^In a week/ }).click();
  await call.waitFor({ state: 'detached' });
  await undo.last().click();
  await call.getByRole('link', { name: 'Amara Okafor' }).click();
  const drawer = page.getByRole('dialog', { name: 'Amara Okafor' });
  await drawer.getByRole('button', { name: 'Done: Call about the quote' }).click();
  const completed = drawer.getByText('Follow-up done: “Call about the quote”');
  await expect.poll(() => completed.count()).toBe(2);
  await drawer.getByRole('button', { name: 'Show done' }).click();
  await drawer.getByRole('button', { name: 'Reopen: Call about the quote' }).click();
  await drawer.getByText('None done yet.').waitFor();
  // The button that had the focus is gone, but Escape still closes the drawer.
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await call.waitFor();
});

nightlyTest(
  'a Viewer reads notes and follow-ups, and sees why they cannot change them',
  async () => {
    const client = await workClient(service);
    await client.addNote({ text: 'Likes tea' });
    await client.addFollowUp({ title: 'Call', dueOn: '2026-03-09' });
    const { page, open } = await instance.member(client.workspace, 'viewer');
    await open(`~/prospects?prospect=${client.prospectId}`);
    const drawer = page.getByRole('dialog', { name: 'Amara Okafor' });
    await drawer.getByRole('region', { name: 'Notes' }).getByText('Likes tea').waitFor();
    for (const name of [/^Edit note/, 'Add note', 'Done: Call', 'Add follow-up', 'Log activity']) {
      const button = drawer.getByRole('button', { name });
      await expect
        .poll(() => button.getAttribute('aria-disabled'), { message: `${name}` })
        .toBe('true');
    }
  },
);
