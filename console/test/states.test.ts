import { describe, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { testPassword } from '../../server/test/accounts.ts';
import { heading, submit } from './forms.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { owner } = instance.service;
const lists = '/api/v1/manage/lists';

/** A workspace with one audit log entry. */
async function withHistory() {
  const workspace = await instance.service.workspace();
  const token = await workspace.token('member');
  await instance.service.call(token, 'POST', lists, { body: { name: 'Fair' } });
  return workspace;
}

describe('a failure', () => {
  nightlyTest('is shown with the correlation ID of its log line and a retry button', async () => {
    const { page, open, complaints } = await instance.member(await withHistory(), 'admin');
    await owner.query(sql`alter table audit_entry rename to audit_entry_away`);
    try {
      await open('~/settings/audit');
      const alert = page.getByRole('alert');
      await alert.getByText('Could not load the audit log').waitFor();
      const id = (await alert.locator('code').textContent())!;
      expect(instance.service.log.some((line) => line['correlationId'] === id)).toBe(true);
      await alert.getByRole('button', { name: 'Copy correlation ID' }).waitFor();
      await expectAccessible(page);
    } finally {
      await owner.query(sql`alter table audit_entry_away rename to audit_entry`);
    }
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('cell', { name: 'created the list “Fair”' }).waitFor();
    expect(complaints.splice(0).join()).toMatch(/500/);
  });

  nightlyTest(
    'shows its correlation ID on one line inside the alert, even on the smallest screen',
    async () => {
      const { page, open, complaints } = await instance.visitor({
        viewport: { width: 320, height: 640 },
      });
      await open('/sign-in');
      await owner.query(sql`alter table auth."user" rename to user_away`);
      try {
        await submit(page, { Email: 'ines@fernhill.example', Password: testPassword }, 'Sign in');
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
        await owner.query(sql`alter table auth.user_away rename to "user"`);
      }
      complaints.splice(0);
    },
  );
});

nightlyTest('a banner stays visible below the top bar after navigation', async () => {
  const workspace = await instance.service.workspace();
  const { page, open, complaints } = await instance.member(workspace, 'admin', {
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

test('an action that needs the password asks for it and continues; canceling changes nothing', async () => {
  const workspace = await instance.service.workspace();
  const { page, open, email, complaints } = await instance.member(workspace, 'owner');
  await owner.query(sql`
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
  await expectAccessibleAtNight(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'Create invite link' }).click();
  await dialog.waitFor();
  await submit(page, { Password: 'ten wrong guesses' }, 'Continue');
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await expect.poll(() => dialog.textContent()).not.toContain('Correlation ID');
  await submit(page, { Password: testPassword }, 'Continue');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'invitation link' }).waitFor();
  complaints.splice(0);
});
