import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { createClaimCode } from '../../server/src/workspaces/claim-instance.ts';
import {
  respondWithStatus,
  startWebhookReceiver,
} from '../../server/test/webhooks/webhook-receiver.ts';
import { heading } from './forms.ts';
import { choose, focused, goTo, tabTo, typeInto } from './keyboard.ts';
import { nightlyTest, testConsole, type Visitor } from './test-console.ts';
import { dialog, shown, shownToken } from './tokens.ts';

// Of its own, because it is set up here.
const instance = await testConsole({});
const { owner } = instance.service;
const workspaceName = 'Fernhill Instruments';
const password = 'seven quiet herons';

/** The responses used in this test. */
interface ApiResponse {
  data: { user: { name: string; role: string }; inserted: number };
  error: { code: string; correlationId: string };
}

const curl = async (token: string, path: string, ...more: string[]) => {
  const url = `${instance.origin}/api/v1/ext${path}`;
  const { stdout } = await promisify(execFile)('curl', [
    ...['-s', '-w', '\n%{http_code}', '-H', `Authorization: Bearer ${token}`, ...more, url],
  ]);
  const [body = '', code] = stdout.split(/\n(?=\d{3}$)/);
  return { status: Number(code), ...(JSON.parse(body) as ApiResponse) };
};
const addLead = (token: string, email = 'amara@saltmarsh.example') =>
  curl(
    token,
    '/leads',
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify({ leads: [{ email }] }),
  );

async function claim(): Promise<Visitor> {
  const code = (await createClaimCode(owner))!;
  const visitor = await instance.visitor();
  await visitor.open('/');
  const { page } = visitor;
  await heading(page, 'Set up Outcrop').waitFor();
  // The browser logs that there is no session.
  visitor.complaints.splice(0);
  await visitor.open(`/claim#${code}`);
  await expect.poll(() => page.url()).toBe(`${instance.origin}/claim`);
  await typeInto(page, {
    'Workspace name': workspaceName,
    'Your name': 'Ines Duarte',
    Email: 'ines@fernhill.example',
    Password: password,
  });
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Workspace ${workspaceName}` }).waitFor();
  // The link works once.
  const late = await instance.visitor();
  await late.open(`/claim#${code}`);
  await heading(late.page, 'This instance is already set up').waitFor();
  return visitor;
}

/** Invites a member and returns the link. */
async function invite(page: Page, email: string, arrows: string[]): Promise<string> {
  await page.keyboard.press('n');
  await expect.poll(() => focused(page)).toBe('Email');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  for (const arrow of arrows) await page.keyboard.press(arrow);
  await page.keyboard.press('Enter');
  const link = await shown(page, 'invitation link');
  await choose(page, 'Done');
  await dialog(page, 'Invitation created').waitFor({ state: 'detached' });
  return link;
}

async function join(link: string, name: string): Promise<Page> {
  const { page } = await instance.visitor();
  await page.goto(link);
  await heading(page, `Join ${workspaceName}`).waitFor();
  await typeInto(page, { 'Your name': name, Password: password });
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Workspace ${workspaceName}` }).waitFor();
  return page;
}

async function generate(page: Page): Promise<string> {
  await goTo(page, 'a', 'Chrome extension & API');
  await choose(page, 'Generate API token');
  await expect.poll(() => focused(page)).toBe('Name');
  await page.keyboard.type('Laptop');
  await page.keyboard.press('Enter');
  const token = await shownToken(page);
  await choose(page, 'Done');
  await dialog(page, 'API token').waitFor({ state: 'detached' });
  return token;
}

async function endAll(page: Page, how: 'Replace all…' | 'Revoke all…'): Promise<void> {
  await choose(page, how);
  await expect.poll(() => focused(page)).toBe(`Type ${workspaceName} to confirm`);
  await page.keyboard.type(workspaceName);
  await page.keyboard.press('Enter');
}

test('an instance is set up, members join, their tokens work with curl and are all revoked, with the keyboard alone [tokens.rotate]', async () => {
  const { page } = await claim();
  await goTo(page, 'm', 'Members');
  const memberLink = await invite(page, 'aiko@fernhill.example', []);
  const viewerLink = await invite(page, 'tomas@fernhill.example', ['ArrowUp']);
  const member = await generate(await join(memberLink, 'Aiko Mori'));
  const viewer = await generate(await join(viewerLink, 'Tomas Lind'));
  const own = await generate(page);

  const session = (token: string) => curl(token, '/session');
  expect((await session(member)).data.user).toMatchObject({ name: 'Aiko Mori', role: 'member' });
  expect((await session(viewer)).data.user).toMatchObject({ name: 'Tomas Lind', role: 'viewer' });
  expect((await session(own)).data.user.role).toBe('owner');
  expect((await addLead(member)).data.inserted).toBe(1);
  expect((await addLead(viewer)).error.code).toBe('insufficient_role');

  await endAll(page, 'Replace all…');
  const fresh = await shownToken(page);
  await page.keyboard.press('Escape');
  for (const token of [member, viewer, own]) expect((await session(token)).status).toBe(401);
  expect((await session(fresh)).status).toBe(200);
  await endAll(page, 'Revoke all…');
  await page.getByRole('heading', { name: 'No tokens yet' }).waitFor();
  expect((await session(fresh)).status).toBe(401);
});

nightlyTest(
  'a failed delivery is replayed and a request is found by its correlation ID, with the keyboard alone',
  async () => {
    const hook = await startWebhookReceiver();
    // Its next attempt would come before the page is read.
    hook.respondWith(respondWithStatus(503, { 'retry-after': '600' }));
    const workspace = await instance.service.workspace();
    const { page, open } = await instance.member(workspace, 'admin');
    await open('~/settings/webhooks');
    await choose(page, 'Add webhook');
    await expect.poll(() => focused(page)).toBe('Endpoint URL');
    await page.keyboard.type(hook.url);
    await page.keyboard.press('Enter');
    await choose(page, 'Done');
    await heading(page, `127.0.0.1:${hook.port}`).waitFor();

    await choose(page, 'Send test event');
    await page.getByText('Test event not delivered.').waitFor();
    await owner.query(sql`
      update delivery set status = 'failed', next_attempt_at = null
      where workspace_id = ${workspace.id} and status = 'pending'`);
    hook.respondWith(respondWithStatus(204));
    await choose(page, 'webhook.test');
    const delivery = page.getByRole('dialog', { name: 'Delivery' });
    await delivery.getByText('Attempt 1: 503').waitFor();
    await choose(page, 'Replay');
    await delivery.getByText('Attempt 2: 204').waitFor();
    await page.keyboard.press('Escape');

    const { token } = await workspace.user('member');
    const { error } = await addLead(token, 'not an address');
    await goTo(page, 'r', 'Request log');
    const written = () =>
      owner.query(sql`
        select from request_log where correlation_id = ${error.correlationId}`);
    await expect.poll(async () => (await written()).length).toBe(1);
    await tabTo(page, 'Correlation ID');
    await page.keyboard.insertText(error.correlationId);
    await page.getByText('422').first().waitFor();
    await choose(page, 'POST /api/v1/ext/leads');
    const request = page.getByRole('dialog', { name: 'Request' });
    await request.getByText('must be a valid email address').waitFor();
  },
);
