import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { inboxClient, pane, row } from './conversations.ts';
import { heading } from './forms.ts';
import { holdRequests } from './held-requests.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrolling,
  keepToasts,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;
// Without a worker, replies wait for as long as a test needs.
await instance.stopWorker();

const ownClock = { own: {} };
const replyInput = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Reply to ${name}` });
const notice = (page: Page) => page.locator('.mantine-Notification-root');
const isFocused = (page: Page, text: string) =>
  expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toContain(text);
/** The shortcuts are bound once the palette is loaded. */
const keysReady = (page: Page) =>
  page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });

async function threeAnswers() {
  const client = await inboxClient(service);
  const amara = await client.answers('Amara Okafor', 'Tuesday works.\n> Hello');
  const henrik = await client.answers('Henrik Dahl', 'How much is it?', { ago: 5 });
  const zoe = await client.answers('Zoe Lind', 'Not this year.', { ago: 10 });
  return { ...client, amara, henrik, zoe };
}

test('conversations are read, answered and closed by keyboard alone, and the next one opens', async () => {
  const { workspace, amara, henrik, conversation } = await threeAnswers();
  const { page, open } = await instance.member(workspace, 'member', ownClock);
  await keepToasts(page);
  await page.clock.setFixedTime(new Date());
  await open('~/home');
  await page.getByRole('link', { name: /Inbox\s*3\s*unread/ }).waitFor();
  await keysReady(page);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await row(page, 'Amara Okafor').waitFor();
  await page.keyboard.press('j');
  await isFocused(page, 'Amara Okafor');
  await page.keyboard.press('Enter');
  await isFocused(page, 'An idea');
  await pane(page).getByText('Tuesday works.').waitFor();
  await pane(page).getByText('no_automatic_header').waitFor();
  await page.getByRole('link', { name: /Inbox\s*2\s*unread/ }).waitFor();
  expect((await conversation(amara.conversationId)).conversation.unread).toBe(false);

  await page.keyboard.press('r');
  await page.keyboard.type('Tuesday at ten, then. juke');
  await page.keyboard.press('Control+Enter');
  await pane(page).getByText('Sending').waitFor();
  const { messages } = await conversation(amara.conversationId);
  expect(messages.at(-1)).toMatchObject({ status: 'waiting', direction: 'outbound' });

  await page.keyboard.press('e');
  await pane(page).getByText('How much is it?').waitFor();
  expect(page.url()).toContain(henrik.conversationId);
  await row(page, 'Amara Okafor').waitFor({ state: 'detached' });
  await notice(page).getByText('Closed: Amara Okafor').waitFor();
  await expect
    .poll(async () => (await conversation(amara.conversationId)).conversation.state)
    .toBe('closed');
  await page.getByText('Sending to Amara Okafor').waitFor();

  await page.keyboard.press('j');
  await pane(page).getByText('Not this year.').waitFor();
  await page.keyboard.press('k');
  await pane(page).getByText('How much is it?').waitFor();
  await page.keyboard.press('u');
  await row(page, 'Unread Henrik Dahl').waitFor();
  await page.keyboard.press('Escape');
  await isFocused(page, 'Henrik Dahl');
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/inbox$/);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Next conversation').waitFor();
});

test('a reply is undone, also from the next conversation, and the draft survives a reload', async () => {
  const { workspace, amara, conversation } = await threeAnswers();
  const { page, open } = await instance.member(workspace, 'member', ownClock);
  await page.clock.setFixedTime(new Date());
  await open(`~/inbox/${amara.conversationId}`);
  await keysReady(page);
  const input = replyInput(page, 'Amara Okafor');
  await input.fill('Wednesday?');
  const sending = await holdRequests(page, 'POST', '**/replies');
  await page.keyboard.press('Control+Enter');
  await expect.poll(sending.count).toBe(1);
  await page.getByRole('button', { name: 'Send' }).and(page.locator('[data-loading]')).waitFor();
  await page.keyboard.type(' Or later?');
  expect(await input.inputValue()).toBe('Wednesday?');
  sending.release();
  await pane(page).getByText('Sending').waitFor();
  await expect.poll(() => input.inputValue()).toBe('');
  await page.keyboard.press('x');
  await expect.poll(() => input.inputValue()).toBe('Wednesday?');
  await expect.poll(() => input.and(page.locator(':focus')).count()).toBe(1);
  await pane(page).getByText('Sending').waitFor({ state: 'detached' });

  await page.reload();
  await expect.poll(() => input.inputValue()).toBe('Wednesday?');
  await keysReady(page);
  await input.press('Control+Enter');
  await pane(page).getByText('Sending').waitFor();
  await page.keyboard.press('j');
  await pane(page).getByText('How much is it?').waitFor();
  await page.getByText('Sending to Amara Okafor').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => input.inputValue()).toBe('Wednesday?');
  const { messages } = await conversation(amara.conversationId);
  expect(messages).toHaveLength(2);
});

nightlyTest(
  'a reply that is accepted after the next conversation was opened can still be undone',
  async () => {
    const { workspace, amara } = await threeAnswers();
    const { page, open } = await instance.member(workspace, 'member', ownClock);
    await page.clock.setFixedTime(new Date());
    await open(`~/inbox/${amara.conversationId}`);
    await keysReady(page);
    await replyInput(page, 'Amara Okafor').fill('Wednesday?');
    const sending = await holdRequests(page, 'POST', '**/replies');
    await page.keyboard.press('Control+Enter');
    await expect.poll(sending.count).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await pane(page).getByText('How much is it?').waitFor();
    sending.release();
    await page.getByText('Sending to Amara Okafor').waitFor();
    await page.keyboard.press('k');
    await pane(page).getByText('Tuesday works.').waitFor();
    const input = replyInput(page, 'Amara Okafor');
    expect(await input.inputValue()).toBe('');
    await page.keyboard.press('x');
    await expect.poll(() => input.inputValue()).toBe('Wednesday?');
  },
);

nightlyTest('of two replies that wait, the key undoes the one that was sent last', async () => {
  const { workspace, amara, conversation } = await threeAnswers();
  const { page, open } = await instance.member(workspace, 'member', ownClock);
  await open(`~/inbox/${amara.conversationId}`);
  await keysReady(page);
  const input = replyInput(page, 'Amara Okafor');
  await page.clock.setFixedTime(new Date());
  await input.fill('Wednesday?');
  await page.keyboard.press('Control+Enter');
  await pane(page).getByText('Sending in').waitFor();
  // The second one is accepted, and not yet shown.
  const reading = await holdRequests(page, 'GET', `**/conversations/${amara.conversationId}`);
  await input.fill('At ten?');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => input.inputValue()).toBe('');
  const canceling = page.waitForRequest('**/replies/*/cancel');
  await page.keyboard.press('x');
  await canceling;
  reading.release();
  await expect.poll(() => input.inputValue()).toBe('At ten?');
  const { messages } = await conversation(amara.conversationId);
  expect(messages.at(-1)).toMatchObject({ status: 'waiting', text: 'Wednesday?' });
});

nightlyTest(
  'a user decides whether a reply without an answer from the mail server was sent',
  async () => {
    const { workspace, rows, call, amara, henrik, conversation } = await threeAnswers();
    const unknownReply = async (conversationId: string) => {
      const body = { text: 'Tuesday at ten.' };
      await call('POST', `/conversations/${conversationId}/replies`, { body });
      await rows(sql`
      update outbound_reply set status = 'unknown', wake_at = null
      where conversation_id = ${conversationId}`);
    };
    await unknownReply(amara.conversationId);
    await unknownReply(henrik.conversationId);
    const status = async (id: string) => (await conversation(id)).messages.at(-1).status;
    const { page, open } = await instance.member(workspace, 'member');
    await open(`~/inbox/${amara.conversationId}`);
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('dialog', { name: 'Was the reply to Amara Okafor sent?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    await pane(page).getByText('May have been sent').waitFor({ state: 'detached' });
    await expect.poll(() => status(amara.conversationId)).toBe('accepted');

    await open(`~/inbox/${henrik.conversationId}`);
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await notice(page).getByText('The reply is sent again.').waitFor();
    await expect.poll(() => status(henrik.conversationId)).toBe('waiting');
  },
);

nightlyTest('an absence that is none is corrected, and the prospect moves to Replied', async () => {
  const client = await inboxClient(service);
  const { conversationId, prospectId } = await client.answers('Amara Okafor', 'Back soon.', {
    kind: 'away',
    decision: { evidence: ['Auto-Submitted header: auto-replied'], returnDate: '2099-12-01' },
  });
  const { page, open } = await instance.member(client.workspace, 'member');
  await open('~/inbox');
  await row(page, 'Amara Okafor').getByText('Away until Dec 1').waitFor();
  await row(page, 'Amara Okafor').click();
  await pane(page).getByText('Auto-Submitted header: auto-replied').waitFor();
  await page.getByRole('button', { name: 'Change type…' }).click();
  await page.getByText('Campaigns no longer wait for their return.').waitFor();
  await page.getByRole('menuitem', { name: 'A person replied' }).click();
  await pane(page)
    .getByText(/^Changed by /)
    .waitFor();
  await page.getByRole('region', { name: 'Prospect' }).getByText('Replied').waitFor();
  expect((await client.read(prospectId)).stage).toBe('replied');
  await row(page, 'Amara Okafor').getByText('Reply', { exact: true }).waitFor();
  expect((await client.conversation(conversationId)).conversation.kind).toBe('human');
});

nightlyTest('a conversation is snoozed, and its outcome moves the stage', async () => {
  const { workspace, amara, prospect, conversation } = await threeAnswers();
  const { page, open } = await instance.member(workspace, 'member');
  await open(`~/inbox/${amara.conversationId}`);
  await keysReady(page);
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Meeting' }).getByText('Moves the stage').waitFor();
  await page.getByRole('menuitem', { name: 'Meeting' }).press('Enter');
  await page.getByRole('region', { name: 'Prospect' }).getByText('Meeting').waitFor();
  expect((await prospect(amara.prospectId)).stage).toBe('meeting');
  await page.keyboard.press('z');
  await page.getByRole('menuitem', { name: 'Tomorrow' }).press('Enter');
  await pane(page).getByText('How much is it?').waitFor();
  await page.getByRole('radio', { name: 'Snoozed' }).press('Space');
  await row(page, 'Amara Okafor').getByText('Snoozed').waitFor();
  expect(new URL(page.url()).search).toBe('?state=snoozed');
  expect((await conversation(amara.conversationId)).conversation.state).toBe('snoozed');
});

nightlyTest(
  'conversations are found by words and filters in the URL, and new ones appear by themselves',
  async () => {
    const client = await threeAnswers();
    const { page, open } = await instance.member(client.workspace, 'member', ownClock);
    await page.clock.install();
    await open('~/inbox?q=much');
    await row(page, 'Henrik Dahl').waitFor();
    await expect.poll(() => row(page, 'Amara Okafor').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('nothing like this');
    await page.getByText('No matches for search “nothing like this”.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(page, 'Amara Okafor').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('checkbox', { name: 'Unread only' }).check();
    await expect.poll(() => new URL(page.url()).search).toBe('?unread=true');
    await client.answers('Nia Cole', 'Hello again.');
    await page.clock.fastForward(20_000);
    await row(page, 'Nia Cole').waitFor();
  },
);

nightlyTest('a conversation is found although the pages before it are empty', async () => {
  const client = await inboxClient(service);
  const { conversationId } = await client.answers('Amara Okafor', 'Tuesday works.');
  // One page tries 2,000.
  await client.rows(sql`
    insert into conversation (workspace_id, id, mailbox_id, campaign_id, subject, snippet, last_message_at,
                              last_direction, message_count)
    select workspace_id, gen_random_uuid(), mailbox_id, campaign_id, 'An idea', '',
           last_message_at + n * interval '1 second', 'outbound', 1
    from conversation, generate_series(1, 4500) as n where id = ${conversationId}`);
  await client.call('PATCH', `/conversations/${conversationId}`, { body: { state: 'closed' } });
  const [{ campaignId } = { campaignId: '' }] = await client.rows<{ campaignId: string }>(sql`
    select campaign_id as "campaignId" from conversation where id = ${conversationId}`);
  const query = { campaignId, state: 'closed' };
  const first = (await client.call('GET', '/conversations', { query })).data;
  expect(first).toEqual({ conversations: [], nextCursor: expect.any(String) });

  const { page, open } = await instance.member(client.workspace, 'member');
  await open(`~/inbox?campaignId=${campaignId}&state=closed`);
  await row(page, 'Amara Okafor').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
  expect(await page.getByText('No matches').count()).toBe(0);
});

nightlyTest(
  'a long conversation shows its newest messages, and older ones on request',
  async () => {
    const client = await inboxClient(service);
    const { conversationId } = await client.answers('Amara Okafor', 'The newest answer.');
    await client.rows(sql`
    insert into message (workspace_id, id, conversation_id, direction, sent_at, subject, text, matched_by,
                         attachments, sender, sender_name)
    select ${client.workspace.id}, gen_random_uuid(), ${conversationId}, 'inbound',
           now() - number * interval '1 day', 'Long', 'Answer ' || number, 'in_reply_to', '[]',
           'amara@acme.example', 'Sender ' || number
    from generate_series(1, 60) number`);
    const { page, open } = await instance.member(client.workspace, 'member');
    await open(`~/inbox/${conversationId}`);
    await pane(page).getByText('The newest answer.').waitFor();
    const messages = pane(page).getByRole('article');
    await expect.poll(() => messages.count()).toBe(50);
    await pane(page).getByRole('button', { name: 'Show older messages' }).click();
    await expect.poll(() => messages.count()).toBe(62);
    expect(await messages.first().textContent()).toContain('Sender 60');
    expect(await pane(page).getByRole('button', { name: 'Show older messages' }).count()).toBe(0);
  },
);

nightlyTest('a suppressed prospect and a missing conversation are explained', async () => {
  const client = await threeAnswers();
  const { page, open, complaints } = await instance.member(client.workspace, 'member');
  await keepToasts(page);
  await open(`~/inbox/${client.amara.conversationId}`);
  await keysReady(page);
  await replyInput(page, 'Amara Okafor').waitFor();
  await page.keyboard.press('d');
  await page.getByRole('dialog').getByRole('button', { name: 'Do not contact' }).click();
  await replyInput(page, 'Amara Okafor').waitFor({ state: 'detached' });
  await notice(page).hover();
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await replyInput(page, 'Amara Okafor').waitFor();

  await open('~/inbox/019c8a10-000c-7000-8000-f21c9e7b5d30');
  await page.getByText('Conversation not found').waitFor();
  await row(page, 'Amara Okafor').waitFor();
  await expectAccessible(page);
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/404/);
});

nightlyTest('every pane is accessible and fits the smallest screen, one at a time', async () => {
  const { workspace } = await threeAnswers();
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/inbox');
  await expectNoSidewaysScrolling(page);
  await row(page, 'Amara Okafor').click();
  await pane(page).getByText('Tuesday works.').waitFor();
  await pane(page).getByText('Other conversations', { exact: true }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await row(page, 'Amara Okafor').waitFor({ state: 'hidden' });
  await pane(page).getByRole('button', { name: 'Amara Okafor', exact: true }).click();
  await pane(page).getByText('Saltmarsh Foods').waitFor();
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await row(page, 'Amara Okafor').waitFor();
});

nightlyTest(
  'a saved reply is created, inserted with the values of the prospect, renamed and deleted',
  async () => {
    const { workspace, amara } = await threeAnswers();
    const { page, open } = await instance.member(workspace, 'member');
    await open(`~/inbox/${amara.conversationId}`);
    const menu = page.getByRole('button', { name: 'Saved replies' });
    const manage = async () => {
      await menu.click();
      await page.getByRole('menuitem', { name: 'Manage saved replies…' }).click();
    };
    const dialog = page.getByRole('dialog');
    await manage();
    await dialog.getByRole('button', { name: 'New saved reply' }).click();
    await dialog.getByLabel('Name').fill('Calendar');
    await dialog.getByLabel('Text').fill('Hi {{firstName|there}}, pick a time.');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Calendar').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Calendar' }).click();
    await expect
      .poll(() => replyInput(page, 'Amara Okafor').inputValue())
      .toBe('Hi Amara, pick a time.');
    // The text is written on at once, and after the menu has closed.
    await page.keyboard.type(' Or call me.');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.type(' Ines');
    expect(await replyInput(page, 'Amara Okafor').inputValue()).toBe(
      'Hi Amara, pick a time. Or call me. Ines',
    );
    await manage();
    await dialog.getByRole('button', { name: 'Edit Calendar' }).click();
    await dialog.getByLabel('Name').fill('Pick a time');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Delete Pick a time' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Save a reply that you write often.').waitFor();
  },
);

test('the HTML of a message runs no script and loads images only after a click', async () => {
  const client = await inboxClient(service);
  const { conversationId } = await client.answers('Amara Okafor', 'Interested.', {
    html:
      '<p style="color: red">Very <b>interested</b><script>parent.fooled = 1</script></p>' +
      '<img src="https://tracker.example/pixel.png" onerror="parent.fooled = 1" alt="Logo">',
    fetched: {
      attachments: [{ path: '2', name: 'plan.pdf', type: 'application/pdf', bytes: 482_113 }],
    },
  });
  const { page, open, complaints } = await instance.member(client.workspace, 'member');
  const outside: string[] = [];
  await page.route('https://tracker.example/**', (route) => {
    outside.push(route.request().url());
    return route.abort();
  });
  await open(`~/inbox/${conversationId}`);
  await page.getByText('application/pdf · 482 KB').waitFor();
  await page.getByRole('button', { name: 'Download plan.pdf' }).waitFor();
  await page.getByRole('button', { name: 'Show original' }).click();
  const frame = page.frameLocator('iframe[title="Original message"]');
  await frame.getByText('interested').waitFor();
  await page.getByText('Images are off.').waitFor();
  await expectAccessibleAtNight(page);
  // axe tries to speak to the frame, which has no origin.
  complaints.length = 0;
  expect(outside).toEqual([]);
  await page.getByRole('button', { name: 'Show images' }).click();
  await expect.poll(() => outside).toEqual(['https://tracker.example/pixel.png']);
  await frame.getByText('interested').waitFor();
  expect(await page.evaluate('window.fooled')).toBeUndefined();
  // The browser logs the image that could not be loaded.
  await expect.poll(() => complaints.length).toBeGreaterThan(0);
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ERR_FAILED/);
});

nightlyTest(
  'the drawer of a prospect lists their conversations, each leading to its thread',
  async () => {
    const { workspace, amara } = await threeAnswers();
    const { page, open } = await instance.member(workspace, 'viewer');
    await open(`~/prospects?prospect=${amara.prospectId}`);
    const section = page.getByRole('dialog').getByRole('region', { name: 'Conversations' });
    await section.getByRole('link', { name: 'An idea' }).click();
    await heading(page, 'Inbox').waitFor();
    await pane(page).getByText('Tuesday works.').waitFor();
    await page.getByRole('button', { name: 'Open prospect' }).click();
    await page.getByRole('dialog').getByText('Timeline').waitFor();
  },
);
