import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../client/src/webhooks.ts';
import { sql } from '../../server/src/platform/db/index.ts';
import {
  respondWithStatus,
  startWebhookReceiver,
} from '../../server/test/webhooks/webhook-receiver.ts';
import { type WebhooksClient, webhooksClient } from '../../server/test/webhooks/webhooks-client.ts';
import { heading, pathOf } from './forms.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click();
const shownSecret = async (page: Page): Promise<string> =>
  (await page
    .getByRole('dialog')
    .getByText(/^whsec_/)
    .textContent())!;
const choose = async (page: Page, item: string) => {
  await press(page, 'More');
  await page.getByRole('menuitem', { name: item }).click();
};

/** As if the retry period had passed. */
const failPendingDeliveries = ({ workspace }: WebhooksClient) =>
  service.owner.query(sql`
    update delivery set status = 'failed', next_attempt_at = null
    where workspace_id = ${workspace.id} and status = 'pending'`);

test('an Admin adds a webhook, sees its secret once, and a test event is delivered and verified', async () => {
  const hook = await startWebhookReceiver();
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/webhooks');
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();

  await press(page, 'Add webhook');
  await page.getByLabel('Endpoint URL').fill(hook.url);
  await page.getByLabel('Selected events').check();
  await page.getByLabel('Prospect added').check();
  await page.getByLabel('Tag added').check();
  await press(page, 'Add webhook');
  const secret = await shownSecret(page);
  await press(page, 'Done');
  await heading(page, `127.0.0.1:${hook.port}`).waitFor();
  await page.getByText('prospect.created, prospect.tagged').waitFor();
  expect(await page.content()).not.toContain(secret);

  await press(page, 'Send test event');
  await page.getByText('Test event delivered. The receiver responded with 204.').waitFor();
  await page.getByText('100% of 1', { exact: true }).waitFor();
  const [arrival] = hook.requests;
  const event = await verifyWebhook({ payload: arrival!.body, headers: arrival!.headers, secret });
  expect(event.type).toBe('webhook.test');

  await page.getByRole('link', { name: 'All webhooks' }).click();
  const row = page.getByRole('row', { name: hook.url });
  await row.getByText('2 events').waitFor();
  await row.getByText('100% of 1').waitFor();
});

nightlyTest('a URL that can’t be called shows an error at its field', async () => {
  const { page, open, complaints } = await instance.member(await service.workspace(), 'admin');
  await open('~/settings/webhooks');
  await press(page, 'Add webhook');
  await page.getByLabel('Endpoint URL').fill('http://10.0.0.1/hook');
  await press(page, 'Add webhook');
  await page.getByText(/^Enter another URL: /).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('url');
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);
});

test('a failed delivery is found in the log with its request and response, and replayed', async () => {
  const hook = await startWebhookReceiver();
  const answer = '<img src=x onerror="window.fooled = true"><script>window.fooled = true</script>';
  const headers = { 'content-type': 'text/html', 'x-note': '<b>bold</b>', 'retry-after': '600' };
  hook.respondWith(respondWithStatus(503, headers, answer));
  const account = await webhooksClient(service);
  const { webhook } = await account.register(`${hook.url}?a="><script>fooled=1</script>`);
  await account.post([{ fullName: '<script>window.fooled = true</script>' }]);
  await account.waitForDeliveries(webhook.id, ({ attempts }) => attempts > 0);
  await failPendingDeliveries(account);

  const { page, open } = await instance.member(account.workspace, 'admin');
  await open(`~/settings/webhooks/${webhook.id}`);
  await page.getByText('No successful delivery since').waitFor();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?status=failed');
  await page.getByRole('link', { name: 'prospect.created' }).click();
  const drawer = page.getByRole('dialog', { name: 'Delivery' });
  await drawer.getByText('Attempt 1: 503').waitFor();
  await drawer.getByText('The receiver answered 503.').waitFor();
  await drawer.getByText('Response details').click();
  await drawer.getByText(answer).waitFor();
  await drawer.getByText('x-note: <b>bold</b>').waitFor();
  await drawer.getByText('"fullName": "<script>window.fooled = true</script>"').waitFor();
  expect(await page.evaluate('window.fooled')).toBeUndefined();

  hook.respondWith(respondWithStatus(204));
  await press(page, 'Replay');
  await drawer.getByText('Delivered', { exact: true }).waitFor();
  await drawer.getByText('Attempt 2: 204').waitFor();
  expect(new Set(hook.requests.map(({ event }) => event.id)).size).toBe(1);

  await page.reload();
  await drawer.getByText('Attempt 2: 204').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('No matches for status Failed.').waitFor();
});

