import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { selfSignedCertificate } from '../../server/test/certificate.ts';
import { startDnsServer } from '../../server/test/dns-server.ts';
import { startMailHost } from '../../server/test/mail/opensmtpd.ts';
import { deliverByLmtp } from '../../server/test/receiving/lmtp.ts';
import {
  addFirstEmail,
  addFollowUp,
  chooseMailbox,
  createCampaign,
  enrollList,
  openTab,
  saveSteps,
} from './campaign-by-keyboard.ts';
import { pane, row } from './conversations.ts';
import { heading } from './forms.ts';
import { choose, chooseItem, focused, goTo, tabTo, typeInto } from './keyboard.ts';
import { addPeople, manyLeads, rowOf } from './people.ts';
import { testConsole } from './test-console.ts';

const certificate = selfSignedCertificate('mail.acme.example');
tls.setDefaultCACertificates([certificate.cert]);
const dns = await startDnsServer((name, type) =>
  type === 'A' && name === 'mail.acme.example' ? ['127.0.0.1'] : [],
);
const address = 'ana@acme.example';
const password = `pass-${randomUUID()}`;
const people = manyLeads(200, 'Saltmarsh');
const users = [address, ...people.map(({ email }) => email!)];
const host = await startMailHost({
  certificate,
  users: Object.fromEntries(users.map((user) => [user, password])),
});
const instance = await testConsole({ EGRESS_NAME_SERVERS: [dns.address] });
const { owner } = instance.service;
const patience = { timeout: 180_000, interval: 500 };

async function connectMailbox(page: Page): Promise<void> {
  await goTo(page, 'o', 'Mailboxes');
  await choose(page, 'Connect mailbox');
  await typeInto(page, { 'Email address': address, 'Sender name': 'Ana Reis' });
  await choose(page, 'Continue');
  await page.getByText('We couldn’t find this provider’s servers.').waitFor();
  await typeInto(page, { Password: password });
  for (const port of [host.smtps, host.imaps]) {
    await page.keyboard.press('Tab');
    await tabTo(page, 'Port');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(String(port));
  }
  await choose(page, 'Test and connect');
  await heading(page, address).waitFor();
}

/** The email that has left. */
async function firstEmail(workspaceId: string) {
  const select = () =>
    owner.query<{ name: string; email: string; messageId: string }>(sql`
      select p.full_name as name, p.email, o.message_id as "messageId"
      from outbound_message o join prospect p on p.workspace_id = o.workspace_id and p.id = o.prospect_id
      where o.workspace_id = ${workspaceId} and o.status = 'accepted'`);
  await expect.poll(async () => (await select()).length, patience).toBe(1);
  return (await select())[0]!;
}

test('from a mailbox to the answer of a reply, with the keyboard alone', {
  timeout: 600_000,
}, async () => {
  const workspace = await instance.service.workspace('scale');
  await addPeople(instance.service, workspace, people, 'Fair');
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/home');
  await connectMailbox(page);
  // The test runs at any hour.
  const always = JSON.stringify([{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }]);
  await owner.query(sql`
    update mailbox set windows = ${always}::jsonb where workspace_id = ${workspace.id}`);

  await createCampaign(page, 'Trade fair');
  await addFirstEmail(page);
  await tabTo(page, 'Text');
  await page.keyboard.type('Do you measure temperatures?');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Hello Person', { exact: true }).waitFor();
  await addFollowUp(page);
  await saveSteps(page);
  await chooseMailbox(page, address);
  await enrollList(page, 'Fair', { before: '200 will be enrolled', after: '200 enrolled' });
  await page.getByRole('tab', { name: 'People (200)' }).waitFor();

  await openTab(page, 'People (200)', 1, 'Shift+Tab');
  await choose(page, 'Run rehearsal');
  await page.getByText(/^(The email is|All \d+ emails are) ready\.$/).waitFor();
  await choose(page, 'Start');
  await page.getByRole('button', { name: 'Pause' }).waitFor();

  const { name, email, messageId } = await firstEmail(workspace.id);
  await openTab(page, 'Rehearsal', 1);
  await rowOf(page, name).getByText('Sent').waitFor();
  await deliverByLmtp(host.lmtp, [
    {
      user: address,
      source: [
        `From: ${name} <${email}>`,
        `To: ${address}`,
        'Subject: Re: Hello Person',
        `Date: ${new Date().toUTCString()}`,
        `Message-ID: <${randomUUID()}@saltmarsh.example>`,
        `In-Reply-To: ${messageId}`,
        '',
        'We do, with paper. Is there another way?',
      ].join('\r\n'),
    },
  ]);

  await goTo(page, 'i', 'Inbox');
  await row(page, name).waitFor({ timeout: 180_000 });
  // The campaign goes on, so that other conversations may be above it.
  const isFocused = () => row(page, name).evaluate('(link) => link === document.activeElement');
  for (let step = 0; step < people.length && !(await isFocused()); step++)
    await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await pane(page).getByText('We do, with paper.').waitFor();
  await page.keyboard.press('r');
  await expect.poll(() => focused(page)).toBe(`Reply to ${name}`);
  await page.keyboard.type('There is. May I call on Tuesday?');
  await page.keyboard.press('Control+Enter');
  const replies = () =>
    owner.query(sql`select status from outbound_reply where workspace_id = ${workspace.id}`);
  await expect.poll(replies, patience).toEqual([{ status: 'accepted' }]);
  await pane(page).getByText('There is. May I call on Tuesday?').waitFor();

  await tabTo(page, 'Change type…', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await chooseItem(page, /^Away or on vacation/);
  await page.getByText('Type changed: Away or on vacation').first().waitFor();
  const states = () =>
    owner.query(sql`
      select e.status, e.reason from enrollment e join prospect p on p.workspace_id = e.workspace_id and p.id = e.prospect_id
      where e.workspace_id = ${workspace.id} and p.email = ${email}`);
  // The campaign does not go on after the user has answered, whatever the message was.
  await expect
    .poll(states, patience)
    .toEqual([{ status: 'stopped', reason: 'answered_elsewhere' }]);
});
