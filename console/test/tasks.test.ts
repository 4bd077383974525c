import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { uploader } from '../../server/test/imports/uploader.ts';
import { taskRunner } from '../../server/test/tasks.ts';
import { savedBy } from './files.ts';
import { heading, pathOf } from './forms.ts';
import { consoleGround, expectAccessible, expectNoSidewaysScrolling } from './ground.ts';

const ground = await consoleGround();
const { service } = ground;

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

test('a bulk change, an import and an export are listed with what came of them; the first is undone, the last downloaded [console.task-pages console.failed-rows]', async () => {
  const { workspace, token, people, upload, finish, exported } = await uploader(service);
  await taskRunner(service, token).run({
    action: 'stage',
    stage: 'contacted',
    prospectIds: await people(3),
  });
  const markup = '<img src=x onerror="window.fooled = true">';
  const file = await upload(
    `Name,E-mail\nIda Berg,ida@berg.example\n,"${markup.replaceAll('"', '""')}"\n`,
  );
  await finish('run', file.id);
  await exported({ columns: ['fullName'] });

  const { page, open } = await ground.member(workspace, 'member');
  await open('~/tasks');
  await row(page, 'Bulk change').getByText('3 changed').waitFor();
  await row(page, 'Import').getByText('1 new, 1 failed').waitFor();
  await row(page, 'Import').getByText('Done, some failed').waitFor();
  await row(page, 'Export').getByText('a token').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);

  await page.getByRole('button', { name: 'Tasks' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Import' }).click();
  await heading(page, 'Import').waitFor();
  await page.getByRole('cell', { name: 'E-mail must be an e-mail address.' }).waitFor();
  await page.getByRole('cell', { name: markup }).waitFor();
  expect((await savedBy(page, 'Download failed rows')).text).toMatch(
    /^\ufeff?"Name","E-mail","reason"/,
  );
  expect(await page.evaluate('window.fooled')).toBeUndefined();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);

  await page.getByRole('link', { name: 'All tasks' }).click();
  await row(page, 'Export').click();
  await heading(page, 'Export').waitFor();
  expect((await savedBy(page, 'Download the file')).text).toContain('Ida Berg');

  await page.goBack();
  await page.getByRole('link', { name: 'Bulk change' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await heading(page, 'Undo').waitFor();
  await page.getByText('3 changed').waitFor();
  await page.getByRole('link', { name: 'an earlier change' }).click();
  await heading(page, 'Bulk change').waitFor();
  await page.getByText('Started by').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

test('a task that has not ended is cancelled [console.task-pages]', async () => {
  const { workspace, token, people } = await uploader(service);
  const startWorker = await ground.stopWorker();
  const { id } = await taskRunner(service, token).begin({
    action: 'stage',
    stage: 'contacted',
    prospectIds: await people(2),
  });
  const { page, open } = await ground.member(workspace, 'member');
  await open(`~/tasks/${id}`);
  await page.getByText('waiting to begin').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  await startWorker();
});

test('tasks and imports are not for a Viewer, and a task of another workspace is not found [console.roles console.errors]', async () => {
  const { workspace, token, people } = await uploader(service);
  const { id } = await taskRunner(service, token).run({
    action: 'suppress',
    prospectIds: await people(1),
  });
  const viewer = await ground.member(workspace, 'viewer');
  for (const path of ['~/tasks', `~/tasks/${id}`, '~/prospects/import']) {
    await viewer.open(path);
    await viewer.page.getByText('This needs a Member or higher').waitFor();
  }
  const stranger = await ground.member(await service.workspace(), 'member');
  await stranger.open('~/tasks');
  await stranger.page.getByRole('heading', { name: 'No tasks yet' }).waitFor();
  await stranger.open(`~/tasks/${id}`);
  await stranger.page.getByText('There is no such task in the workspace.').waitFor();
  expect(pathOf(stranger.page)).toContain(id);
  expect(stranger.complaints.splice(0).join()).toMatch(/404/);
});
