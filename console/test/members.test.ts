import type { Role } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { createToken } from '../../server/src/tokens/tokens.ts';
import { testPassword } from '../../server/test/accounts.ts';
import { insertConversation, insertMailbox } from '../../server/test/outreach.ts';
import { chooseAction, rowMenu, submit } from './forms.ts';
import { expectAccessibleAtNight, nightlyTest, testConsole } from './test-console.ts';
import { dialog, generateToken, press, row, shown } from './tokens.ts';

const instance = await testConsole();
const { service } = instance;

const roleOf = async (token: string): Promise<Role | null> =>
  (await service.call(token, 'GET', '/session')).data?.user.role ?? null;

nightlyTest(
  'an Admin invites a Member and a Viewer, who join and generate tokens with their role',
  async () => {
    const workspace = await service.workspace();
    const admin = await instance.member(workspace, 'admin');
    await admin.open('~/settings/members');
    for (const role of ['Member', 'Viewer']) {
      const email = `${role.toLowerCase()}.${workspace.id}@fernhill.example`;
      await press(admin.page, 'Invite member');
      await admin.page.getByText("Email isn't set up.").waitFor();
      await admin.page.getByLabel('Email', { exact: true }).fill(email);
      await admin.page.getByLabel(role, { exact: true }).check();
      await press(admin.page, 'Create invite link');
      const link = await shown(admin.page, 'invitation link');
      await admin.page.getByText(`They'll join as a ${role}`).waitFor();
      await press(admin.page, 'Done');
      await row(admin.page, email).getByRole('cell', { name: role, exact: true }).waitFor();
      expect(await admin.page.content()).not.toContain(link.split('#')[1]);

      const guest = await instance.visitor();
      await guest.page.goto(link);
      await submit(guest.page, { 'Your name': `${role} Mori`, Password: testPassword }, 'Join');
      await guest.page.getByRole('link', { name: 'Settings' }).click();
      await guest.page.getByRole('link', { name: 'Chrome extension & API' }).click();
      const token = await generateToken(guest.page, 'Laptop');
      await expect.poll(() => roleOf(token)).toBe(role.toLowerCase());
    }

    await admin.page.reload();
    await admin.page.getByRole('table', { name: 'People' }).getByText('Viewer Mori').waitFor();
    await expect
      .poll(() => admin.page.getByRole('table', { name: 'Pending invitations' }).count())
      .toBe(0);
  },
);

nightlyTest(
  'a revoked or resent invitation can no longer be opened through its old link',
  async () => {
    const workspace = await service.workspace();
    const { page, open } = await instance.member(workspace, 'owner');
    await open('~/settings/members');
    await press(page, 'Invite member');
    await page.getByLabel('Email', { exact: true }).fill('aiko@fernhill.example');
    await press(page, 'Create invite link');
    const first = await shown(page, 'invitation link');
    await press(page, 'Done');

    await press(page, 'Resend invitation to aiko@fernhill.example');
    await expect
      .poll(() => page.getByLabel('Email', { exact: true }).inputValue())
      .toBe('aiko@fernhill.example');
    await press(page, 'Create invite link');
    const second = await shown(page, 'invitation link');
    expect(second).not.toBe(first);
    await press(page, 'Done');
    await press(page, 'Revoke invitation for aiko@fernhill.example');
    await press(page, 'Revoke');
    await page.getByRole('table', { name: 'Pending invitations' }).waitFor({ state: 'detached' });

    for (const old of [first, second]) {
      const guest = await instance.visitor();
      await guest.page.goto(old);
      const title = 'This invitation has expired or was already used';
      await guest.page.getByRole('heading', { name: title }).waitFor();
      guest.complaints.splice(0);
    }
  },
);

