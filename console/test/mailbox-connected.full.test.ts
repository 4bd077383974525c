import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { startDnsServer } from '../../server/test/dns-server.ts';
import { startOAuthProvider } from '../../server/test/mail/oauth-provider.ts';
import { recordCreator } from '../../server/test/record-creator.ts';
import { heading } from './forms.ts';
import { expectAccessible, testConsole } from './test-console.ts';

const dns = await startDnsServer(() => []);
const provider = await startOAuthProvider();
const instance = await testConsole({
  EGRESS_NAME_SERVERS: [dns.address],
  MAIL_OAUTH_CLIENT_ID: provider.clientId,
  MAIL_OAUTH_CLIENT_SECRET: provider.clientSecret,
  MAIL_OAUTH_AUTHORIZE_URL: provider.authorizeUrl,
  MAIL_OAUTH_TOKEN_URL: provider.tokenUrl,
});

test('after the provider, a page says that the mailbox is connected, also when it is reloaded', async () => {
  const workspace = await instance.service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  const mailboxId = await recordCreator(instance.service.owner, workspace.id)('mailbox');
  await open('~/home');
  const start = `/api/v1/manage/mailboxes/${mailboxId}/sign-in`;
  const answer = await page.evaluate(
    async ([url, workspaceId]) => {
      const response = await fetch(url!, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'outcrop-workspace': workspaceId! },
        body: '{"provider":"custom"}',
      });
      return (await response.json()) as { data: { url: string } };
    },
    [start, workspace.id],
  );
  const { code, state } = provider.signIn(answer.data.url, 'ines');
  const address = `${instance.origin}/mailboxes/connected?${new URLSearchParams({ code, state }).toString()}`;
  await page.goto(address);
  await heading(page, 'Mailbox connected').waitFor();
  await expectAccessible(page);
  await page.reload();
  await heading(page, 'Mailbox connected').waitFor();
  await page.getByRole('link', { name: 'Open mailbox' }).click();
  await page.waitForURL(`**/w/${workspace.id}/settings/mailboxes/${mailboxId}`);
});

test('a sign-in that was canceled or is not valid says so, with one action', async () => {
  const workspace = await instance.service.workspace();
  const { page, complaints } = await instance.member(workspace, 'admin');
  await page.goto(`${instance.origin}/mailboxes/connected?error=access_denied&state=x1`);
  await heading(page, 'Mailbox not connected').waitFor();
  await page.getByText('The sign-in was canceled at your email provider.').waitFor();
  await page.goto(`${instance.origin}/mailboxes/connected?code=x1&state=forged-state`);
  await page.getByText('This sign-in is not valid or has expired. Start again.').waitFor();
  await expect.poll(() => page.getByRole('link').allTextContents()).toEqual(['Open console']);
  await expectAccessible(page);
  // The browser reports the refused request.
  complaints.splice(0);
});

test('a mailbox that is signed out, or whose sign-in was canceled, has a button to sign in', async () => {
  const workspace = await instance.service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  const { owner } = instance.service;
  const mailboxId = await recordCreator(owner, workspace.id)('mailbox');
  const mailbox = `/w/${workspace.id}/settings/mailboxes/${mailboxId}`;
  // As the dialog "Connect mailbox" stores it before it leaves for the provider.
  await owner.query(sql`
    update mailbox set status = 'needs_attention', reason = 'not_connected', auth = 'password',
      provider = null, secret = null where id = ${mailboxId}`);
  const isProvider = ({ href }: URL) => href.startsWith(provider.authorizeUrl);
  await page.route(isProvider, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  const signIn = async (name: string) => {
    await page.getByRole('button', { name }).click();
    await page.waitForURL(isProvider);
    return page.url();
  };
  await open(mailbox);
  await signIn('Sign in with your provider');
  await page.goto(`${instance.origin}/mailboxes/connected?error=access_denied&state=x1`);
  await heading(page, 'Mailbox not connected').waitFor();
  await page.getByRole('link', { name: 'Open mailbox' }).click();
  await page.waitForURL(`**${mailbox}`);
  await expectAccessible(page);

  await owner.query(sql`
    update mailbox set reason = 'signed_out', auth = 'oauth', provider = 'custom'
    where id = ${mailboxId}`);
  await open(mailbox);
  const answer = provider.signIn(await signIn('Sign in again'), 'ines');
  const { code, state } = answer;
  await page.goto(
    `${instance.origin}/mailboxes/connected?${new URLSearchParams({ code, state }).toString()}`,
  );
  await page.getByRole('link', { name: 'Open mailbox' }).click();
  await page.getByRole('button', { name: 'Test connection' }).waitFor();
  await page.getByRole('button', { name: 'Sign in again' }).waitFor({ state: 'detached' });
});
