import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { testPassword } from '../../server/test/accounts.ts';
import { startConnect } from '../../server/test/prepared-requests.ts';
import { expectAccessibleAtNight, nightlyTest, testConsole } from './test-console.ts';
import { dialog, press, row } from './tokens.ts';

const instance = await testConsole();
const { service } = instance;

const poll = async (deviceCode: string) =>
  (await service.call({}, 'POST', '/api/v1/connect/poll', { body: { deviceCode } })).data;

test('a browser is confirmed by link after the password, listed, and disconnected', async () => {
  const workspace = await service.workspace();
  const { page, open, complaints } = await instance.member(workspace, 'viewer');
  await service.owner.query(sql`update auth."session" set "freshAt" = now() - interval '1 hour'`);
  const { deviceCode, userCode } = await startConnect(service);
  await open(`/settings/api?code=${userCode}`);
  await page.getByRole('heading', { name: 'Connect this browser?' }).waitFor();
  await page.getByText(userCode).waitFor();
  await page.getByText('comes from another network than yours').waitFor();
  await page.getByText(workspace.name, { exact: true }).last().waitFor();
  await expectAccessibleAtNight(page);
  await press(page, 'Confirm');
  await dialog(page, "Confirm it's you").getByLabel('Password', { exact: true }).fill(testPassword);
  await press(page, 'Continue');
  await page.getByRole('status').getByText('Unknown browser is connected.').waitFor();
  const { token } = await poll(deviceCode);
  const browser = page.getByRole('table', { name: 'Connected browsers' }).getByRole('row').nth(1);
  await expect
    .poll(async () => (await browser.getByRole('cell').allInnerTexts()).slice(0, 2))
    .toEqual(['Unknown browser', 'You']);
  await expectAccessibleAtNight(page);
  await press(page, 'Disconnect Unknown browser');
  await dialog(page, 'Disconnect "Unknown browser"').waitFor();
  await press(page, 'Disconnect');
  await row(page, 'Unknown browser').waitFor({ state: 'detached' });
  expect((await service.call(token, 'GET', '/session')).status).toBe(401);
  // The browser reports the 403 that asks for the password.
  complaints.length = 0;
});

nightlyTest('an unknown code is named at its field, and a typed one can be denied', async () => {
  const workspace = await service.workspace();
  const { page, open, complaints } = await instance.member(workspace, 'member');
  await open('~/settings/api');
  await page.getByLabel('Connect code').fill('bcdf-ghjk');
  await press(page, 'Check code');
  await page.getByText('This code is unknown, was already used, or has expired.').waitFor();
  // The browser reports the 422 itself.
  complaints.length = 0;
  const { deviceCode, userCode } = await startConnect(service);
  await page.getByLabel('Connect code').fill(userCode.toLowerCase());
  await press(page, 'Check code');
  await press(page, 'Deny');
  await page.getByRole('status').getByText('Denied. The browser was not connected.').waitFor();
  expect(await poll(deviceCode)).toEqual({ status: 'denied', token: null });
});
