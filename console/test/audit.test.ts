import { expect, test } from 'vitest';
import { savedBy } from './files.ts';
import { expectAccessibleAtNight, testConsole } from './test-console.ts';

const instance = await testConsole();
const lists = '/api/v1/manage/lists';

test('the audit log says who did what, is filtered by person, and opens an entry by keyboard', async () => {
  const workspace = await instance.service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  const token = await workspace.token('member');
  const { data } = await instance.service.call(token, 'POST', lists, { body: { name: 'Fair' } });
  await instance.service.call(token, 'PATCH', `${lists}/${data.board.id}`, {
    body: { name: 'Expo' },
  });
  await open('~/settings/audit');
  const renamed = page.getByRole('link', { name: 'renamed the list “Fair” to “Expo”.' });
  await renamed.waitFor();
  await page.getByRole('link', { name: 'created the list “Fair”.' }).waitFor();
  await expectAccessibleAtNight(page);

  await renamed.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'List renamed' });
  await drawer.getByText('Previous name').waitFor();
  await expectAccessibleAtNight(page);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });

  await page.getByRole('combobox', { name: 'Done by' }).click();
  const member = page.getByRole('group', { name: 'Members' }).getByRole('option').first();
  const name = await member.textContent();
  await member.click();
  await page.getByText(`No matches for done by ${name}.`).waitFor();
  await expect.poll(() => page.url()).toContain('actorId=');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await renamed.waitFor();

  const { text } = await savedBy(page, 'Download CSV');
  expect(text).toContain('"list.renamed"');
  await page.reload();
  await page.getByRole('link', { name: 'downloaded the audit log.' }).waitFor();
});
