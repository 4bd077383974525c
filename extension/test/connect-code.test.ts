import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { testService } from '../../server/test/service.ts';
import { checkState, testExtension, testProfile, testSite } from './test-extension.ts';

const service = await testService();
const site = await testSite({ '/': '<title>No one</title>' });
const extension = await testExtension(await testProfile());
const { panel, context } = extension;
const workspace = await service.workspace();
const session = await workspace.session('member');
const admin = await workspace.session('admin');
const [name = '', value = ''] = session.cookie!.split(/=(.*)/s);
await context.addCookies([{ name, value, url: service.origin }]);

/** Clicks Connect, and returns the code and the page of the console that opens. */
async function askForCode(button = 'Connect') {
  const opened = context.waitForEvent('page');
  await panel.getByRole('button', { name: button, exact: true }).click();
  const page = await opened;
  await panel.getByRole('heading', { name: 'Confirm the code' }).waitFor();
  const code = (await panel.locator('.code').textContent())!.split(' ').at(-1)!;
  expect(code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
  return { code, page };
}

const isConnected = () =>
  panel.getByText(`Connected to ${workspace.name} as A member (member).`).waitFor();

async function savePerson(email: string) {
  const page = await context.newPage();
  await page.goto(site);
  await extension.click(page);
  await panel.getByLabel('Email').fill(email);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await page.close();
}

const rotate = () =>
  service.call(admin, 'POST', '/api/v1/manage/tokens/rotate', {
    body: { workspaceName: workspace.name, name: 'New' },
  });

test('a code that is denied connects nothing, and a new one can be asked for', async () => {
  await panel.getByLabel('Server address').fill(service.origin);
  const { code, page } = await askForCode();
  await checkState(panel, 'code');
  await expect.poll(() => new URL(page.url()).origin).toBe(service.origin);
  await page.getByRole('button', { name: 'Deny' }).click();
  await panel.getByText('Denied in the console').waitFor();
  await checkState(panel, 'denied');
  // The wait for the first code is over.
  await expect
    .poll(() => panel.evaluate('navigator.locks.query().then(({ held }) => held.length)'))
    .toBe(0);
  await page.close();
  const next = await askForCode('Get a new code');
  expect(next.code).not.toBe(code);
  await next.page.close();
});

test('a code that is not confirmed in time has expired', async () => {
  await service.owner.query(sql`update connect_request set expires_at = now()`);
  await panel.getByText('The code has expired').waitFor();
  await checkState(panel, 'expired');
});

test('a code that is confirmed in the console connects, and no token is shown or typed', async () => {
  const { code, page } = await askForCode('Get a new code');
  await page.getByText(code).waitFor();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await isConnected();
  await checkState(panel, 'connected');
  await page.getByRole('table', { name: 'Connected browsers' }).getByText('Chrome on').waitFor();
  const { local, session: memory } = await extension.stored();
  expect(local['connection']).toMatchObject({ workspace: { id: workspace.id } });
  expect(memory).not.toHaveProperty('connecting');
  await page.close();
});

test('after all tokens are replaced, saves wait until the browser is connected again by a code', async () => {
  await rotate();
  await savePerson('cem@kaya.example');
  await panel.getByText('Disconnected by the server').waitFor();
  await panel.getByRole('button', { name: 'Reconnect' }).click();
  const { page } = await askForCode();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await panel.getByText('Disconnected by the server').waitFor({ state: 'detached' });
  await page.close();
  const token = await workspace.token('viewer');
  await expect
    .poll(async () => {
      const { data } = await service.call(token, 'GET', '/prospects', { query: { q: 'cem' } });
      return data.prospects.length;
    })
    .toBe(1);
});

async function disconnect() {
  await panel.getByRole('button', { name: 'Settings' }).click();
  await panel.getByRole('button', { name: 'Disconnect…' }).click();
  await panel.getByText('The token is revoked.').waitFor();
  await panel.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await panel.getByRole('heading', { name: 'Connect to your workspace' }).waitFor();
  await expect.poll(extension.stored).toEqual({ local: {}, session: {} });
}

async function connectByCode() {
  await panel.getByLabel('Server address').fill(service.origin);
  const { page } = await askForCode();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await isConnected();
  return page;
}

const tokenOf = async () =>
  ((await extension.stored()).local['connection'] as { token: string }).token;
const statusOf = async (token: string) => (await service.call(token, 'GET', '/session')).status;

test('disconnecting revokes the token, and the console no longer lists the browser', async () => {
  const token = await tokenOf();
  expect(await statusOf(token)).toBe(200);
  await disconnect();
  await expect.poll(() => statusOf(token), { message: 'the token is revoked' }).toBe(401);
  const page = await context.newPage();
  await page.goto(`${service.origin}/settings/api`);
  await page.getByText('No tokens yet').waitFor();
  expect(await page.getByText('Connected browsers').count()).toBe(0);
  await page.close();
});

test('disconnecting while the server cannot be reached removes everything, and says that the token is left', async () => {
  await (await connectByCode()).close();
  const token = await tokenOf();
  await context.setOffline(true);
  await disconnect();
  await panel.getByText('The token was not revoked').waitFor();
  await checkState(panel, 'token-left');
  await context.setOffline(false);
  expect(await statusOf(token)).toBe(200);
});

test('disconnecting names the saves that are lost, and removes everything that was stored', async () => {
  await (await connectByCode()).close();
  await rotate();
  await savePerson('bo@harbor.example');
  await panel.getByText('1 waiting', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Settings' }).click();
  await panel.getByRole('button', { name: 'Disconnect…' }).click();
  await panel.getByText('1 save is lost').waitFor();
  await checkState(panel, 'disconnect');
  await panel.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await panel.getByRole('heading', { name: 'Connect to your workspace' }).waitFor();
  await expect.poll(extension.stored).toEqual({ local: {}, session: {} });
});
