import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chooseFile, dropFile, savedBy } from './files.ts';
import { heading } from './forms.ts';
import { consoleGround, expectAccessible, expectNoSidewaysScrolling } from './ground.ts';

const ground = await consoleGround();
const { service } = ground;

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const stepIs = (page: Page, title: string) =>
  page.getByRole('heading', { level: 2, name: title }).waitFor();
const holds = (page: Page, column: string) => page.getByLabel(`What ${column} holds`);
const outcome = (page: Page, words: string) => page.locator('dt', { hasText: words }).waitFor();
const expectForEveryone = async (page: Page) => {
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
};

test('ten thousand people come from a file; its progress outlives a reload and a worker that is stopped in the middle [console.import console.import-progress console.failed-rows]', {
  timeout: 240_000,
}, async () => {
  const workspace = await service.workspace();
  const { page, open } = await ground.member(workspace, 'member');
  page.setDefaultTimeout(90_000);
  await open('~/prospects/import');
  const rows = Array.from({ length: 10_000 }, (_, n) =>
    n % 4_000 === 17
      ? `Person ${n},person(at)fair,C ${n}`
      : `Person ${n},p${n}@fair.example,C ${n}`,
  );
  await chooseFile(page, 'fair.csv', `Name,E-mail,Stand\n${rows.join('\n')}\n`);
  await stepIs(page, 'What do the columns hold?');
  await page.getByText('fair.csv · 10,000 rows').waitFor();
  await expect.poll(() => holds(page, 'E-mail').inputValue()).toBe('email');
  await page.getByRole('combobox', { name: 'Put everyone on a list' }).fill('Fair');
  await press(page, 'Try the import');
  await page.getByText('Nobody is added yet. Others').waitFor();
  await outcome(page, '9,997 new');
  await outcome(page, '3 failed');

  await press(page, 'Import 9,997 people');
  const progress = page.getByRole('main').getByText(/^[1-9][\d,]* of 10,000/);
  await progress.waitFor();
  await page.getByRole('status').filter({ hasText: 'of 10,000' }).waitFor();
  const startWorker = await ground.stopWorker();
  await page.reload();
  await progress.waitFor();
  const before = Number.parseInt((await progress.textContent())!.replace(',', ''), 10);
  expect(before).toBeLessThan(10_000);
  await startWorker();
  await outcome(page, '9,997 new');
  await page.getByRole('row', { name: 'Row 19' }).getByText('must be an e-mail').waitFor();

  const { name, text } = await savedBy(page, 'Download failed rows');
  expect(name).toMatch(/^failed-rows-.*\.csv$/);
  expect(text.split('\r\n')).toHaveLength(5);
  expect(text).toContain('"Person 17","person(at)fair","C 17","E-mail must be an e-mail address."');
  await page.getByRole('link', { name: 'Import the corrected file' }).waitFor();
  const people = page.getByRole('link', { name: 'See the people' });
  await expect.poll(() => people.getAttribute('href')).toMatch(/\/prospects\?listId=/);
});

test('a wrong file is answered with what to do, whether it is chosen or dropped [console.import-wrong-file]', async () => {
  const { page, open, complaints } = await ground.member(await service.workspace(), 'member');
  await open('~/prospects/import');
  const alert = page.getByRole('alert');
  await chooseFile(page, 'fair.xlsx', 'PK');
  await alert.getByText('This is an Excel file. Open it, choose "Save as"').waitFor();
  await dropFile(page, 'offer.csv', '%PDF-1.7');
  await alert.getByText('This is a PDF').waitFor();
  await chooseFile(page, 'nothing.csv', '');
  await alert.getByText('The file is empty.').waitFor();
  await expectForEveryone(page);
  expect(complaints).toEqual([]);

  await chooseFile(page, 'head.csv', 'Name,E-mail\n');
  await alert.getByText('The file has only one row').waitFor();
  await dropFile(page, 'page.csv', '<html><body>Not a table</body></html>');
  await alert.getByText('The file looks like a web page or XML').waitFor();
  expect(complaints.splice(0).join()).toMatch(/422.*422/s);

  const sample = await savedBy(page, 'Download a sample');
  await dropFile(page, sample.name, sample.text);
  await stepIs(page, 'What do the columns hold?');
  await expect
    .poll(() => page.getByRole('combobox').locator('option:checked').allTextContents())
    .toEqual([
      ...['First name', 'Last name', 'E-mail', 'Company', 'Title', 'Phone'],
      ...['LinkedIn page', 'Website', 'Location'],
    ]);
});

