import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { sizeForRun } from '../../server/test/run-size.ts';
import { chooseFile, dropFile, savedBy } from './files.ts';
import { heading } from './forms.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const stepIs = (page: Page, title: string) =>
  page.getByRole('heading', { level: 2, name: title }).waitFor();
const fieldOf = (page: Page, column: string) => page.getByLabel(`Field for ${column}`);
const outcome = (page: Page, text: string) => page.locator('dt', { hasText: text }).waitFor();
const expectFit = async (page: Page) => {
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
};

/** Holds the lock that adding prospects needs, so that an import waits in the middle for a slow browser. */
async function holdImports(workspaceId: string): Promise<() => Promise<void>> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = service.owner.transaction(workspaceId, async (tx) => {
    await tx.run(sql`select from workspace_usage where workspace_id = ${workspaceId} for update`);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return () => {
    released.resolve();
    return holding;
  };
}

test('prospects are imported from a large file; progress survives a reload and a worker restart', async () => {
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'member');
  page.setDefaultTimeout(90_000);
  await open('~/prospects/import');
  const total = sizeForRun(2_000, 10_000);
  const failed = total / 1_000;
  const [all, added] = [total, total - failed].map((count) => count.toLocaleString('en'));
  const rows = Array.from({ length: total }, (_, n) =>
    n % 1_000 === 17
      ? `Person ${n},person(at)fair,C ${n}`
      : `Person ${n},p${n}@fair.example,C ${n}`,
  );
  await chooseFile(page, 'fair.csv', `Name,E-mail,Stand\n${rows.join('\n')}\n`);
  await stepIs(page, 'Map your columns');
  await page.getByText(`fair.csv · ${all} rows`).waitFor();
  await expect.poll(() => fieldOf(page, 'E-mail').inputValue()).toBe('email');
  await page.getByRole('combobox', { name: 'Add all to list' }).fill('Fair');
  await press(page, 'Preview import');
  await page.getByText('Nothing is imported yet. Other').waitFor();
  await outcome(page, `${added} new`);
  await outcome(page, `${failed} failed`);

  await press(page, `Import ${added} people`);
  const done = async () => {
    const [task] = await service.owner.query<{ done: number }>(sql`
      select done::int from task where workspace_id = ${workspace.id} and kind = 'import'`);
    return task?.done ?? 0;
  };
  await expect.poll(done, { interval: 10 }).toBeGreaterThan(0);
  const release = await holdImports(workspace.id);
  const progress = page.getByRole('main').getByText(new RegExp(`^[1-9][\\d,]* of ${all}`));
  await progress.waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: `of ${all}` })
    .waitFor();
  await page.reload();
  await progress.waitFor();
  const stopping = instance.stopWorker();
  await release();
  const startWorker = await stopping;
  expect(await done()).toBeLessThan(total);
  await startWorker();
  await outcome(page, `${added} new`);
  await page.getByRole('row', { name: 'Row 19' }).getByText('must be a valid email').waitFor();

  const { name, text } = await savedBy(page, 'Download failed rows');
  expect(name).toMatch(/^failed-rows-.*\.csv$/);
  expect(text.split('\r\n')).toHaveLength(failed + 2);
  expect(text).toContain(
    '"Person 17","person(at)fair","C 17","E-mail must be a valid email address."',
  );
  await page.getByRole('link', { name: 'Import corrected file' }).waitFor();
  const people = page.getByRole('link', { name: 'View prospects' });
  await expect.poll(() => people.getAttribute('href')).toMatch(/\/prospects\?listId=/);
});

nightlyTest('an unsupported file gets advice, whether it is chosen or dropped', async () => {
  const { page, open, complaints } = await instance.member(await service.workspace(), 'member');
  await open('~/prospects/import');
  const alert = page.getByRole('alert');
  await chooseFile(page, 'fair.xlsx', 'PK');
  await alert.getByText('This is an Excel file. Open it, choose "Save as"').waitFor();
  await dropFile(page, 'offer.csv', '%PDF-1.7');
  await alert.getByText('This is a PDF').waitFor();
  await chooseFile(page, 'nothing.csv', '');
  await alert.getByText('The file is empty.').waitFor();
  await expectFit(page);
  expect(complaints).toEqual([]);

  await chooseFile(page, 'head.csv', 'Name,E-mail\n');
  await alert.getByText('The file has no data rows').waitFor();
  await dropFile(page, 'page.csv', '<html><body>Not a table</body></html>');
  await alert.getByText('The file looks like a web page or XML').waitFor();
  expect(complaints.splice(0).join()).toMatch(/422.*422/s);

  const sample = await savedBy(page, 'Download sample');
  await dropFile(page, sample.name, sample.text);
  await stepIs(page, 'Map your columns');
  await expect
    .poll(() => page.getByRole('combobox').locator('option:checked').allTextContents())
    .toEqual([
      ...['First name', 'Last name', 'Email', 'Company', 'Title', 'Phone'],
      ...['LinkedIn URL', 'Website', 'Location'],
    ]);
});

