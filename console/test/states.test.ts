import { describe, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { password } from '../../server/test/accounts.ts';
import { heading, submit } from './forms.ts';
import { expectAccessible, testConsole } from './test-console.ts';

const ground = await testConsole();
const { owner } = ground.service;
const lists = '/api/v1/manage/lists';

/** A workspace with one audit log entry. */
async function withHistory() {
  const workspace = await ground.service.workspace();
  const token = await workspace.token('member');
  await ground.service.call(token, 'POST', lists, { body: { name: 'Fair' } });
  return workspace;
}

describe('while a page loads', () => {
  test('a skeleton appears after a delay, and old rows stay until new ones arrive [console.loading]', async () => {
    const { page, open } = await ground.member(await withHistory(), 'admin');
    await open('~/settings/general');
    let held = Promise.withResolvers<void>();
    await page.route('**/api/v1/manage/audit**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.locator('[data-skeleton]').waitFor();
    held.resolve();
    const row = page.getByRole('cell', { name: 'created the list “Fair”' });
    await row.waitFor();
    await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0);

    held = Promise.withResolvers();
    await page.getByRole('combobox', { name: 'Action' }).fill('renamed');
    await page.getByRole('option', { name: 'List renamed' }).click();
    await page.locator('[aria-busy="true"]').waitFor();
    await expect.poll(() => row.isVisible()).toBe(true);
    held.resolve();
    await page.getByText('No results').waitFor();
  });
});

describe('an empty page', () => {
  test('says what will appear there [console.empty]', async () => {
    const workspace = await ground.service.workspace();
    const { page, open } = await ground.member(workspace, 'admin');
    await open('~/settings/audit');
    await page.getByText('No entries yet').waitFor();
    await expectAccessible(page);
  });

  test('names the active filters and offers to clear them [console.empty]', async () => {
    const { page, open } = await ground.member(await withHistory(), 'admin');
    await open('~/settings/audit?action=webhook.deleted');
    await page.getByText('No matches for action Webhook deleted.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('cell', { name: 'created the list “Fair”' }).waitFor();
    await expect.poll(() => page.url()).not.toContain('action');
  });
});

describe('a failure', () => {
  test('is shown with the correlation ID of its log line and a retry button [console.errors]', async () => {
    const { page, open, complaints } = await ground.member(await withHistory(), 'admin');
    await owner.ask(sql`alter table audit_entry rename to audit_entry_away`);
    try {
      await open('~/settings/audit');
      const alert = page.getByRole('alert');
      await alert.getByText('Could not load the audit log').waitFor();
      const id = (await alert.locator('code').textContent())!;
      expect(ground.service.log.some((line) => line['correlationId'] === id)).toBe(true);
      await alert.getByRole('button', { name: 'Copy correlation ID' }).waitFor();
      await expectAccessible(page);
    } finally {
      await owner.ask(sql`alter table audit_entry_away rename to audit_entry`);
    }
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('cell', { name: 'created the list “Fair”' }).waitFor();
    expect(complaints.splice(0).join()).toMatch(/500/);
  });

  test('shows its correlation ID on one line inside the alert, even on the smallest screen [console.errors]', async () => {
    const { page, open, complaints } = await ground.visitor({
      viewport: { width: 320, height: 640 },
    });
    await open('/sign-in');
    await owner.ask(sql`alter table auth."user" rename to user_away`);
    try {
      await submit(page, { Email: 'ines@fernhill.example', Password: password }, 'Sign in');
      const alert = page.getByRole('alert');
      const copy = alert.getByRole('button', { name: 'Copy correlation ID' });
      await copy.waitFor();
      const box = (await alert.boundingBox())!;
      const id = (await alert.locator('code').boundingBox())!;
      const button = (await copy.boundingBox())!;
      expect(id.height).toBeLessThan(26);
      expect(Math.abs(id.y + id.height / 2 - button.y - button.height / 2)).toBeLessThan(4);
      expect(button.x + button.width).toBeLessThanOrEqual(box.x + box.width);
      await expectAccessible(page);
    } finally {
      await owner.ask(sql`alter table auth.user_away rename to "user"`);
    }
    complaints.splice(0);
  });

  test('that occurs before the first page loads is shown instead of the page [console.errors]', async () => {
    const workspace = await ground.service.workspace();
    const { page, open, complaints } = await ground.member(workspace, 'admin');
    await page.route('**/api/v1/manage/me', (route) => route.abort());
    const opened = open('~/settings/audit');
    await page.getByText('Could not show this page').waitFor();
    await opened;
    await expectAccessible(page);
    await page.unroute('**/api/v1/manage/me');
    await page.getByRole('button', { name: 'Retry' }).click();
    await heading(page, 'Audit log').waitFor();
    complaints.splice(0);
  });

  test('inside a page keeps the navigation usable [console.errors]', async () => {
    const workspace = await ground.service.workspace();
    const { page, open, complaints } = await ground.member(workspace, 'admin');
    const audit = '**/api/v1/manage/audit**';
    await page.route(audit, (route) => route.fulfill({ json: { ok: true, data: {} } }));
    await open('~/settings/audit');
    await page.getByText('Could not show this page').waitFor();
    await page.getByRole('link', { name: 'Your account' }).click();
    await heading(page, 'Your account').waitFor();
    complaints.splice(0);
  });
});

test('a page that requires another role says which one [console.roles]', async () => {
  const { page, open } = await ground.member(await withHistory(), 'viewer');
  await open('~/settings/audit');
  await page.getByText('Requires the Admin role or higher. Your role is Viewer.').waitFor();
  await expect.poll(() => page.getByRole('table').count()).toBe(0);
});

test('the offline banner appears and disappears with the connection [console.offline]', async () => {
  const workspace = await ground.service.workspace();
  const { page, open, complaints } = await ground.member(workspace, 'viewer');
  await open('~/settings/general');
  await page.context().setOffline(true);
  await page.getByText("You're offline").waitFor();
  await page.context().setOffline(false);
  await page.getByText("You're offline").waitFor({ state: 'detached' });
  complaints.splice(0);
});

test('a banner stays visible below the top bar after navigation [console.offline console.still]', async () => {
  const workspace = await ground.service.workspace();
  const { page, open, complaints } = await ground.member(workspace, 'admin', {
    viewport: { width: 1280, height: 480 },
  });
  await open('~/settings/general');
  for (const title of ['Audit log', 'Members', 'General']) {
    await page.getByRole('link', { name: title, exact: true }).click();
    await heading(page, title).waitFor();
  }
  await page.context().setOffline(true);
  const notice = page.getByRole('status').filter({ hasText: "You're offline" });
  await notice.waitFor();
  for (const title of ['Members', 'Audit log', 'General']) {
    await page.getByRole('link', { name: title, exact: true }).click();
    await heading(page, title).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
    const [bar, banner] = [page.getByRole('banner'), notice].map((each) => each.boundingBox());
    const { y, height } = (await bar)!;
    expect((await banner)!.y).toBeGreaterThanOrEqual(y + height);
  }
  await page.context().setOffline(false);
  complaints.splice(0);
});

test('a rate limit shows a countdown and retries automatically [console.rate-limited]', async () => {
  const { page, open, complaints } = await ground.member(await withHistory(), 'admin');
  await open('~/settings/general');
  let refused = 0;
  await page.route('**/api/v1/manage/audit**', (route) => {
    if (refused++ > 0) return route.continue();
    const correlationId = '01a1dce9-c104-7401-9438-0ccf6d841820';
    const error = { code: 'rate_limited', message: 'Too many requests.', correlationId };
    const headers = { 'retry-after': '15' };
    return route.fulfill({ status: 429, headers, json: { ok: false, error } });
  });
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('Retrying automatically').waitFor();
  await page.getByText(/in \d+ s/).waitFor();
  await expectAccessible(page);
  await page.getByRole('cell', { name: 'created the list “Fair”' }).waitFor();
  await page.getByText('Retrying automatically').waitFor({ state: 'detached' });
  complaints.splice(0);
});

test('an action that needs the password asks for it and continues; canceling changes nothing [console.fresh-password]', async () => {
  const workspace = await ground.service.workspace();
  const { page, open, email, complaints } = await ground.member(workspace, 'owner');
  await owner.ask(sql`
    update auth."session" set "freshAt" = now() - interval '1 hour'
    where "userId" = (select "id" from auth."user" where "email" = ${email})`);
  await open('~/settings/members');
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  const invite = async (address: string) => {
    await page.getByRole('button', { name: 'Invite member' }).first().click();
    await page.getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Create invite link' }).click();
    await dialog.waitFor();
  };
  await invite('aiko@fernhill.example');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'Create invite link' }).click();
  await dialog.waitFor();
  await submit(page, { Password: 'ten wrong guesses' }, 'Continue');
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await expect.poll(() => dialog.textContent()).not.toContain('Correlation ID');
  await submit(page, { Password: password }, 'Continue');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'invitation link' }).waitFor();
  complaints.splice(0);
});
