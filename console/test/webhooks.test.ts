import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../client/src/webhooks.ts';
import { sql } from '../../server/src/platform/db/index.ts';
import { type Subscriber, subscriber } from '../../server/test/webhooks/ground.ts';
import { startHook, status } from '../../server/test/webhooks/hook.ts';
import { heading, pathOf } from './forms.ts';
import { consoleGround, expectAccessible, expectNoSidewaysScrolling } from './ground.ts';

const ground = await consoleGround();
const { service } = ground;

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

/** As if the days had passed in which a delivery is tried again. */
const giveUp = ({ workspace }: Subscriber) =>
  service.owner.ask(sql`
    update delivery set status = 'failed', next_attempt_at = null
    where workspace_id = ${workspace.id} and status = 'pending'`);

test('an Admin adds a receiver, is shown its secret once, and a test event arrives and verifies [console.webhooks console.webhook-secret console.empty]', async () => {
  const hook = await startHook();
  const workspace = await service.workspace();
  const { page, open } = await ground.member(workspace, 'admin');
  await open('~/settings/webhooks');
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();

  await press(page, 'Add webhook');
  await page.getByLabel('Address').fill(hook.url);
  await page.getByLabel('Only these').check();
  await page.getByLabel('A person was added').check();
  await page.getByLabel('A prospect got a tag').check();
  await press(page, 'Add webhook');
  const secret = await shownSecret(page);
  await press(page, 'I have copied it');
  await heading(page, `127.0.0.1:${hook.port}`).waitFor();
  await page.getByText('prospect.created, prospect.tagged').waitFor();
  expect(await page.content()).not.toContain(secret);

  await press(page, 'Send test event');
  await page.getByText('The test event has arrived: the receiver answered 204.').waitFor();
  await page.getByText('100% of 1', { exact: true }).waitFor({ timeout: 10_000 });
  const [arrival] = hook.arrivals;
  const event = await verifyWebhook({ payload: arrival!.body, headers: arrival!.headers, secret });
  expect(event.type).toBe('webhook.test');

  await page.getByRole('link', { name: 'All webhooks' }).click();
  const row = page.getByRole('row', { name: hook.url });
  await row.getByText('2 kinds').waitFor();
  await row.getByText('100% of 1').waitFor();
});

test('an address that cannot be called is told at its field [console.webhooks console.errors]', async () => {
  const { page, open, complaints } = await ground.member(await service.workspace(), 'admin');
  await open('~/settings/webhooks');
  await press(page, 'Add webhook');
  await page.getByLabel('Address').fill('http://10.0.0.1/hook');
  await press(page, 'Add webhook');
  await page.getByText(/^Cannot be called: /).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('url');
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);
});

test('a failed delivery is found in the log with request and answer, and sent again [console.webhook-replay console.text-only]', async () => {
  const hook = await startHook();
  const answer = '<img src=x onerror="window.fooled = true"><script>window.fooled = true</script>';
  hook.answer(status(500, { 'content-type': 'text/html', 'x-note': '<b>bold</b>' }, answer));
  const account = await subscriber(service);
  const { webhook } = await account.register(`${hook.url}?a="><script>fooled=1</script>`);
  await account.post([{ fullName: '<script>window.fooled = true</script>' }]);
  await account.settled(webhook.id, ({ attempts }) => attempts > 0);
  await giveUp(account);

  const { page, open } = await ground.member(account.workspace, 'admin');
  await open(`~/settings/webhooks/${webhook.id}`);
  await page.getByText('Nothing has arrived since').waitFor();
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?status=failed');
  await page.getByRole('link', { name: 'prospect.created' }).click();
  const drawer = page.getByRole('dialog', { name: 'Delivery' });
  await drawer.getByText('Attempt 1: 500').waitFor();
  await drawer.getByText('The receiver answered 500.').waitFor();
  await drawer.getByText('What it answered').click();
  await drawer.getByText(answer).waitFor();
  await drawer.getByText('x-note: <b>bold</b>').waitFor();
  await drawer.getByText('"fullName": "<script>window.fooled = true</script>"').waitFor();
  expect(await page.evaluate('window.fooled')).toBeUndefined();

  hook.answer(status(204));
  await press(page, 'Send it again');
  await drawer.getByText('Delivered', { exact: true }).waitFor();
  await drawer.getByText('Attempt 2: 204').waitFor();
  expect(new Set(hook.arrivals.map(({ event }) => event.id)).size).toBe(1);

  await page.reload();
  await drawer.getByText('Attempt 2: 204').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Nothing has the state "Failed".').waitFor();
});

