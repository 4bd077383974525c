import { manageEndpoints } from '@outcrop/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { password, type TestWorkspace } from '../../server/test/accounts.ts';
import { consoleGround, expectAccessible } from './ground.ts';
import { dialog, press, shownToken } from './tokens.ts';

const ground = await consoleGround();
const { service } = ground;

/** A Viewer's and an Admin's token; the latter has registered a webhook. */
async function connected(workspace: TestWorkspace): Promise<string[]> {
  const tokens = [await workspace.token('viewer'), await workspace.token('admin')];
  const url = 'https://crm.saltmarsh.example/hooks';
  const body = { url, events: ['*'] };
  const made = await service.ask(tokens[1]!, manageEndpoints.postWebhooks, { body });
  expect(made.status).toBe(200);
  return tokens;
}

/** As if everybody had given their password half an hour ago. */
const letPasswordsAge = () =>
  service.owner.ask(sql`update auth."session" set "freshAt" = now() - interval '1 hour'`);

async function givePassword(page: Page): Promise<void> {
  const asked = dialog(page, 'Your password, please');
  await asked.getByLabel('Password', { exact: true }).fill(password);
  await asked.getByRole('button', { name: 'Go on' }).click();
}

const statusOf = async (token: string) => (await service.call(token, 'GET', '/session')).status;

test('rotating lists what it disconnects, asks for name and password, and ends all tokens but the new one [tokens.rotate tokens.rotate-confirmed console.fresh-password]', async () => {
  const workspace = await service.workspace();
  const { page, open, complaints } = await ground.member(workspace, 'admin');
  const tokens = await connected(workspace);
  await letPasswordsAge();
  await open('~/settings/api');
  await press(page, 'Rotate…');
  const asked = dialog(page, 'Rotate the token');
  await asked.getByRole('heading', { name: '2 tokens will be disconnected' }).waitFor();
  await asked.getByText('A viewer, never used').waitFor();
  await asked.getByText('https://crm.saltmarsh.example/hooks').waitFor();
  await expectAccessible(page);

  const rotate = asked.getByRole('button', { name: 'Rotate', exact: true });
  await expect.poll(() => rotate.isDisabled()).toBe(true);
  await asked.getByLabel(/^Type the workspace's name/).fill(`${workspace.name}!`);
  await expect.poll(() => rotate.isDisabled()).toBe(true);
  await asked.getByLabel(/^Type the workspace's name/).fill(workspace.name);
  await asked.getByLabel('Name of the new token').fill('After the leak');
  await rotate.click();
  // Escape leaves the question alone, and nothing has ended.
  await dialog(page, 'Your password, please').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page, 'Your password, please').waitFor({ state: 'detached' });
  expect(await statusOf(tokens[0]!)).toBe(200);
  await expect.poll(() => asked.locator(':focus').count()).toBe(1);

  await rotate.click();
  await givePassword(page);
  const token = await shownToken(page);
  expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401]);
  const { data } = await service.call(token, 'GET', '/session');
  expect(data).toMatchObject({ user: { role: 'admin' }, token: { name: 'After the leak' } });
  await press(page, 'I have kept it');
  await page.getByRole('cell', { name: 'After the leak', exact: true }).waitFor();
  expect(await page.content()).not.toContain(token.slice(5, 48));
  expect(complaints.splice(0)).toEqual([
    expect.stringMatching(/403/),
    expect.stringMatching(/403/),
  ]);
});

test('revoking all lists what it disconnects, asks for the name, and ends every token [tokens.revoke-all tokens.rotate-confirmed]', async () => {
  const workspace = await service.workspace();
  const { page, open } = await ground.member(workspace, 'owner');
  const tokens = await connected(workspace);
  await open('~/settings/api');
  await press(page, 'Revoke all…');
  const asked = dialog(page, 'Revoke all tokens');
  await asked.getByRole('heading', { name: '2 tokens will be disconnected' }).waitFor();
  await asked.getByRole('heading', { name: '1 webhook made with a token' }).waitFor();
  await asked.getByLabel(/^Type the workspace's name/).fill(workspace.name);
  await press(page, 'Revoke all');
  await page.getByText('2 tokens ended.').waitFor();
  await page.getByRole('heading', { name: 'No token yet' }).waitFor();
  expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401]);
});

test('a workspace that was renamed meanwhile is not ended by its old name [tokens.rotate-confirmed]', async () => {
  const workspace = await service.workspace();
  const { page, open, complaints } = await ground.member(workspace, 'owner');
  const token = await workspace.token('viewer');
  await open('~/settings/api');
  await press(page, 'Revoke all…');
  await service.owner.ask(
    sql`update workspace set name = 'Fernhill Optics' where id = ${workspace.id}`,
  );
  await page.getByLabel(/^Type the workspace's name/).fill(workspace.name);
  await press(page, 'Revoke all');
  await page.getByRole('alert').getByText('must be "Fernhill Optics"').waitFor();
  expect(await statusOf(token)).toBe(200);
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);
});

test.each(['viewer', 'member'] as const)(
  'a %s sees that rotating and revoking all are for Admins [tokens.only-admins console.roles]',
  async (role) => {
    const workspace = await service.workspace();
    const { page, open } = await ground.member(workspace, role);
    await open('~/settings/api');
    for (const name of ['Rotate…', 'Revoke all…']) {
      const button = page.getByRole('button', { name, exact: true });
      await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
      await button.focus();
      await page.getByRole('tooltip', { name: 'This needs an Admin or higher' }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }
  },
);

test('generating a token asks for the password when it was last given a while ago [tokens.fresh-password]', async () => {
  const workspace = await service.workspace();
  const { page, open, complaints } = await ground.member(workspace, 'viewer');
  await letPasswordsAge();
  await open('~/settings/api');
  await press(page, 'Generate API token');
  await dialog(page, 'Generate API token').getByLabel('Name', { exact: true }).fill('CRM');
  await press(page, 'Generate');
  await givePassword(page);
  expect(await statusOf(await shownToken(page))).toBe(200);
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/403/)]);
});
