import { describe, expect, test } from 'vitest';
import { consoleGround } from './ground.ts';

const ground = await consoleGround();
const workspace = await ground.service.workspace();
await ground.service.call(await workspace.token('viewer'), 'GET', '/session');

const pages = [
  { path: 'webhooks', line: 'webhooks', what: 'the webhooks', shows: 'No webhooks yet' },
  { path: 'requests', line: 'request-log?*', what: 'the request log', shows: 'shown' },
  { path: 'usage', line: 'usage', what: 'the usage', shows: 'Limits' },
  { path: 'ai', line: 'ai-settings', what: 'the AI settings', shows: 'Test call' },
];

describe.each(pages)('settings/$path', ({ path, line, what, shows }) => {
  // The log of requests is asked with or without a query.
  const address = new RegExp(`/api/v1/manage/${line.replace('?*', '(\\?|$)')}`);

  test('shows a skeleton while it takes long [console.loading]', async () => {
    const { page, open } = await ground.member(workspace, 'admin');
    const held = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      await held.promise;
      await route.continue();
    });
    const opening = open(`~/settings/${path}`);
    await page.locator('[data-skeleton]').first().waitFor();
    held.resolve();
    await opening;
    await page.getByText(shows).first().waitFor();
  });

  test('says what failed, with the id that finds it, and tries again [console.errors]', async () => {
    const { page, open, complaints } = await ground.member(workspace, 'admin');
    const correlationId = '01a1dce9-c104-7401-9438-0ccf6d841820';
    const message = 'Something went wrong here.';
    await page.route(address, (route) =>
      route.fulfill({
        status: 500,
        json: { ok: false, error: { code: 'internal_error', message, correlationId } },
      }),
    );
    await open(`~/settings/${path}`);
    const told = page.getByRole('alert');
    await told.getByText(`Could not load ${what}`).waitFor();
    await told.getByText(correlationId).waitFor();
    await page.unroute(address);
    await told.getByRole('button', { name: 'Retry' }).click();
    await page.getByText(shows).first().waitFor();
    expect(complaints.splice(0)).toEqual([expect.stringMatching(/500/)]);
  });

  test('goes on by itself after too many requests [console.rate-limited]', async () => {
    const { page, open, complaints } = await ground.member(workspace, 'admin');
    let refused = 0;
    await page.route(address, (route) => {
      if (refused++ > 0) return route.continue();
      const message = 'Too many requests. Wait, then try again.';
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '2' },
        json: { ok: false, error: { code: 'rate_limited', message, correlationId: 'c' } },
      });
    });
    const opening = open(`~/settings/${path}`);
    await page.getByText('Too many requests in a minute.').waitFor();
    await opening;
    await page.getByText(shows).first().waitFor();
    expect(complaints.splice(0)).toEqual([expect.stringMatching(/429/)]);
  });

  test('stays readable while offline, and says so [console.offline]', async () => {
    const { page, open, complaints } = await ground.member(workspace, 'admin');
    await open(`~/settings/${path}`);
    await page.getByText(shows).first().waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByText(shows).first().waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    complaints.splice(0);
  });
});

test.each(['webhooks', 'webhooks/019c8a10-000e-7000-8000-3e9b1f6d8a25', 'requests', 'ai'])(
  'settings/%s tells a Member for whom it is [console.roles]',
  async (path) => {
    const { page, open } = await ground.member(workspace, 'member');
    await open(`~/settings/${path}`);
    await page.getByText('This needs an Admin or higher; you are a Member.').waitFor();
  },
);

test('a webhook that is gone is told, not shown half [console.errors]', async () => {
  const { page, open, complaints } = await ground.member(workspace, 'admin');
  await open('~/settings/webhooks/019c8a10-000e-7000-8000-3e9b1f6d8a25');
  await page.getByText('Could not load the webhook').waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/404/)]);
});