nightlyTest('failed deliveries and a date range are replayed as background jobs', async () => {
  const hook = await startWebhookReceiver();
  hook.respondWith(respondWithStatus(503, { 'retry-after': '600' }));
  const account = await webhooksClient(service);
  const { webhook } = await account.register(hook.url, ['prospect.created']);
  await account.addProspects(3);
  await account.waitForDeliveries(webhook.id, ({ attempts }) => attempts > 0);
  await failPendingDeliveries(account);
  hook.respondWith(respondWithStatus(204));
  const before = hook.requests.length;

  const { page, open } = await instance.member(account.workspace, 'admin');
  await open(`~/settings/webhooks/${webhook.id}`);
  await press(page, 'Replay…');
  await press(page, 'Replay');
  await page.getByText('Replay started.').waitFor();
  await hook.waitForRequests(before + 3);
  await page.getByRole('button', { name: /^Background jobs/ }).click();
  await page.getByText('Webhook replay: 3 events', { exact: true }).waitFor();
  await page.getByText('3 of 3', { exact: true }).waitFor();
  await page.keyboard.press('Escape');

  await press(page, 'Replay…');
  await page.getByLabel('Events in a date range').check();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('From', { exact: false }).fill(yesterday);
  await press(page, 'Replay');
  await hook.waitForRequests(before + 6);
});

nightlyTest('after a rotation, both secrets sign for a day', async () => {
  const hook = await startWebhookReceiver();
  const account = await webhooksClient(service);
  const { webhook, secret: previous } = await account.register(hook.url);
  const { page, open } = await instance.member(account.workspace, 'admin');
  await open(`~/settings/webhooks/${webhook.id}`);
  await choose(page, 'Rotate secret');
  await page.getByText('keeps working for 24 hours').waitFor();
  await press(page, 'Rotate secret');
  const secret = await shownSecret(page);
  expect(secret).not.toBe(previous);
  await page.getByText('every request is signed with both').waitFor();
  await press(page, 'Done');

  await press(page, 'Send test event');
  const [{ body: payload, headers }] = (await hook.waitForRequests(1)) as [
    (typeof hook.requests)[number],
  ];
  for (const each of [previous, secret])
    expect((await verifyWebhook({ payload, headers, secret: each })).type).toBe('webhook.test');
});

nightlyTest(
  'a webhook is edited, disabled, enabled, and deleted after typing its host',
  async () => {
    const hook = await startWebhookReceiver();
    const account = await webhooksClient(service);
    const { webhook } = await account.register(hook.url);
    const { page, open } = await instance.member(account.workspace, 'admin');
    await open(`~/settings/webhooks/${webhook.id}`);

    await press(page, 'Edit');
    await page.getByLabel('Selected events').check();
    await page.getByLabel('Removed from list').check();
    await press(page, 'Save');
    await page.getByText('Webhook updated').waitFor();
    expect((await account.webhook(webhook.id)).events).toEqual(['list.member_removed']);

    await choose(page, 'Disable');
    await page.getByText('Someone disabled this webhook.').waitFor();
    const test = page.getByRole('button', { name: 'Send test event' });
    await expect.poll(() => test.getAttribute('aria-disabled')).toBe('true');
    await test.hover();
    await page.getByRole('tooltip', { name: 'Enable the webhook first' }).waitFor();
    await press(page, 'Enable');
    await page.getByText('Someone disabled this webhook.').waitFor({ state: 'detached' });

    await choose(page, 'Delete');
    await page.getByLabel(/^Type .* to confirm$/).fill(`127.0.0.1:${hook.port}`);
    await press(page, 'Delete webhook');
    await heading(page, 'Webhooks').waitFor();
    expect(pathOf(page)).toMatch(/settings\/webhooks$/);
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  },
);

nightlyTest('a webhook that the service disabled shows why', async () => {
  const hook = await startWebhookReceiver();
  hook.respondWith(respondWithStatus(410));
  const account = await webhooksClient(service);
  const { webhook } = await account.register(hook.url);
  await account.addProspects(1);
  await expect.poll(async () => (await account.webhook(webhook.id)).enabled).toBe(false);
  const { page, open } = await instance.member(account.workspace, 'admin');
  await open('~/settings/webhooks');
  await page.getByText('Disabled: 410 Gone').click();
  await page.getByText('The receiver responded with 410 Gone, so').waitFor();
});

nightlyTest('the dialogs and the drawer are accessible and fit the smallest screen', async () => {
  const hook = await startWebhookReceiver();
  hook.respondWith(respondWithStatus(500, {}, 'out of order'));
  const account = await webhooksClient(service);
  const { webhook } = await account.register(hook.url);
  await account.addProspects(1);
  const [delivery] = await account.waitForDeliveries(webhook.id, ({ attempts }) => attempts > 0);
  const { page, open } = await instance.member(account.workspace, 'admin');
  const expectFit = async () => {
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  };

  await open('~/settings/webhooks');
  await press(page, 'Add webhook');
  await page.getByLabel('Selected events').check();
  await expectFit();
  await open(`~/settings/webhooks/${webhook.id}?delivery=${delivery!.id}`);
  await page.getByText('Response details').first().click();
  await expectFit();
  await page.keyboard.press('Escape');
  await press(page, 'Replay…');
  await page.getByLabel('Events in a date range').check();
  await expectFit();
  await page.keyboard.press('Escape');
  await choose(page, 'Rotate secret');
  await press(page, 'Rotate secret');
  await shownSecret(page);
  await expectFit();
  await press(page, 'Done');
  await choose(page, 'Disable');
  await page.getByText('Someone disabled this webhook.').waitFor();
  await expectFit();
});