nightlyTest(
  'an import needs a column that identifies prospects, and file contents are shown as text',
  async () => {
    const { page, open } = await instance.member(await service.workspace(), 'member');
    await open('~/prospects/import');
    const markup = '<img src=x onerror="window.fooled = true">';
    const cell = `"${markup.replaceAll('"', '""')}"`;
    await chooseFile(
      page,
      `${markup}.csv`,
      `${cell},Stand,Page\n${cell},C 1,javascript:window.fooled=1\nHenrik Lund,C 2,\n`,
    );
    await page.getByRole('cell', { name: markup }).first().waitFor();
    await page.getByText('No column was recognized').waitFor();
    await expectFit(page);
    const previewButton = page.getByRole('button', { name: 'Preview import' });
    await expect.poll(() => previewButton.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('status').getByText('Each prospect needs a name').waitFor();

    await fieldOf(page, markup).selectOption('fullName');
    await fieldOf(page, 'Page').selectOption('linkedinUrl');
    expect(
      await fieldOf(page, 'Stand').locator('option[value=fullName]').getAttribute('disabled'),
    ).not.toBeNull();
    await page.reload();
    await expect.poll(() => fieldOf(page, 'Page').inputValue()).toBe('linkedinUrl');
    await previewButton.click();
    await outcome(page, '1 new');
    await page.getByRole('cell', { name: 'must be a URL' }).waitFor();
    await page.getByRole('cell', { name: 'javascript:window.fooled=1' }).waitFor();
    await expectFit(page);

    await press(page, 'Import 1 person');
    await outcome(page, '1 new');
    await page.getByRole('link', { name: 'View new prospects' }).waitFor();
    await expectFit(page);
    expect(await page.evaluate('window.fooled')).toBeUndefined();
  },
);

nightlyTest('a file beyond the quota shows how many rows exceed it and what to do', async () => {
  const workspace = await service.workspace('free');
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/prospects/import');
  const rows = Array.from({ length: 500 }, (_, n) => `p${n}@fair.example`);
  await chooseFile(page, 'fair.csv', `E-mail\n${rows.join('\n')}\n`);
  await press(page, 'Preview import');
  await outcome(page, '250 over quota');
  await page.getByText('250 of 250 imports are left until').waitFor();
  await page.getByText('the first 250 new prospects are added').waitFor();
  await page.getByText('Showing the first 20 of 250.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Plan & usage' }).waitFor();
  await press(page, 'Import 250 people');
  await outcome(page, '250 new');
  await page.getByText('250 rows exceeded that').waitFor();
});

nightlyTest('a file is imported with the keyboard alone', async () => {
  const { page, open } = await instance.member(await service.workspace(), 'member');
  // Registered early: the browser takes a moment before it reports file choosers.
  const choosing = page.waitForEvent('filechooser', { timeout: 240_000 });
  await open('~/tasks');
  await tabTo(page.getByRole('link', { name: 'Import prospects' }));
  await page.keyboard.press('Enter');
  await heading(page, 'Import prospects').waitFor();
  await tabTo(page.getByLabel('Drop a CSV file here'));
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  const file = { name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nIda Berg\n') };
  await chooser.setFiles(file);
  await stepIs(page, 'Map your columns');
  await tabTo(page.getByRole('combobox', { name: 'Tag all' }));
  await page.keyboard.type('Met');
  await tabTo(page.getByRole('button', { name: 'Preview import' }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: 'Import 1 person' }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('link', { name: 'View new prospects' }));
  await page.keyboard.press('Enter');
  await heading(page, 'Prospects').waitFor();
});

nightlyTest(
  'fields chosen for the columns of one file are suggested for the next, which only fills in blanks if asked to',
  async () => {
    const workspace = await service.workspace();
    const { page, open } = await instance.member(workspace, 'member');
    await open('~/prospects/import');
    await chooseFile(page, 'fair.csv', 'Person,Mail,Booth\nIda Berg,ida@fair.example,Hall 3\n');
    await stepIs(page, 'Map your columns');
    await fieldOf(page, 'Person').selectOption('fullName');
    await fieldOf(page, 'Booth').selectOption('locationName');
    await press(page, 'Preview import');
    await press(page, 'Import 1 person');
    await page.getByRole('link', { name: 'View new prospects' }).waitFor();

    await page.getByRole('link', { name: 'Import another file' }).click();
    await heading(page, 'Import prospects').waitFor();
    await chooseFile(page, 'more.csv', 'Booth,Mail,Person\nHall 4,ida@fair.example,Ida B.\n');
    await stepIs(page, 'Map your columns');
    await expect.poll(() => fieldOf(page, 'Booth').inputValue()).toBe('locationName');
    expect(await fieldOf(page, 'Person').inputValue()).toBe('fullName');
    await page.getByRole('radio', { name: 'Fill in blank fields only' }).check();
    await expectFit(page);
    await press(page, 'Preview import');
    await outcome(page, '1 unchanged');
  },
);

/** Presses Tab until the target has the focus. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  const focused = target.and(target.page().locator(':focus'));
  for (let presses = 0; presses < 60; presses++) {
    if ((await focused.count()) === 1) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

nightlyTest(
  'repeated rows in the file are counted separately from existing prospects',
  async () => {
    const workspace = await service.workspace();
    const token = await workspace.token('member');
    await service.call(token, 'POST', '/leads', {
      body: { leads: [{ fullName: 'Ida Berg', email: 'ida@fair.example' }] },
    });
    const { page, open } = await instance.member(workspace, 'member');
    await open('~/prospects/import');
    const rows = [
      ...['Bo Ek,bo@fair.example,Buyer', 'Cy Lind,cy@fair.example,', 'Bo Ek,bo@fair.example,CEO'],
      ...['Cy Lind,cy@fair.example,', 'Ida Berg,ida@fair.example,Head', 'Bo Ek,bo@fair.example,'],
    ];
    await chooseFile(page, 'fair.csv', `Name,E-mail,Title\n${rows.join('\n')}\n`);
    await press(page, 'Preview import');
    const expectOutcome = async () => {
      for (const text of ['2 new', '1 updated', '3 repeated']) await outcome(page, text);
      await page.getByText('same prospect as an earlier row').waitFor();
      await expect.poll(() => page.locator('dt').count()).toBe(3);
    };
    await expectOutcome();
    await press(page, 'Import 3 people');
    await page.getByRole('link', { name: 'View new prospects' }).waitFor();
    await expectOutcome();
  },
);