test('columns that say nobody’s name stop the import until one is chosen, and what they hold is shown as text [console.import console.text-only]', async () => {
  const { page, open } = await ground.member(await service.workspace(), 'member');
  await open('~/prospects/import');
  const markup = '<img src=x onerror="window.fooled = true">';
  const cell = `"${markup.replaceAll('"', '""')}"`;
  await chooseFile(
    page,
    `${markup}.csv`,
    `${cell},Stand,Page\n${cell},C 1,javascript:window.fooled=1\nHenrik Lund,C 2,\n`,
  );
  await page.getByRole('cell', { name: markup }).first().waitFor();
  await page.getByText('No column could be recognised').waitFor();
  await expectForEveryone(page);
  const go = page.getByRole('button', { name: 'Try the import' });
  await expect.poll(() => go.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('status').getByText('Each person needs a name').waitFor();

  await holds(page, markup).selectOption('fullName');
  await holds(page, 'Page').selectOption('linkedinUrl');
  expect(
    await holds(page, 'Stand').locator('option[value=fullName]').getAttribute('disabled'),
  ).not.toBeNull();
  await page.reload();
  await expect.poll(() => holds(page, 'Page').inputValue()).toBe('linkedinUrl');
  await go.click();
  await outcome(page, '1 new');
  await page.getByRole('cell', { name: 'must be a web address' }).waitFor();
  await page.getByRole('cell', { name: 'javascript:window.fooled=1' }).waitFor();
  await expectForEveryone(page);

  await press(page, 'Import 1 person');
  await outcome(page, '1 new');
  await page.getByRole('link', { name: 'See the new people' }).waitFor();
  await expectForEveryone(page);
  expect(await page.evaluate('window.fooled')).toBeUndefined();
});

test('a file beyond the quota says how many are left out, and what to do [console.import-quota]', async () => {
  const workspace = await service.workspace('free');
  const { page, open } = await ground.member(workspace, 'member');
  await open('~/prospects/import');
  const rows = Array.from({ length: 500 }, (_, n) => `p${n}@fair.example`);
  await chooseFile(page, 'fair.csv', `E-mail\n${rows.join('\n')}\n`);
  await press(page, 'Try the import');
  await outcome(page, '250 over the quota');
  await page.getByText('This plan takes 250 new people a month, and 250 more until').waitFor();
  await page.getByText('the first 250 new people are taken').waitFor();
  await page.getByText('The first 20 of 250. The file has all').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Plan & usage' }).waitFor();
  await press(page, 'Import 250 people');
  await outcome(page, '250 new');
  await page.getByText('250 rows were left out').waitFor();
});

test('a file is imported by the keyboard alone [console.keyboard console.import]', async () => {
  const { page, open } = await ground.member(await service.workspace(), 'member');
  // Asked for now: the browser takes a moment until it tells of such a window instead of opening it.
  const choosing = page.waitForEvent('filechooser', { timeout: 60_000 });
  await open('~/tasks');
  await tabTo(page.getByRole('link', { name: 'Import people' }));
  await page.keyboard.press('Enter');
  await heading(page, 'Import people').waitFor();
  await tabTo(page.getByLabel('Drop a CSV file here'));
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  const file = { name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nIda Berg\n') };
  await chooser.setFiles(file);
  await stepIs(page, 'What do the columns hold?');
  await tabTo(page.getByRole('combobox', { name: 'Give everyone a tag' }));
  await page.keyboard.type('Met');
  await tabTo(page.getByRole('button', { name: 'Try the import' }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: 'Import 1 person' }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('link', { name: 'See the new people' }));
  await page.keyboard.press('Enter');
  await heading(page, 'Prospects').waitFor();
});

/** Presses Tab until the focus is where it should be, as someone without a mouse does. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  const focused = target.and(target.page().locator(':focus'));
  for (let presses = 0; presses < 60; presses++) {
    if ((await focused.count()) === 1) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

test('rows that repeat someone in the file are told apart from people who are here already [console.import]', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  await service.call(token, 'POST', '/leads', {
    body: { leads: [{ fullName: 'Ida Berg', email: 'ida@fair.example' }] },
  });
  const { page, open } = await ground.member(workspace, 'member');
  await open('~/prospects/import');
  const rows = [
    ...['Bo Ek,bo@fair.example,Buyer', 'Cy Lind,cy@fair.example,', 'Bo Ek,bo@fair.example,CEO'],
    ...['Cy Lind,cy@fair.example,', 'Ida Berg,ida@fair.example,Head', 'Bo Ek,bo@fair.example,'],
  ];
  await chooseFile(page, 'fair.csv', `Name,E-mail,Title\n${rows.join('\n')}\n`);
  await press(page, 'Try the import');
  const expectOutcome = async () => {
    for (const words of ['2 new', '1 updated', '3 repeated']) await outcome(page, words);
    await page.getByText('same person as an earlier row in the file').waitFor();
    await expect.poll(() => page.locator('dt').count()).toBe(3);
  };
  await expectOutcome();
  await press(page, 'Import 3 people');
  await page.getByRole('link', { name: 'See the new people' }).waitFor();
  await expectOutcome();
});
