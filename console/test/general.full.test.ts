import { expect, test } from 'vitest';
import { expectAccessible, testConsole } from './test-console.ts';
import { press } from './tokens.ts';

const instance = await testConsole();
const { service } = instance;

test('the workspace ID can be copied', async () => {
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'viewer', {
    own: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await open('~/settings/general');
  await press(page, 'Copy workspace ID');
  await page.getByRole('button', { name: 'Copied workspace ID' }).waitFor();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(workspace.id);
});

test('an Admin sets the rules for emails of all campaigns; a Member reads them', async () => {
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/general');
  await page.getByLabel('Max emails per company per day').fill('5');
  await page.getByLabel('Min hours between emails to a prospect').fill('48');
  await page.getByLabel('A reply stops the campaign').click();
  await page.getByLabel('Days to keep message text').fill('90');
  for (const day of ['2026-12-25', '2026-12-26']) {
    await page.getByLabel('Holidays').fill(day);
    await press(page, 'Add day');
  }
  await page.getByRole('button', { name: 'Remove December 26, 2026' }).click();
  await expectAccessible(page);
  await press(page, 'Save rules');
  await page.getByText('Sending rules saved').waitFor();
  const token = await workspace.token('viewer');
  const { data } = await service.call(token, 'GET', '/api/v1/manage/mail-settings');
  expect(data.settings).toMatchObject({
    ...{ companyPerDay: 5, cooldownHours: 48, keepTextDays: 90, holidays: ['2026-12-25'] },
  });
  await page.getByLabel('Max emails per company per day').fill('');
  await press(page, 'Save rules');
  await expect
    .poll(async () => {
      const answer = await service.call(token, 'GET', '/api/v1/manage/mail-settings');
      return answer.data.settings.companyPerDay;
    })
    .toBe(null);

  const member = await instance.member(workspace, 'member');
  await member.open('~/settings/general');
  await member.page.getByText('December 25, 2026').waitFor();
  await expect
    .poll(() => member.page.getByLabel('Min hours between emails to a prospect').isEditable())
    .toBe(false);
});
