import { expect, test } from 'vitest';
import { testService } from '../../server/test/service.ts';
import { checkState, connectWith, testExtension, testProfile, testSite } from './test-extension.ts';

const service = await testService();
const site = await testSite({
  '/other': '<title>Other</title>',
  '/jane': '<title>Jane</title><a href="mailto:jane.doe@acme.example">Jane Doe</a>',
});
const extension = await testExtension(await testProfile());
const { panel, context } = extension;
const workspace = await service.workspace();

test('without a policy, the browser’s managed storage is empty and no address is filled in', async () => {
  const managed = await panel.evaluate('chrome.storage.managed.get(null)');
  expect(managed).toEqual({});
  expect(await panel.getByLabel('Server address').inputValue()).toBe('');
});

test('the server address that an administrator has set is filled in', async () => {
  // Policies are read from a folder of the system that tests must not write to. So this stands in for
  // what the browser returns, and for nothing of the extension.
  const preset = await context.newPage();
  await preset.addInitScript(
    `chrome.storage.managed.get = async (key) => ({ [key]: { serverAddress: ${JSON.stringify(service.origin)} }[key] });`,
  );
  await preset.goto(panel.url());
  const address = preset.getByLabel('Server address');
  await expect.poll(() => address.inputValue()).toBe(service.origin);
  await preset.close();
});

test('an address without encryption is refused before anything is sent', async () => {
  await connectWith(panel, 'http://outcrop.example.com', 'secret');
  await panel.getByText('The address must start with https://').waitFor();
  await checkState(panel, 'connect');
  expect(extension.requests).toEqual([]);
});

test('a token that the server does not know is named, and not kept', async () => {
  await connectWith(panel, service.origin, 'oc_unknown');
  await panel.getByText('This token is unknown, expired or revoked.').waitFor();
  expect((await extension.stored()).local).toEqual({});
  // The browser reports the 401 itself.
  extension.complaints.length = 0;
});

test('a pasted token connects, and the panel shows the workspace', async () => {
  await connectWith(panel, service.origin, await workspace.token('member'));
  await panel.getByRole('banner').getByText(workspace.name, { exact: true }).waitFor();
  await expect
    .poll(() => extension.requests.slice(-3).toSorted())
    .toEqual(
      ['boards', 'campaigns', 'session'].map((path) => `GET ${service.origin}/api/v1/ext/${path}`),
    );
});

test('the toolbar button opens the panel and reads that tab, and no other', async () => {
  const page = await context.newPage();
  const other = await context.newPage();
  await other.goto(`${site}/other`);
  await page.goto(`${site}/jane`);
  const requested = extension.requests.length;
  // Waits until the side panel has opened.
  await extension.click(page);
  const worker = await extension.worker();
  const readable = await worker.evaluate(
    `(async () => {
        const tabs = await chrome.tabs.query({});
        const results = [];
        for (const { id } of tabs)
          results.push(await chrome.scripting
            .executeScript({ target: { tabId: id }, func: () => location.href })
            .then(([{ result }]) => result, () => null));
        return results.filter((each) => each?.startsWith('http'));
      })()`,
  );
  expect(readable).toEqual([`${site}/jane`]);
  const lookUp = `GET ${service.origin}/api/v1/ext/prospects?q=jane.doe%40acme.example&pageSize=10`;
  await expect.poll(() => extension.requests.slice(requested)).toEqual([lookUp]);
  await page.close();
  await other.close();
});

test('disconnecting removes everything that was stored', async () => {
  await panel.getByRole('button', { name: 'Settings' }).click();
  await panel.getByRole('button', { name: 'Disconnect…' }).click();
  await panel.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await panel.getByRole('heading', { name: 'Connect to your workspace' }).waitFor();
  await expect.poll(extension.stored).toEqual({ local: {}, session: {} });
  expect(extension.complaints).toEqual([]);
});
