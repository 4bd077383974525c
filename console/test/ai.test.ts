import type { ManageData } from '@outcrop/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listedModels, startModelServer } from '../../server/test/model-server.ts';
import { submit } from './forms.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const provider = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
};
const modelInput = (page: Page) => page.getByRole('combobox', { name: 'Model', exact: true });
const runTestCall = (page: Page) => page.getByRole('button', { name: 'Run test call' }).click();

test('an Admin sets a model; a test call shows whether it works; its key is never shown', async () => {
  const model = await startModelServer();
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/ai');
  const chosen = page.getByRole('combobox', { name: 'Provider' });
  await expect.poll(() => chosen.inputValue()).toBe('Default: none (OpenAI-compatible server)');

  await provider(page, 'OpenAI-compatible server');
  await submit(
    page,
    {
      'Base URL': model.baseUrl,
      Model: 'heron-7b',
      'API key': 'sk-canary-4f2a',
      'Input price': '0.15',
      'Output price': '0.6',
    },
    'Save model',
  );
  await page.getByText('The current key ends in 4f2a.').waitFor();
  await runTestCall(page);
  await page.getByText(/heron-7b responded in [\d,]+ ms\./).waitFor();
  expect((await settingsOf(workspace)).prices).toEqual({ input: 0.15, output: 0.6 });
  expect(model.requests[0]!.authorization).toBe('Bearer sk-canary-4f2a');

  model.respondWith(() => ({ status: 401 }));
  await runTestCall(page);
  await page.getByText('Test failed').waitFor();
  await page.getByText(/Model: .*heron-7b/).waitFor();

  await page.reload();
  await page.getByText('The current key ends in 4f2a.').waitFor();
  await expect.poll(() => modelInput(page).inputValue()).toBe('heron-7b');
  expect(await page.content()).not.toContain('canary');
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);

  await page.getByLabel('Remove the key').check();
  await page.getByRole('button', { name: 'Save model' }).click();
  await page.getByText('Stored encrypted and never shown again.').waitFor();
  await provider(page, 'Default');
  await page.getByRole('button', { name: 'Save model' }).click();
  await expect.poll(async () => (await settingsOf(workspace)).provider).toBeNull();
});

nightlyTest(
  'the models of the provider are suggested once its address is given, and any other text is accepted',
  async () => {
    const model = await startModelServer();
    const workspace = await service.workspace();
    const { page, open } = await instance.member(workspace, 'admin');
    await open('~/settings/ai');
    await provider(page, 'OpenAI-compatible server');
    const input = modelInput(page);
    const options = () => page.getByRole('option').allTextContents();
    await input.click();
    await page.getByText('Model ID, such as gpt-4o').waitFor();
    expect(model.listRequests).toEqual([]);

    await page.getByLabel('Base URL').fill(model.baseUrl);
    await page.getByLabel('API key', { exact: true }).fill('sk-canary-4f2a');
    await input.click();
    await page.getByText('3 models found. You can also type any model ID.').waitFor();
    await expect.poll(options).toEqual(listedModels);
    await expectAccessible(page);
    await input.pressSequentially('70');
    await expect.poll(options).toEqual(['heron-70b']);
    await page.getByRole('option', { name: 'heron-70b' }).click();
    await expect.poll(() => input.inputValue()).toBe('heron-70b');
    expect(model.listRequests).toEqual(['Bearer sk-canary-4f2a']);

    await input.fill('egret-1');
    await page.getByRole('button', { name: 'Save model' }).click();
    await page.getByText('The current key ends in 4f2a.').waitFor();
    expect((await settingsOf(workspace)).model).toBe('egret-1');
    // The stored key is used for its own address only.
    await page.reload();
    await input.click();
    await page.getByText('3 models found.').waitFor();
    await page.getByLabel('Base URL').fill(`${model.baseUrl}/more`);
    await page.getByText('Model ID, such as gpt-4o').waitFor();
    await input.click();
    await page.getByText('3 models found.').waitFor();
    expect(model.listRequests.slice(1)).toEqual(['Bearer sk-canary-4f2a', undefined]);

    await page.getByLabel('Base URL').fill('http://10.0.0.1/v1');
    await input.click();
    await page.getByText(/^No suggestions: 10\.0\.0\.1 .* You can type any model ID\.$/).waitFor();
  },
);

nightlyTest('instructions are saved for the workspace, and removed', async () => {
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/settings/ai');
  const text = 'Write plainly. <b>No</b> exclamation marks.';
  await submit(page, { Instructions: text }, 'Save instructions');
  await expect.poll(async () => (await settingsOf(workspace)).instructions).toBe(text);
  await page.reload();
  await expect.poll(() => page.getByLabel('Instructions', { exact: true }).inputValue()).toBe(text);
  await submit(page, { Instructions: '' }, 'Save instructions');
  await expect.poll(async () => (await settingsOf(workspace)).instructions).toBeNull();
});

async function settingsOf(workspace: Awaited<ReturnType<typeof service.workspace>>) {
  const token = await workspace.token('admin');
  const { data } = await service.call(token, 'GET', '/api/v1/manage/ai-settings');
  return data.settings as ManageData<'getAiSettings'>['settings'];
}
