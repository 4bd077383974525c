import type { ManageData } from '@outcrop/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { modelServer } from '../../server/test/model-server.ts';
import { submit } from './forms.ts';
import { consoleGround, expectAccessible, expectNoSidewaysScrolling } from './ground.ts';

const ground = await consoleGround();
const { service } = ground;

const provider = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
};
const runTestCall = (page: Page) => page.getByRole('button', { name: 'Run test call' }).click();

test('an Admin sets a model of their own; a test call says that it answers, or why not; its key is never told [console.ai]', async () => {
  const model = await modelServer();
  const workspace = await service.workspace();
  const { page, open } = await ground.member(workspace, 'admin');
  await open('~/settings/ai');
  const chosen = page.getByRole('combobox', { name: 'Provider' });
  await expect
    .poll(() => chosen.inputValue())
    .toBe("The operator's: nobody (OpenAI-compatible server)");

  await provider(page, 'OpenAI-compatible server');
  await submit(
    page,
    {
      'Base URL': model.baseUrl,
      Model: 'heron-7b',
      'API key': 'sk-canary-4f2a',
      'Price of reading': '0.15',
      'Price of writing': '0.6',
    },
    'Save the model',
  );
  await page.getByText('The one in use ends in 4f2a.').waitFor();
  await runTestCall(page);
  await page.getByText(/heron-7b answered in [\d,]+ ms\./).waitFor();
  expect((await settingsOf(workspace)).prices).toEqual({ input: 0.15, output: 0.6 });
  expect(model.asked[0]!.authorization).toBe('Bearer sk-canary-4f2a');

  model.behave(() => ({ status: 401 }));
  await runTestCall(page);
  await page.getByText('It does not work').waitFor();
  await page.getByText(/Asked was .*heron-7b/).waitFor();

  await page.reload();
  await page.getByText('The one in use ends in 4f2a.').waitFor();
  await expect.poll(() => page.getByLabel('Model', { exact: true }).inputValue()).toBe('heron-7b');
  expect(await page.content()).not.toContain('canary');
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);

  await page.getByLabel('Forget the key').check();
  await page.getByRole('button', { name: 'Save the model' }).click();
  await page.getByText('Kept sealed, and never shown again.').waitFor();
  await provider(page, "The operator's");
  await page.getByRole('button', { name: 'Save the model' }).click();
  await expect.poll(async () => (await settingsOf(workspace)).provider).toBeNull();
});

test('what is missing or cannot be called is told at its field [console.ai console.errors]', async () => {
  const { page, open, complaints } = await ground.member(await service.workspace(), 'admin');
  await open('~/settings/ai');
  await provider(page, 'Anthropic');
  await submit(page, { Model: 'heron' }, 'Save the model');
  await page.getByText('Is needed for anthropic.').waitFor();
  await provider(page, 'OpenAI-compatible server');
  await submit(page, { 'Base URL': 'http://10.0.0.1/v1' }, 'Save the model');
  await page.getByText(/^Cannot be called: /).waitFor();
  expect(complaints.splice(0)).toHaveLength(2);
});

test('instructions are kept for the whole workspace, and taken back [console.ai]', async () => {
  const workspace = await service.workspace();
  const { page, open } = await ground.member(workspace, 'admin');
  await open('~/settings/ai');
  const words = 'Write plainly. <b>No</b> exclamation marks.';
  await submit(page, { Instructions: words }, 'Save the instructions');
  await expect.poll(async () => (await settingsOf(workspace)).instructions).toBe(words);
  await page.reload();
  await expect
    .poll(() => page.getByLabel('Instructions', { exact: true }).inputValue())
    .toBe(words);
  await submit(page, { Instructions: '' }, 'Save the instructions');
  await expect.poll(async () => (await settingsOf(workspace)).instructions).toBeNull();
});

async function settingsOf(workspace: Awaited<ReturnType<typeof service.workspace>>) {
  const token = await workspace.token('admin');
  const { data } = await service.call(token, 'GET', '/api/v1/manage/ai-settings');
  return data.settings as ManageData<'getAiSettings'>['settings'];
}
