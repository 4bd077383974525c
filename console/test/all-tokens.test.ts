import { manageEndpoints } from '@outcrop/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { type TestWorkspace, testPassword } from '../../server/test/accounts.ts';
import { expectAccessibleAtNight, nightlyTest, testConsole } from './test-console.ts';
import { dialog, press, shownToken } from './tokens.ts';

const instance = await testConsole();
const { service } = instance;

/** A Viewer's and an Admin's token; the latter has registered a webhook. */
async function connected(workspace: TestWorkspace): Promise<string[]> {
  const tokens = [await workspace.token('viewer'), await workspace.token('admin')];
  const url = 'https://crm.saltmarsh.example/hooks';
  const body = { url, events: ['*'] };
  const made = await service.callEndpoint(tokens[1]!, manageEndpoints.postWebhooks, { body });
  expect(made.status).toBe(200);
  return tokens;
}

/** As if all users had entered their password an hour ago. */
const expireFreshPasswords = () =>
  service.owner.query(sql`update auth."session" set "freshAt" = now() - interval '1 hour'`);

async function enterPassword(page: Page): Promise<void> {
  const confirmation = dialog(page, "Confirm it's you");
  await confirmation.getByLabel('Password', { exact: true }).fill(testPassword);
  await confirmation.getByRole('button', { name: 'Continue' }).click();
}

const statusOf = async (token: string) => (await service.call(token, 'GET', '/session')).status;

test('replacing all tokens lists what is affected, asks for name and password, and revokes all but the new token [tokens.rotate]', async () => {
  const workspace = await service.workspace();
  const { page, open, complaints } = await instance.member(workspace, 'admin');
  const tokens = await connected(workspace);
  await expireFreshPasswords();
  await open('~/settings/api');
  await press(page, 'Replace all…');
  const confirmation = dialog(page, 'Replace all tokens');
  await confirmation.getByRole('heading', { name: '2 tokens will be disconnected' }).waitFor();
  await confirmation.getByText('A viewer, never used').waitFor();
  await confirmation.getByText('https://crm.saltmarsh.example/hooks').waitFor();
  await expectAccessibleAtNight(page);

  const replace = confirmation.getByRole('button', { name: 'Replace all', exact: true });
  await expect.poll(() => replace.isDisabled()).toBe(true);
  await confirmation.getByLabel(`Type ${workspace.name} to confirm`).fill(`${workspace.name}!`);
  await expect.poll(() => replace.isDisabled()).toBe(true);
  await confirmation.getByLabel(`Type ${workspace.name} to confirm`).fill(workspace.name);
  await confirmation.getByLabel('New token name').fill('After the leak');
  await replace.click();
  // Escape closes only the password dialog, and nothing is revoked.
  await dialog(page, "Confirm it's you").locator('input:focus').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page, "Confirm it's you").waitFor({ state: 'detached' });
  await expect.poll(() => statusOf(tokens[0]!)).toBe(200);
  await expect.poll(() => confirmation.locator(':focus').count()).toBe(1);

  await replace.click();
  await enterPassword(page);
  const token = await shownToken(page);
  await expect.poll(() => Promise.all(tokens.map(statusOf))).toEqual([401, 401]);
  const { data } = await service.call(token, 'GET', '/session');
  expect(data).toMatchObject({ user: { role: 'admin' }, token: { name: 'After the leak' } });
  await press(page, 'Done');
  await page.getByRole('cell', { name: 'After the leak', exact: true }).waitFor();
  expect(await page.content()).not.toContain(token.slice(5, 48));
  expect(complaints.splice(0)).toEqual([
    expect.stringMatching(/403/),
    expect.stringMatching(/403/),
  ]);
});

test('revoking all tokens lists what is affected and asks for the name [tokens.revoke-all]', async () => {
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'owner');
  const tokens = await connected(workspace);
  await open('~/settings/api');
  await press(page, 'Revoke all…');
  const confirmation = dialog(page, 'Revoke all tokens');
  await confirmation.getByRole('heading', { name: '2 tokens will be disconnected' }).waitFor();
  await confirmation.getByRole('heading', { name: '1 webhook created with a token' }).waitFor();
  await confirmation.getByLabel(`Type ${workspace.name} to confirm`).fill(workspace.name);
  await press(page, 'Revoke all');
  await page.getByText('2 tokens revoked').waitFor();
  await page.getByRole('heading', { name: 'No tokens yet' }).waitFor();
  await expect.poll(() => Promise.all(tokens.map(statusOf))).toEqual([401, 401]);
});

nightlyTest('generating a token asks for the password if it was entered a while ago', async () => {
  const workspace = await service.workspace();
  const { page, open, complaints } = await instance.member(workspace, 'viewer');
  await expireFreshPasswords();
  await open('~/settings/api');
  await press(page, 'Generate API token');
  await dialog(page, 'Generate API token').getByLabel('Name', { exact: true }).fill('CRM');
  await press(page, 'Generate');
  await enterPassword(page);
  expect(await statusOf(await shownToken(page))).toBe(200);
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/403/)]);
});
