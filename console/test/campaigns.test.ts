import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { type TestWorkspace, testPassword } from '../../server/test/accounts.ts';
import { mailboxesClient } from '../../server/test/mailboxes/mailboxes-client.ts';
import { recordCreator } from '../../server/test/record-creator.ts';
import {
  addFirstEmail,
  addFollowUp,
  chooseMailbox,
  createCampaign,
  enrollList,
  openTab,
  saveSteps,
} from './campaign-by-keyboard.ts';
import { submit } from './forms.ts';
import { holdRequests } from './held-requests.ts';
import { choose, chooseInMenu, tabTo } from './keyboard.ts';
import { addPeople, rowOf } from './people.ts';
import { expectText } from './tag-fields.ts';
import {
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

/** A mailbox that could send, but not today. */
async function connectedMailbox(workspace: TestWorkspace): Promise<string> {
  const client = await mailboxesClient(service, workspace, 'admin');
  const anotherDay = ((new Date().getUTCDay() + 2) % 7) + 1;
  const windows = [{ days: [anotherDay], from: '09:00', to: '17:00' }];
  const { id, address } = await client.connect({ shared: true, windows, timeZone: 'UTC' });
  await client.makeOk(id);
  return address;
}

test('a campaign is written, previewed, rehearsed, filled from a list and started with the keyboard alone', async () => {
  const workspace = await service.workspace();
  const address = await connectedMailbox(workspace);
  await addPeople(
    service,
    workspace,
    [
      { fullName: 'Amara Okafor', email: 'amara@saltmarsh.example', title: 'Buyer' },
      { fullName: 'Henrik Dahl', email: 'henrik@saltmarsh.example', title: 'Trader' },
      { fullName: 'Olga Brandt', email: 'olga@saltmarsh.example' },
      { fullName: 'Nadia Without', linkedinUrl: 'https://www.linkedin.com/in/nadia-without' },
    ],
    'Fair',
  );
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/home');
  await createCampaign(page, 'Trade fair');

  await addFirstEmail(page);
  await tabTo(page, 'Text');
  await page.keyboard.type('As {{title}} you know cold chains.');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText(/^Hello (Amara|Henrik|Olga|Nadia)$/).waitFor();
  await addFollowUp(page);
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);
  await saveSteps(page);
  await chooseMailbox(page, address);
  await expectAccessibleAtNight(page);

  await enrollList(page, 'Fair', {
    before: '2 will be enrolled. 2 skipped: 1 no email address, 1 missing values.',
    after: '2 enrolled. 2 skipped: 1 no email address, 1 missing values.',
  });
  await rowOf(page, 'Henrik Dahl').waitFor();
  await service.owner.query(sql`
    update prospect set title = null
    where workspace_id = ${workspace.id} and full_name = 'Henrik Dahl'`);
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);

  await openTab(page, 'People (2)', 1);
  await choose(page, 'Run rehearsal');
  const broken = rowOf(page, 'Henrik Dahl');
  await broken.getByText('Fill in the title, or add a fallback to the email.').waitFor();
  await page.getByRole('article', { name: 'Email 2' }).getByText('Re: Hello').waitFor();
  await page.reload();
  await broken.getByText('Fill in the title, or add a fallback to the email.').waitFor();
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);

  await choose(page, 'Start');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await openTab(page, 'Rehearsal', 5);
  await chooseInMenu(page, 'Actions for Amara Okafor', 'Why isn’t it sending?');
  await page.getByText('It is outside the mailbox’s sending times.').waitFor();
  await expectAccessibleAtNight(page);
});