test('a role change applies to the next request of a token', async () => {
  const workspace = await service.workspace();
  const { token } = await workspace.user('member');
  const { page, open } = await instance.member(workspace, 'owner');
  await open('~/settings/members');
  await chooseAction(page, 'A member', 'Change role…');
  const roleDialog = dialog(page, 'Change role of A member');
  await roleDialog.getByText('Can edit prospects, lists, tags and campaigns').waitFor();
  await expectAccessibleAtNight(page);
  await roleDialog.getByLabel('Viewer', { exact: true }).check();
  await press(page, 'Change role');
  await row(page, /^A member/)
    .getByRole('cell', { name: 'Viewer', exact: true })
    .waitFor();
  await expect.poll(() => roleOf(token)).toBe('viewer');
});

test('removing a member shows their token count and revokes the tokens', async () => {
  const workspace = await service.workspace();
  const { userId, token } = await workspace.user('member');
  await service.owner.transaction(workspace.id, (tx) =>
    createToken(tx, { cell: 'a', userId, name: 'second', expiresInDays: null }),
  );
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/members');
  await chooseAction(page, 'A member', 'Remove…');
  await dialog(page, 'Remove A member').getByText('A member owns 2 active tokens').waitFor();
  await press(page, 'Remove');
  await row(page, /^A member/).waitFor({ state: 'detached' });
  await expect.poll(() => roleOf(token)).toBe(null);
  // The button no longer exists, so the page has the focus.
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
});

test('removing a member says what is handed over and what ends, and asks for a successor', async () => {
  const workspace = await service.workspace();
  const { userId } = await workspace.user('member');
  const successor = await workspace.user('owner');
  for (const shared of [true, false])
    await insertConversation(service.owner, workspace.id, {
      mailboxId: await insertMailbox(service.owner, workspace.id, { ownerId: userId, shared }),
    });
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/members');
  await chooseAction(page, 'A member', 'Remove…');
  const removal = dialog(page, 'Remove A member');
  await removal.getByText('Handed over: 1 shared mailbox.').waitFor();
  await removal.getByText('1 private mailbox is disconnected.').waitFor();
  await removal
    .getByText('1 private conversation is deleted, because no one else may read them.')
    .waitFor();
  await removal.getByRole('combobox', { name: 'Who takes over?' }).click();
  await page.getByRole('option', { name: 'A owner' }).click();
  await expectAccessibleAtNight(page);
  await press(page, 'Remove');
  await row(page, /^A member/).waitFor({ state: 'detached' });
  const owners = () =>
    service.owner.query<{ ownerId: string }>(sql`
      select distinct owner_id as "ownerId" from mailbox where workspace_id = ${workspace.id}`);
  await expect.poll(owners).toEqual([{ ownerId: successor.userId }]);
});

nightlyTest('an Admin cannot change or add Owners, but can leave', async () => {
  const workspace = await service.workspace();
  await workspace.user('owner');
  await workspace.user('member');
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/members');
  await rowMenu(page, 'A owner').focus();
  await page.getByRole('tooltip', { name: 'Only Owners can change or remove an Owner.' }).waitFor();
  await chooseAction(page, 'A member', 'Change role…');
  await expect.poll(() => page.getByLabel('Owner', { exact: true }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');

  await chooseAction(page, 'A admin', 'Leave…');
  await dialog(page, `Leave ${workspace.name}`)
    .getByRole('button', { name: 'Leave', exact: true })
    .click();
  await page.getByRole('heading', { name: "You're not in any workspace" }).waitFor();
});

nightlyTest('an integration user is added, changed to another role and removed', async () => {
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/members');
  await page.getByText('No integration users yet').waitFor();
  await press(page, 'Add integration user');
  await page.getByLabel('Integration name').fill('CRM');
  await press(page, 'Add');
  await chooseAction(page, 'CRM', 'Change role…');
  // Integration users can't be Owners.
  await expect.poll(() => page.getByLabel('Owner', { exact: true }).count()).toBe(0);
  await page.getByLabel('Admin', { exact: true }).check();
  await press(page, 'Change role');
  await row(page, 'CRM').getByRole('cell', { name: 'Admin', exact: true }).waitFor();
  await chooseAction(page, 'CRM', 'Remove…');
  await dialog(page, 'Remove CRM').getByText('CRM owns no active tokens.').waitFor();
  await press(page, 'Remove');
  await page.getByText('No integration users yet').waitFor();
});
