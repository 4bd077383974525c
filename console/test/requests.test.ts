import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

/** A request that fails validation. */
async function rejectedCall() {
  const workspace = await service.workspace();
  const { token, tokenId } = await workspace.user('member');
  const rejected = await service.call(token, 'POST', '/leads', {
    body: { leads: [{ fullName: 'Maren Solberg', email: 'not an address' }] },
  });
  expect(rejected.status).toBe(422);
  await service.call(token, 'GET', '/session');
  const correlationId = rejected.headers.get('x-correlation-id')!;
  const written = () =>
    service.owner.query(sql`select from request_log where workspace_id = ${workspace.id}`);
  await expect.poll(async () => (await written()).length).toBe(2);
  return { workspace, tokenId, correlationId };
}

test('a request is found by a pasted error message and shows its problems, but no personal data', async () => {
  const { workspace, correlationId } = await rejectedCall();
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/requests');
  await page.getByRole('link', { name: 'GET /api/v1/ext/session' }).waitFor();
  await page.getByRole('row').getByText('leads[0].email must be a valid').waitFor();
  const ofConsole = page.getByRole('link', { name: 'GET /api/v1/manage/me' });
  await expect.poll(() => ofConsole.count()).toBe(0);
  await page.getByRole('combobox', { name: 'Made by' }).click();
  await page.getByRole('option', { name: 'By the console' }).click();
  await ofConsole.first().waitFor();
  await page.getByRole('combobox', { name: 'Made by' }).click();
  await page.getByRole('option', { name: 'By tokens' }).click();

  await page.getByLabel('Correlation id').fill(`It says: correlation id ${correlationId}.`);
  const found = page.getByRole('row', { name: 'POST /api/v1/ext/leads' });
  await found.getByText('422').waitFor();
  await page.getByRole('link', { name: 'GET /api/v1/ext/session' }).waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe(`?correlationId=${correlationId}`);

  await found.click();
  const drawer = page.getByRole('dialog', { name: 'Request' });
  await drawer.getByText('validation_error').waitFor();
  await drawer.getByText('must be a valid email address').waitFor();
  await drawer.getByText('"fullName": "(text of 13)"').waitFor();
  await drawer.getByText(correlationId).waitFor();
  expect(await page.content()).not.toContain('Solberg');

  // The URL alone opens the request.
  await page.reload();
  await drawer.getByText('validation_error').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
});

nightlyTest('the URL filters the log, and filters without results are named', async () => {
  const { workspace } = await rejectedCall();
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/requests?status=4xx&path=/api/v1/ext/leads');
  await page.getByRole('link', { name: 'POST /api/v1/ext/leads' }).waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: 'GET /api/v1/ext/session' }).count())
    .toBe(0);

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: '5xx Server error' }).click();
  await page.getByText('No matches for path /api/v1/ext/leads and status 5xx.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'GET /api/v1/ext/session' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');

  await page.getByLabel('Correlation id').fill('019c8a10');
  await page.getByText('Incomplete ID.').waitFor();
});

nightlyTest('a request made while the log is open appears by itself', async () => {
  const { workspace } = await rejectedCall();
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/requests');
  await page.getByRole('link', { name: 'GET /api/v1/ext/session' }).waitFor();
  const { token } = await workspace.user('member');
  await service.call(token, 'GET', '/boards');
  await page.getByRole('link', { name: 'GET /api/v1/ext/boards' }).waitFor();
});

nightlyTest('a token’s name that looks like markup is shown as text', async () => {
  const { workspace, tokenId, correlationId } = await rejectedCall();
  const name = '<img src=x onerror="window.fooled = true">';
  await service.owner.query(
    sql`update api_token set name = ${name} where workspace_id = ${workspace.id} and id = ${tokenId}`,
  );
  const { page, open } = await instance.member(workspace, 'admin');
  await open(`~/settings/requests?request=${correlationId}`);
  const drawer = page.getByRole('dialog', { name: 'Request' });
  await drawer.getByText(name).waitFor();
  expect(await page.evaluate('window.fooled')).toBeUndefined();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
});
