import { expect, test } from 'vitest';
import { testConsole } from './test-console.ts';
import { press, row, shownToken } from './tokens.ts';

const instance = await testConsole();
const { service } = instance;

test('an action taken offline is sent once the browser is online', async () => {
  const workspace = await service.workspace();
  const { page, open, complaints } = await instance.member(workspace, 'member');
  await open('~/settings/api');
  await press(page, 'Generate API token');
  await page.getByLabel('Name', { exact: true }).fill('Train');
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  await press(page, 'Generate');
  await page.context().setOffline(false);
  const token = await shownToken(page);
  expect((await service.call(token, 'GET', '/session')).status).toBe(200);
  await press(page, 'Done');
  await row(page, 'Train').waitFor();
  complaints.splice(0);
});
