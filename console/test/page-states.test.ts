import { expect, test } from 'vitest';
import { testConsole } from './test-console.ts';

const ground = await testConsole();
const workspace = await ground.service.workspace();
await ground.service.call(await workspace.token('viewer'), 'GET', '/session');

/** The endpoint each page loads, and a text that it shows then. */
const pages = [
  { path: 'home', line: 'boards', what: 'the pipeline', shows: 'Get started' },
  { path: 'prospects', line: 'prospects', what: 'the prospects', shows: 'No prospects yet' },
  { path: 'pipeline', line: 'boards', what: 'the pipeline', shows: 'No prospects yet' },
  { path: 'inbox', line: 'conversations', what: 'the conversations', shows: 'No replies yet' },
  { path: 'campaigns', line: 'campaigns', what: 'the campaigns', shows: 'No campaigns yet' },
  { path: 'lists', line: 'boards', what: 'the lists and tags', shows: 'Lists (0)' },
  { path: 'enrichment', line: 'enrichment-jobs', what: 'the jobs', shows: 'No enrichments yet' },
  { path: 'tasks', line: 'tasks', what: 'the background jobs', shows: 'No background jobs yet' },
  { path: 'settings/webhooks', line: 'webhooks', what: 'the webhooks', shows: 'No webhooks yet' },
  {
    path: 'settings/mailboxes',
    line: 'mailboxes',
    what: 'the mailboxes',
    shows: 'No mailboxes yet',
  },
  { path: 'settings/requests', line: 'request-log', what: 'the request log', shows: 'shown' },
  { path: 'settings/usage', line: 'usage', what: 'the usage', shows: 'Limits' },
  { path: 'settings/ai', line: 'ai-settings', what: 'the AI settings', shows: 'Test call' },
];

test.each(pages)(
  '$path shows a skeleton while loading, errors with a retry button, waits after a rate limit and stays readable offline [console.loading console.errors console.offline]',
  async ({ path, line, what, shows }) => {
    const address = new RegExp(`/api/v1/manage/${line}(\\?|$)`);
    const { page, open, complaints } = await ground.member(workspace, 'admin');
    const expectShown = () => page.getByText(shows).first().waitFor();
    const expectComplaints = (status: RegExp) => {
      expect(complaints.length).toBeGreaterThan(0);
      for (const complaint of complaints.splice(0)) expect(complaint).toMatch(status);
    };

    const held = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      await held.promise;
      await route.continue();
    });
    const opening = open(`~/${path}`);
    await page.locator('[data-skeleton]').first().waitFor();
    held.resolve();
    await opening;
    await expectShown();
    await page.unroute(address);

    const correlationId = '01a1dce9-c104-7401-9438-0ccf6d841820';
    const failure = { code: 'internal_error', message: 'Something went wrong here.' };
    await page.route(address, (route) =>
      route.fulfill({ status: 500, json: { ok: false, error: { ...failure, correlationId } } }),
    );
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: `Could not load ${what}` });
    await alert.getByText(correlationId).waitFor();
    await page.unroute(address);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expectShown();
    expectComplaints(/500/);

    let isRefusing = true;
    let accepted = 0;
    await page.route(address, (route) => {
      if (!isRefusing) {
        accepted++;
        return route.continue();
      }
      const error = { code: 'rate_limited', message: 'Too many requests.', correlationId };
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '2' },
        json: { ok: false, error },
      });
    });
    await page.reload();
    await page.getByText('Retrying automatically').waitFor();
    isRefusing = false;
    await expect.poll(() => accepted).toBeGreaterThan(0);
    await page.waitForLoadState('networkidle');
    await expectShown();
    expectComplaints(/429/);

    await page.context().setOffline(true);
    await page.getByText("You're offline.").waitFor();
    await expectShown();
    await page.context().setOffline(false);
    await page.getByText("You're offline.").waitFor({ state: 'detached' });
    complaints.splice(0);
  },
);

test('a missing webhook shows an error instead of a partial page [console.errors]', async () => {
  const { page, open, complaints } = await ground.member(workspace, 'admin');
  await open('~/settings/webhooks/019c8a10-000e-7000-8000-3e9b1f6d8a25');
  await page.getByText('Could not load the webhook').waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/404/)]);
});
