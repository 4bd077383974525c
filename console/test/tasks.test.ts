import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { importsClient } from '../../server/test/imports/imports-client.ts';
import { taskRunner } from '../../server/test/task-runner.ts';
import { savedBy } from './files.ts';
import { heading, pathOf } from './forms.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('a bulk change, an import and an export are listed with their results; the change is undone, the export downloaded', async () => {
  const {
    workspace,
    token,
    addProspects: people,
    upload,
    finish,
    exportCsv: exported,
  } = await importsClient(service);
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

  const { page, open } = await instance.member(workspace, 'member');
  await open('~/tasks');
  await row(page, 'Moved 3 prospects to Contacted').getByText('3 changed').waitFor();
  await row(page, 'Import').getByText('1 new, 1 failed').waitFor();
  await row(page, 'Import').getByText('Completed with errors').waitFor();
  await row(page, 'Export').getByText('a token').waitFor();
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);

  await page.getByRole('button', { name: 'Background jobs' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Import' }).click();
  await heading(page, 'Import: 2 rows').waitFor();
  await page.getByRole('cell', { name: 'E-mail must be a valid email address.' }).waitFor();
  await page.getByRole('cell', { name: markup }).waitFor();
  expect((await savedBy(page, 'Download failed rows')).text).toMatch(
    /^\ufeff?"Name","E-mail","reason"/,
  );
  expect(await page.evaluate('window.fooled')).toBeUndefined();
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);

  await page.getByRole('link', { name: 'All background jobs' }).click();
  await row(page, 'Export').click();
  await heading(page, 'Export: 4 prospects').waitFor();
  expect((await savedBy(page, 'Download file')).text).toContain('Ida Berg');

  await page.goBack();
  await page.getByRole('link', { name: 'Moved 3 prospects to Contacted' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await heading(page, 'Undid: moved 3 prospects to Contacted').waitFor();
  await page.getByText('3 changed').waitFor();
  await page.getByRole('link', { name: 'Original job' }).click();
  await heading(page, 'Moved 3 prospects to Contacted').waitFor();
  await page.getByText('Started by').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

nightlyTest('a bulk change is undone in the tray', async () => {
  const { workspace, token, addProspects: people } = await importsClient(service);
  await taskRunner(service, token).run({
    action: 'tag',
    tagName: 'Q4 push',
    prospectIds: await people(2),
  });
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/home');
  await page.getByRole('button', { name: 'Background jobs' }).click();
  const done = 'Tagged 2 prospects with “Q4 push”';
  await page.getByRole('dialog').getByRole('link', { name: done }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Undo: ${done}` }).click();
  await page.getByText('Undid: tagged 2 prospects with “Q4 push”').first().waitFor();
});

nightlyTest('a job that ended before its page was opened refreshes what it changed', async () => {
  const { workspace, token, addProspects: people } = await importsClient(service);
  const prospectIds = await people(1);
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/prospects');
  await page.getByRole('cell', { name: 'New', exact: true }).waitFor();
  await taskRunner(service, token).run({ action: 'stage', stage: 'contacted', prospectIds });
  await page.getByRole('button', { name: 'Background jobs' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: 'Moved 1 prospect to Contacted' })
    .click();
  await page.getByText('1 changed').waitFor();
  await page.goBack();
  await page.getByRole('cell', { name: 'Contacted', exact: true }).waitFor();
});

nightlyTest('an unfinished background job is canceled', async () => {
  const { workspace, token, addProspects: people } = await importsClient(service);
  const startWorker = await instance.stopWorker();
  const { id } = await taskRunner(service, token).begin({
    action: 'stage',
    stage: 'contacted',
    prospectIds: await people(2),
  });
  const { page, open } = await instance.member(workspace, 'member');
  await open(`~/tasks/${id}`);
  await page.getByText('Queued').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Canceled', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  await startWorker();
});

nightlyTest(
  'Viewers can’t open background jobs and imports, and a job of another workspace is not found',
  async () => {
    const { workspace, token, addProspects: people } = await importsClient(service);
    const { id } = await taskRunner(service, token).run({
      action: 'suppress',
      prospectIds: await people(1),
    });
    const viewer = await instance.member(workspace, 'viewer');
    for (const path of ['~/tasks', `~/tasks/${id}`, '~/prospects/import']) {
      await viewer.open(path);
      await viewer.page.getByText('Requires the Member role or higher').waitFor();
    }
    const outsider = await instance.member(await service.workspace(), 'member');
    await outsider.open('~/tasks');
    await outsider.page.getByRole('heading', { name: 'No background jobs yet' }).waitFor();
    await outsider.open(`~/tasks/${id}`);
    await outsider.page.getByText('There is no such task in the workspace.').waitFor();
    expect(pathOf(outsider.page)).toContain(id);
    expect(outsider.complaints.splice(0).join()).toMatch(/404/);
  },
);
