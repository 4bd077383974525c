import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { testConsole } from './test-console.ts';
import { dialog, press, row, shownToken } from './tokens.ts';

const ground = await testConsole();
const { service } = ground;

const pages = [
  { path: '~/settings/api', line: 'tokens', what: 'the tokens', table: 'API tokens' },
  { path: '~/settings/members', line: 'members', what: 'the members', table: 'People' },
];

test.each(pages)(
  '$path shows a skeleton while $what load slowly [console.loading]',
  async ({ path, line, table }) => {
    const workspace = await service.workspace();
    await workspace.user('viewer');
    const { page, open } = await ground.member(workspace, 'admin');
    const gate = Promise.withResolvers<void>();
    await page.route(`**/api/v1/manage/${line}`, async (route) => {
      await gate.promise;
      await route.continue();
    });
    const opening = open(path);
    await page.locator('[data-skeleton]').waitFor();
    await page.getByRole('status').getByText(`Loading the ${line}`).waitFor();
    gate.resolve();
    await opening;
    await page.getByRole('table', { name: table }).waitFor();
  },
);

test.each(pages)(
  '$path shows that $what could not be loaded, and retries [console.errors]',
  async ({ path, what, table }) => {
    const workspace = await service.workspace();
    await workspace.user('viewer');
    const { page, open, complaints } = await ground.member(workspace, 'admin');
    await service.owner.ask(sql`alter table api_token rename to api_token_away`);
    try {
      await open(path);
      const alert = page.getByRole('alert');
      await alert.getByText(`Could not load ${what}`).waitFor();
      const id = (await alert.locator('code').textContent())!;
      expect(service.log.some(({ correlationId }) => correlationId === id)).toBe(true);
    } finally {
      await service.owner.ask(sql`alter table api_token_away rename to api_token`);
    }
    await press(page, 'Retry');
    await page.getByRole('table', { name: table }).waitFor();
    expect(complaints.splice(0).join()).toMatch(/500/);
  },
);

test.each(pages)(
  '$path retries automatically after too many requests [console.rate-limited]',
  async ({ path, line, table }) => {
    const workspace = await service.workspace();
    await workspace.user('viewer');
    const { page, open, complaints } = await ground.member(workspace, 'admin');
    let isRefusing = true;
    let refused = 0;
    await page.route(`**/api/v1/manage/${line}`, (route) => {
      if (!isRefusing) return route.continue();
      refused++;
      const message = 'Too many requests. Wait, then try again.';
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '2' },
        json: { ok: false, error: { code: 'rate_limited', message, correlationId: 'c' } },
      });
    });
    const opening = open(path);
    await page.getByText('Retrying automatically').waitFor();
    isRefusing = false;
    await opening;
    await page.getByRole('table', { name: table }).waitFor();
    expect(complaints.splice(0)).toEqual(Array(refused).fill(expect.stringMatching(/429/)));
  },
);

test('an action taken offline is sent once the browser is online [console.offline]', async () => {
  const workspace = await service.workspace();
  const { page, open, complaints } = await ground.member(workspace, 'member');
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

test('a test call without a response shows an error [console.offline console.errors]', async () => {
  const workspace = await service.workspace();
  const { page, open, complaints } = await ground.member(workspace, 'member');
  await open('~/settings/api');
  await press(page, 'Generate API token');
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await press(page, 'Generate');
  await shownToken(page);
  await page.context().setOffline(true);
  await press(page, 'Run test call');
  await dialog(page, 'Your new token').getByRole('alert').getByText("You're offline").waitFor();
  await page.context().setOffline(false);
  complaints.splice(0);
});

test('a user whose role has been lowered since the page loaded gets an error, and nothing changes [console.roles]', async () => {
  const workspace = await service.workspace();
  const { page, open, email, complaints } = await ground.member(workspace, 'admin');
  await open('~/settings/members');
  await press(page, 'Invite member');
  await page.getByLabel('Email', { exact: true }).fill('aiko@fernhill.example');
  await service.owner.ask(sql`
    update member set role = 'viewer'
    where user_id = (select "id" from auth."user" where "email" = ${email})`);
  await press(page, 'Create invite link');
  await dialog(page, 'Invite member').getByRole('alert').waitFor();
  expect(
    await service.owner.ask(sql`select from invitation where workspace_id = ${workspace.id}`),
  ).toEqual([]);
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/403/)]);
});