test('all that failed, and a span of time, are sent again by tasks in the tray [console.webhook-replay console.tasks]', async () => {
  const hook = await startHook();
  hook.answer(status(500));
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url, ['prospect.created']);
  await account.people(3);
  await account.settled(webhook.id, ({ attempts }) => attempts > 0);
  await giveUp(account);
  hook.answer(status(204));
  const before = hook.arrivals.length;

  const { page, open } = await ground.member(account.workspace, 'admin');
  await open(`~/settings/webhooks/${webhook.id}`);
  await press(page, 'Send again…');
  await press(page, 'Send again');
  await page.getByText('The replay has begun.').waitFor();
  await hook.atLeast(before + 3);
  await page.getByRole('button', { name: /^Tasks/ }).click();
  await page.getByText('Replay of deliveries', { exact: true }).waitFor();
  await page.getByText('3 of 3', { exact: true }).waitFor();
  await page.keyboard.press('Escape');

  await press(page, 'Send again…');
  await page.getByLabel('Every event of a span of time').check();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('From', { exact: false }).fill(yesterday);
  await press(page, 'Send again');
  await hook.atLeast(before + 6);
});

test('a secret is rotated, and for a day both sign [console.webhook-secret]', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook, secret: previous } = await account.register(hook.url);
  const { page, open } = await ground.member(account.workspace, 'admin');
  await open(`~/settings/webhooks/${webhook.id}`);
  await choose(page, 'Rotate secret');
  await page.getByText('keeps working for 24 hours').waitFor();
  await press(page, 'Rotate secret');
  const secret = await shownSecret(page);
  expect(secret).not.toBe(previous);
  await page.getByText('every message carries two signatures').waitFor();
  await press(page, 'I have copied it');

  await press(page, 'Send test event');
  const [{ body: payload, headers }] = (await hook.atLeast(1)) as [(typeof hook.arrivals)[number]];
  for (const each of [previous, secret])
    expect((await verifyWebhook({ payload, headers, secret: each })).type).toBe('webhook.test');
});

test('a webhook is changed, switched off and on, and deleted by its host [console.webhooks]', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  const { page, open } = await ground.member(account.workspace, 'admin');
  await open(`~/settings/webhooks/${webhook.id}`);

  await press(page, 'Edit');
  await page.getByLabel('Only these').check();
  await page.getByLabel('A prospect left a list').check();
  await press(page, 'Save');
  await page.getByText('The webhook is changed.').waitFor();
  expect((await account.webhook(webhook.id)).events).toEqual(['list.member_removed']);

  await choose(page, 'Switch off');
  await page.getByText('Someone switched this webhook off.').waitFor();
  const test = page.getByRole('button', { name: 'Send test event' });
  await expect.poll(() => test.getAttribute('aria-disabled')).toBe('true');
  await test.hover();
  await page.getByRole('tooltip', { name: 'Switch it on first' }).waitFor();
  await press(page, 'Switch on');
  await page.getByText('Someone switched this webhook off.').waitFor({ state: 'detached' });

  await choose(page, 'Delete');
  await page.getByLabel(/^Type the receiver's host/).fill(`127.0.0.1:${hook.port}`);
  await press(page, 'Delete webhook');
  await heading(page, 'Webhooks').waitFor();
  expect(pathOf(page)).toMatch(/settings\/webhooks$/);
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
});

test('what the service switched off says why [console.webhooks]', async () => {
  const hook = await startHook();
  hook.answer(status(410));
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  await account.people(1);
  await expect.poll(async () => (await account.webhook(webhook.id)).enabled).toBe(false);
  const { page, open } = await ground.member(account.workspace, 'admin');
  await open('~/settings/webhooks');
  await page.getByText('Off: answered 410 Gone').click();
  await page.getByText('The receiver answered 410 Gone, so').waitFor();
});

test('the dialogs and the drawer keep nobody out, also on the smallest screen [console.accessible console.small-screens]', async () => {
  const hook = await startHook();
  hook.answer(status(500, {}, 'out of order'));
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  await account.people(1);
  const [delivery] = await account.settled(webhook.id, ({ attempts }) => attempts > 0);
  const { page, open } = await ground.member(account.workspace, 'admin');
  const expectFit = async () => {
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  };

  await open('~/settings/webhooks');
  await press(page, 'Add webhook');
  await page.getByLabel('Only these').check();
  await expectFit();
  await open(`~/settings/webhooks/${webhook.id}?delivery=${delivery!.id}`);
  await page.getByText('What it answered').first().click();
  await expectFit();
  await page.keyboard.press('Escape');
  await press(page, 'Send again…');
  await page.getByLabel('Every event of a span of time').check();
  await expectFit();
  await page.keyboard.press('Escape');
  await choose(page, 'Rotate secret');
  await press(page, 'Rotate secret');
  await shownSecret(page);
  await expectFit();
  await press(page, 'I have copied it');
  await choose(page, 'Switch off');
  await page.getByText('Someone switched this webhook off.').waitFor();
  await expectFit();
});
