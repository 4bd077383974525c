import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../server/test/accounts.ts';
import { mailboxesClient } from '../../server/test/mailboxes/mailboxes-client.ts';
import { recordCreator } from '../../server/test/record-creator.ts';
import { heading } from './forms.ts';
import { choose, goTo, tabTo } from './keyboard.ts';
import { addPeople, rowOf } from './people.ts';
import { expectAccessible, expectNoSidewaysScrolling, testConsole } from './test-console.ts';

const ground = await testConsole();
const { service } = ground;

/** A mailbox that could send, but not today. */
async function connectedMailbox(workspace: TestWorkspace): Promise<string> {
  const client = await mailboxesClient(service, workspace, 'admin');
  const anotherDay = ((new Date().getUTCDay() + 2) % 7) + 1;
  const windows = [{ days: [anotherDay], from: '09:00', to: '17:00' }];
  const { id, address } = await client.connect({ shared: true, windows, timeZone: 'UTC' });
  await client.makeOk(id);
  return address;
}

async function openTab(page: Page, from: string, presses: number): Promise<void> {
  await tabTo(page, from);
  for (let each = 0; each < presses; each++) await page.keyboard.press('ArrowRight');
}

test('a campaign is written, previewed, rehearsed, filled from a list and started with the keyboard alone [console.campaigns console.keyboard]', {
  timeout: 240_000,
}, async () => {
  const workspace = await service.workspace();
  const address = await connectedMailbox(workspace);
  await addPeople(
    service,
    workspace,
    [
      { fullName: 'Amara Okafor', email: 'amara@saltmarsh.example', title: 'Buyer' },
      { fullName: 'Henrik Dahl', email: 'henrik@saltmarsh.example' },
      { fullName: 'Nadia Without', linkedinUrl: 'https://www.linkedin.com/in/nadia-without' },
    ],
    'Fair',
  );
  const { page, open } = await ground.member(workspace, 'member');
  await open('~/home');
  await goTo(page, 'c', 'Campaigns');
  await page.getByText('No campaigns yet').waitFor();
  await page.keyboard.press('n');
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await page.keyboard.type('Trade fair');
  await page.keyboard.press('Enter');
  await heading(page, 'Trade fair').waitFor();

  await choose(page, 'Add email');
  await tabTo(page, 'Subject');
  await page.keyboard.type('Hello {{');
  await page.getByRole('menuitem', { name: 'First name' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const subject = page.getByLabel('Subject', { exact: true });
  await expect.poll(() => subject.inputValue()).toBe('Hello {{firstName|there}}');
  await tabTo(page, 'Text');
  await page.keyboard.type('As {{title}} you know cold chains.');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText(/^Hello (Amara|Henrik|Nadia)$/).waitFor();
  await choose(page, 'Add follow-up');
  await page.getByRole('heading', { name: 'Email 2' }).waitFor();
  await page.getByLabel('Text', { exact: true }).nth(1).focus();
  await page.keyboard.type('Did my email reach you?');
  await preview.getByText(/^Re: Hello /).waitFor();
  await page.getByRole('button', { name: 'Add version to compare (A/B)' }).nth(1).focus();
  await page.keyboard.press('Enter');
  await tabTo(page, 'Text of version B');
  await page.keyboard.type('Any thoughts?');
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await choose(page, 'Save steps');
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });

  await choose(page, 'Choose a mailbox');
  await tabTo(page, address);
  await page.keyboard.press('Space');
  await choose(page, 'Save mailboxes');
  await page.getByText('No mailbox sends it.', { exact: true }).waitFor({ state: 'detached' });
  await expectAccessible(page);

  await choose(page, 'Enroll people');
  await choose(page, 'Enroll from list');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'List');
  await page.keyboard.type('Fair');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('2 will be enrolled, 1 skipped: 1 no email.').waitFor();
  await choose(page, 'Enroll');
  await page.getByText('2 enrolled, 1 skipped: 1 no email.').waitFor();
  await choose(page, 'Done');
  await rowOf(page, 'Henrik Dahl').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);

  await openTab(page, 'People (2)', 1);
  await choose(page, 'Rehearse');
  const broken = rowOf(page, 'Henrik Dahl');
  await broken.getByText('Fill in the title, or add a fallback to the email.').waitFor();
  await page.getByRole('article', { name: 'Email 2' }).getByText('Re: Hello').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);

  await choose(page, 'Start');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await openTab(page, 'Rehearsal', 5);
  await choose(page, 'Why not now: Amara Okafor');
  await page.getByText('It is outside the sending times of the mailbox.').waitFor();
  await expectAccessible(page);
});

test('unsaved steps are kept until someone decides, and changes can be undone [console.campaign-editor]', async () => {
  const workspace = await service.workspace();
  const { page, open } = await ground.member(workspace, 'member');
  const campaignId = await recordCreator(service.owner, workspace.id)('campaign');
  await open(`~/campaigns/${campaignId}`);
  await page.getByRole('button', { name: 'Add email' }).click();
  await page.getByLabel('Subject', { exact: true }).fill('Hello');
  await page.getByLabel('Text', { exact: true }).fill('Dear {{nickname}}');
  await page.getByText('unknown variable "nickname"').waitFor();
  await page.getByRole('button', { name: 'Save steps' }).hover();
  await page.getByRole('tooltip', { name: 'Fix the marked fields first.' }).waitFor();

  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Redo' }).click();
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Dear {{nickname}}');
  await page.getByRole('button', { name: 'Remove Email 1' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();

  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText('No one is enrolled yet').waitFor();
  expect(new URL(page.url()).search).toBe('?tab=people');
});

test('someone decides about an email whose fate is unknown, and stops and resumes a person [console.campaign-people]', async () => {
  const workspace = await service.workspace();
  const { page, open } = await ground.member(workspace, 'admin');
  const id = await recordCreator(service.owner, workspace.id)('message');
  await open(`~/campaigns/${id}?tab=emails&status=unknown`);
  await page.getByRole('button', { name: 'Decide: Amara Okafor' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  await page.getByText('No matches for status Unknown.').waitFor();

  await open(`~/campaigns/${id}?tab=people`);
  await rowOf(page, 'Amara Okafor').getByText('Finished').waitFor();
  await expectNoSidewaysScrolling(page);
  await page.getByRole('button', { name: 'Actions for Amara Okafor' }).click();
  await page.getByRole('menuitem', { name: 'Resume' }).click();
  await page.getByText('This person got all emails.').waitFor();

  await open(`~/campaigns/${id}?tab=numbers`);
  const numbers = page.getByRole('table', { name: 'By email' }).getByRole('row').last();
  await numbers.getByRole('cell', { name: 'Email 1' }).waitFor();
  expect(await numbers.getByRole('cell').nth(1).textContent()).toBe('1');
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
});
