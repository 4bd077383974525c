import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { testService } from '../../server/test/service.ts';
import { checkState, connectWith, testExtension, testProfile, testSite } from './test-extension.ts';

const count = 20;
const first = await testService();
const port = Number(new URL(first.origin).port);
const workspace = await first.workspace();
const token = await workspace.token('member');
const site = await testSite({ '/': '<title>No one</title>' });
const profile = await testProfile();

test('saves made while the server is down survive a restart of the browser, and each is saved once', async () => {
  const extension = await testExtension(profile);
  const { panel, context } = extension;
  await connectWith(panel, first.origin, token);
  await panel.getByRole('heading', { name: 'Read a page' }).waitFor();
  await first.stop();

  const page = await context.newPage();
  await page.goto(site);
  await extension.click(page);
  for (let n = 0; n < count; n += 1) {
    await panel.getByLabel('Email').fill(`person.${n}@acme.example`);
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await panel.getByText('Waiting to be sent').waitFor();
    await panel.getByRole('button', { name: 'Back to the page' }).click();
  }
  await panel.getByText(`${count} waiting`).waitFor();
  await checkState(panel, 'queued');
  await extension.close();

  const restarted = await testExtension(profile);
  await restarted.panel.getByText(`${count} waiting`).waitFor();
  const second = await testService({ config: { PORT: port }, database: first.database });
  await restarted.panel.evaluate("chrome.runtime.sendMessage('deliver-now')");
  await restarted.panel.getByText(`${count} waiting`).waitFor({ state: 'detached' });
  await restarted.panel.getByRole('contentinfo').waitFor({ state: 'detached' });
  const { data } = await second.call(token, 'GET', '/prospects', {
    query: { pageSize: '100' },
  });
  const emails = data.prospects.map(({ email }: { email: string }) => email);
  expect(emails.toSorted()).toEqual(
    Array.from({ length: count }, (_, n) => `person.${n}@acme.example`).toSorted(),
  );
  await restarted.close();
  await second.stop();
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
  await extension.panel.getByText(/1 waiting · next attempt in 7\d s/).waitFor();
  const [alarm] = (await extension.panel.evaluate('chrome.alarms.getAll()')) as {
    scheduledTime: number;
  }[];
  const { local } = await extension.stored();
  expect(alarm!.scheduledTime).toBeCloseTo((local['outbox-pause'] as { until: number }).until, -2);
  const sent = requests.length;
  await extension.panel.evaluate("chrome.runtime.sendMessage('deliver')");
  await extension.panel.getByRole('button', { name: 'Show' }).click();
  await extension.panel.getByText('Too many requests').waitFor();
  await checkState(extension.panel, 'rate-limited');
  expect(requests.length).toBe(sent);
  await extension.close();
  server.closeAllConnections();
  server.close();
});