test('unsaved steps are kept until someone decides, and changes can be undone', async () => {
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'member');
  const campaignId = await recordCreator(service.owner, workspace.id)('campaign');
  await open(`~/campaigns/${campaignId}`);
  await page.getByRole('button', { name: 'Add email' }).click();
  await page.getByLabel('Subject', { exact: true }).fill('Hello');
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Dear {{nickname}}');
  await text.blur();
  await page.getByText('The text has the unknown variable "nickname".', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save steps' }).hover();
  await page
    .getByRole('tooltip', { name: 'Email 1: The text has the unknown variable "nickname".' })
    .waitFor();

  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectText(text, '');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expectText(text, 'Dear {{nickname}}');
  await page.getByRole('button', { name: 'Remove Email 1' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();

  await page.getByRole('tab', { name: 'People' }).click();
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText('No people yet').waitFor();
  expect(new URL(page.url()).search).toBe('?tab=people');
  await page.getByRole('tab', { name: 'Steps' }).click();
  await page.getByRole('button', { name: 'Add email' }).waitFor();
  expect(await page.getByText('Unsaved changes').count()).toBe(0);
});

nightlyTest(
  'unsaved steps are there again after the session has ended, and can be discarded',
  async () => {
    const workspace = await service.workspace();
    const { page, open, email, complaints } = await instance.member(workspace, 'member');
    const { id, manage } = await writtenCampaign(workspace);
    await open(`~/campaigns/${id}`);
    const text = page.getByLabel('Text', { exact: true }).first();
    await text.fill('Hello from the fair');
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    // What the page reads may find first that the session has ended. Then there is no button any more.
    const signIn = page.getByRole('heading', { name: 'Sign in' });
    const save = page.getByRole('button', { name: 'Save steps' });
    await Promise.race([signIn.waitFor(), save.click().catch(() => signIn.waitFor())]);
    await signIn.waitFor();
    await submit(page, { Email: email, Password: testPassword }, 'Sign in');
    await expectText(text, 'Hello from the fair');
    await page.getByRole('button', { name: 'Save steps' }).click();
    await page.getByText('Steps saved').waitFor();
    expect((await manage('GET', `/${id}`)).data.campaign.steps[0]).toMatchObject({
      body: 'Hello from the fair',
    });

    await text.fill('Something else');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expectText(text, 'Hello from the fair');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectText(text, 'Something else');
    expect(complaints.splice(0).join()).toMatch(/401/);
  },
);

/** A campaign with two emails and a wait. */
async function writtenCampaign(workspace: TestWorkspace) {
  const token = await workspace.token('member');
  const manage = (method: string, path: string, body?: object) =>
    service.call(token, method, `/api/v1/manage/campaigns${path}`, body ? { body } : {});
  const email = { kind: 'email', subject: 'Hello', body: 'Hello' };
  const steps = [email, { kind: 'wait', days: 3, workingDays: true }, email];
  const { data } = await manage('POST', '', { name: 'Trade fair', steps });
  return { manage, id: data.campaign.id as string };
}

nightlyTest(
  'with unsaved steps, a campaign cannot be started or archived; while they are saved, nothing is typed',
  async () => {
    const workspace = await service.workspace();
    const { page, open } = await instance.member(workspace, 'member');
    const { id } = await writtenCampaign(workspace);
    await open(`~/campaigns/${id}`);
    const days = page.getByLabel('Days', { exact: true });
    await days.fill('');
    await days.pressSequentially('5');
    await expect.poll(() => days.inputValue()).toBe('5');

    const start = page.getByRole('button', { name: 'Start' });
    const reason = 'Save or discard your changes to the steps first.';
    await start.hover();
    await page.getByRole('tooltip', { name: reason }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    const archive = page.getByRole('menuitem', { name: 'Archive' });
    await archive.getByText(reason).waitFor();
    expect(await archive.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');

    const saving = await holdRequests(page, 'PATCH', `**/campaigns/${id}`);
    await page.getByRole('button', { name: 'Save steps' }).click();
    await expect.poll(saving.count).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await days.focus();
    await page.keyboard.type('1');
    const typed = await days.inputValue();
    saving.release();
    await page.getByText('Steps saved').waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(await days.inputValue()).toBe(typed);
    await start.hover();
    await page.getByRole('tooltip', { name: /^Choose a mailbox first\./ }).waitFor();
  },
);

nightlyTest(
  'settings of a campaign are kept until someone decides, and saving keeps what others changed',
  async () => {
    const workspace = await service.workspace();
    const { page, open } = await instance.member(workspace, 'member');
    const { id, manage } = await writtenCampaign(workspace);
    await open(`~/campaigns/${id}?tab=settings`);
    await page.getByLabel('New people per day').fill('20');
    await manage('PATCH', `/${id}`, { name: 'Spring fair' });
    await page.getByRole('tab', { name: 'Steps' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings saved').waitFor();
    const { data } = await manage('GET', `/${id}`);
    expect(data.campaign).toMatchObject({ name: 'Spring fair', newPerDay: 20 });
    await expect
      .poll(() => page.getByLabel('Name', { exact: true }).inputValue())
      .toBe('Spring fair');
    await page.getByRole('tab', { name: 'Steps' }).click();
    await page.getByLabel('Days', { exact: true }).waitFor();
  },
);

nightlyTest('the mailboxes of a campaign cannot be changed before they are read', async () => {
  const workspace = await service.workspace();
  const address = await connectedMailbox(workspace);
  const { page, open } = await instance.member(workspace, 'member');
  const { id } = await writtenCampaign(workspace);
  const reading = await holdRequests(page, 'GET', `**/campaigns/${id}/mailboxes`);
  const listed = page.waitForResponse('**/manage/mailboxes?*');
  await open(`~/campaigns/${id}?tab=settings`);
  await listed;
  await page.locator('[data-skeleton]').first().waitFor();
  expect(await page.getByRole('button', { name: 'Save mailboxes' }).count()).toBe(0);
  reading.release();
  await page.getByLabel(address).check();
  await page.getByRole('button', { name: 'Save mailboxes' }).click();
  await page.getByText('Mailboxes saved').waitFor();
  await page.reload();
  await page.getByLabel(address).waitFor();
  expect(await page.getByLabel(address).isChecked()).toBe(true);
});

test('someone decides about an email whose fate is unknown, and stops and resumes a person', async () => {
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  const id = await recordCreator(service.owner, workspace.id)('message');
  await open(`~/campaigns/${id}?tab=emails&status=unknown`);
  await page.getByRole('button', { name: 'Decide: Amara Okafor' }).click();
  await expectAccessibleAtNight(page);
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  await page.getByText('No matches for status Unknown.').waitFor();

  await open(`~/campaigns/${id}?tab=people`);
  await rowOf(page, 'Amara Okafor').getByText('Finished').waitFor();
  await expectNoSidewaysScrollingAtNight(page);
  await page.getByRole('button', { name: 'Actions for Amara Okafor' }).click();
  await page.getByRole('menuitem', { name: 'Resume emails' }).click();
  await page.getByText('This person got every email.').waitFor();

  await open(`~/campaigns/${id}?tab=numbers`);
  const numbers = page.getByRole('table', { name: 'By email' }).getByRole('row').last();
  await numbers.getByRole('cell', { name: 'Email 1' }).waitFor();
  expect(await numbers.getByRole('cell').nth(1).textContent()).toBe('1');
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);
});
