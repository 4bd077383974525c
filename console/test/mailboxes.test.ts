import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { selfSignedCertificate } from '../../server/test/certificate.ts';
import { startDnsServer } from '../../server/test/dns-server.ts';
import { startMailHost } from '../../server/test/mail/opensmtpd.ts';
import { heading, submit } from './forms.ts';
import { holdRequests } from './held-requests.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const certificate = selfSignedCertificate('mail.acme.example');
tls.setDefaultCACertificates([certificate.cert]);
const dns = await startDnsServer((name, type) =>
  type === 'A' && name === 'mail.acme.example' ? ['127.0.0.1'] : [],
);
const address = 'ana@acme.example';
const password = `pass-${randomUUID()}`;
const host = await startMailHost({ certificate, users: { [address]: password } });
const instance = await testConsole({ EGRESS_NAME_SERVERS: [dns.address] });

const server = (page: Page, title: string) => page.getByRole('group', { name: title });

test('a mailbox is connected: a failed test names the stage, a good one leads to the check of its delivery', {
  timeout: 300_000,
}, async () => {
  const workspace = await instance.service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/mailboxes');
  await page.getByText('No mailboxes yet').waitFor();
  await page.getByRole('button', { name: 'Connect mailbox' }).click();
  await submit(page, { 'Email address': address, 'Sender name': 'Ana Reis' }, 'Continue');
  await page.getByText('We couldn’t find this provider’s servers.').waitFor();
  await server(page, 'Outgoing server (SMTP)').getByLabel('Port').fill(String(host.smtps));
  await server(page, 'Incoming server (IMAP)').getByLabel('Port').fill(String(host.imaps));
  await submit(page, { Password: 'wrong' }, 'Test and connect');
  const alert = page.getByRole('alert').filter({ hasText: 'The mailbox can’t be used yet' });
  await alert.getByText('Sign in failed').first().waitFor();
  await expectAccessibleAtNight(page);

  await submit(page, { Password: password }, 'Test and connect');
  await heading(page, address).waitFor();
  await page.getByText('Can be improved').waitFor({ timeout: 240_000 });
  await page.getByText('_dmarc.acme.example', { exact: true }).waitFor();
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);

  await page.getByRole('button', { name: 'Edit settings' }).click();
  const [days, from] = await Promise.all([
    page.getByText('Sun', { exact: true }).boundingBox(),
    page.getByLabel('From', { exact: true }).boundingBox(),
  ]);
  expect(from!.y).toBeGreaterThan(days!.y + days!.height);
  expect(await page.getByLabel('From', { exact: true }).getAttribute('type')).toBe('time');
  await submit(page, { 'Daily limit': '40' }, 'Save');
  await page.getByText('0 of 40').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove mailbox' }).click();
  await submit(page, { [`Type ${address} to confirm`]: address }, 'Remove mailbox');
  await page.getByText('No mailboxes yet').waitFor();
});

nightlyTest('a form that is closed while the servers are tested stores no mailbox', async () => {
  const workspace = await instance.service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/mailboxes');
  await page.getByRole('button', { name: 'Connect mailbox' }).click();
  await submit(page, { 'Email address': address }, 'Continue');
  await server(page, 'Outgoing server (SMTP)').getByLabel('Port').fill(String(host.smtps));
  await server(page, 'Incoming server (IMAP)').getByLabel('Port').fill(String(host.imaps));
  const testing = await holdRequests(page, 'POST', '**/mailboxes/test');
  await submit(page, { Password: password }, 'Test and connect');
  await expect.poll(testing.count).toBe(1);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByLabel('Email address').waitFor();
  const tested = page.waitForResponse('**/mailboxes/test');
  testing.release();
  expect(await (await tested).json()).toMatchObject({ data: { works: true } });
  await page.reload();
  await page.getByText('No mailboxes yet').waitFor();
});

nightlyTest('mailboxes of a CSV file are checked first, and each row has its outcome', async () => {
  const workspace = await instance.service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/mailboxes');
  await page.getByRole('button', { name: 'Connect from CSV' }).click();
  const csv = [
    'address,password,smtp_host,imap_host',
    'ben@acme.example,quiet heron,mail.acme.example,mail.acme.example',
    'tomasz,quiet heron,mail.acme.example,mail.acme.example',
  ].join('\n');
  await submit(page, { 'CSV text': csv }, 'Check rows');
  await page.getByText('1 can be connected, 1 cannot.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Connect 1', exact: true }).click();
  await page.getByText('1 connected, 1 not.').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row').filter({ hasText: 'ben@acme.example' });
  await row.getByText('It has not passed a test yet. Test the mailbox.').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
});
