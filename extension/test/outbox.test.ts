import { createServer } from 'node:http';
import { endpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { freePort } from '../../server/test/faults/free-port.ts';
import { emptyRateWindow } from '../../server/test/rate-windows.ts';
import { type TestService, testService } from '../../server/test/service.ts';
import { checkState, connectWith, testExtension, testProfile, testSite } from './test-extension.ts';

const count = 100;
const { perMinute } = endpoints.postLeads;
// Below the range that the system gives to others, because it is used again later.
const port = await freePort();
const first = await testService({ config: { PORT: port } });
const workspace = await first.workspace();
const { token, tokenId } = await workspace.user('member');
const site = await testSite({ '/': '<title>No one</title>' });
const profile = await testProfile();

/** Types and clicks in the panel itself: a hundred times from here takes a minute. */
const saveMany = (from: number, to: number) => `(async () => {
  const find = async (selector, text = '') => {
    for (;;) {
      const found = [...document.querySelectorAll(selector)].find((each) => each.textContent.startsWith(text));
      if (found && !found.disabled) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  for (let n = ${from}; n < ${to}; n += 1) {
    const email = await find('input[inputmode=email]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(email, 'person.' + n + '@acme.example');
    email.dispatchEvent(new Event('input', { bubbles: true }));
    (await find('main button', 'Save')).click();
    await find('.notice strong', 'Waiting to be sent');
    (await find('main button', 'Back to the page')).click();
  }
})()`;

test('100 saves made while the server is down survive a restart of the browser and a rate limit, and each is saved once', async () => {
  const extension = await testExtension(profile);
  const { panel, context } = extension;
  await connectWith(panel, first.origin, token);
  await panel.getByRole('heading', { name: 'Read a page' }).waitFor();
  await first.stop();

  const page = await context.newPage();
  await page.goto(site);
  await extension.click(page);
  await panel.getByLabel('Email').waitFor();
  await panel.evaluate(saveMany(0, 1));
  await panel.getByRole('button', { name: 'Show', exact: true }).click();
  await panel.getByText('The server cannot be reached').waitFor();
  await checkState(panel, 'outbox');
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.evaluate(saveMany(1, count));
  await panel.getByText(`${count} waiting`).waitFor();
  await checkState(panel, 'queued');
  await extension.close();

  const restarted = await testExtension(profile);
  await restarted.panel.getByText(`${count} waiting`).waitFor();
  // What was read is forgotten when the browser closes.
  expect((await restarted.stored()).session).toEqual({});
  const start = () => testService({ config: { PORT: port }, database: first.database });
  const second = await start();
  const stored = async ({ call }: TestService) => {
    const { data } = await call(token, 'GET', '/prospects', { query: { pageSize: '100' } });
    return data.prospects.map(({ email }: { email: string }) => email).toSorted();
  };
  await restarted.panel.evaluate("chrome.runtime.sendMessage('deliver-now')");
  // The server accepts this many in a minute. The rest waits.
  await restarted.panel.getByText(`${count - perMinute} waiting`).waitFor();
  await expect
    .poll(async () => (await restarted.stored()).local['outbox-pause'])
    .toMatchObject({ reason: 'rate_limited' });
  expect(await stored(second)).toHaveLength(perMinute);
  // As if a minute had passed: the process counts too.
  await second.stop();
  await emptyRateWindow(`${tokenId}:postLeads`);
  const third = await start();
  await restarted.panel.evaluate("chrome.runtime.sendMessage('deliver-now')");
  await restarted.panel.getByRole('contentinfo').waitFor({ state: 'detached' });
  expect(await stored(third)).toEqual(
    Array.from({ length: count }, (_, n) => `person.${n}@acme.example`).toSorted(),
  );
  await restarted.close();
  await third.stop();
});

test('429 is waited for and shown, and nothing is sent meanwhile', async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(request.method === 'OPTIONS' ? 204 : 429, {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
      'access-control-expose-headers': 'Retry-After',
      'retry-after': '75',
      'content-type': 'application/json',
    });
    response.end(
      '{"ok":false,"error":{"code":"rate_limited","message":"Wait.","correlationId":"c"}}',
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const extension = await testExtension(profile);
  const page = await extension.context.newPage();
  await page.goto(site);
  await extension.click(page);
  await extension.panel.getByLabel('Email').fill('late@acme.example');
  await extension.panel.getByRole('button', { name: 'Save', exact: true }).click();
  await extension.panel.getByText(/1 waiting · next attempt in \d+ s/).waitFor();
  const { until } = (await extension.stored()).local['outbox-pause'] as { until: number };
  // The panel shows the pause before the alarm is set.
  await expect
    .poll(() => extension.panel.evaluate('chrome.alarms.getAll()'))
    .toMatchObject([{ scheduledTime: expect.closeTo(until, -2) }]);
  const sent = requests.length;
  await extension.panel.evaluate("chrome.runtime.sendMessage('deliver')");
  await extension.panel.getByRole('button', { name: 'Show', exact: true }).click();
  await extension.panel.getByText('Too many requests').waitFor();
  await checkState(extension.panel, 'rate-limited');
  expect(requests.length).toBe(sent);
  await extension.close();
  server.closeAllConnections();
  server.close();
});
