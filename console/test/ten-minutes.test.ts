import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enrichmentClient } from '../../server/test/enrichment/enrichment-client.ts';
import { defaultResponse, startModelServer } from '../../server/test/model-server.ts';
import { chooseFile } from './files.ts';
import { heading } from './forms.ts';
import { rowOf, selectionText, waitForCount } from './people.ts';
import { testConsole } from './test-console.ts';

const instance = await testConsole();
const model = await startModelServer();
model.respondWith(defaultResponse);

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).last().click();
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();

/** A realistic file: a duplicate, an invalid email and German column names. */
const file = [
  'Vorname;Nachname;Firma;E-Mail;Stand',
  'Amara;Okafor;Saltmarsh Foods;amara@saltmarsh.example;C 14',
  'Amara;Okafor;Saltmarsh Foods;amara@saltmarsh.example;C 14',
  'Henrik;Lund;Nordlys;henrik(at)nordlys;B 2',
  ...Array.from({ length: 40 }, (_, n) => `Person;${n};Fernhill;p${n}@fernhill.example;A ${n}`),
].join('\n');

test('a salesperson imports a file, edits, finds, moves and enriches prospects; a Viewer can see but not change them', async () => {
  const own = await enrichmentClient(instance.service);
  await own.manage('PATCH', '/ai-settings', {
    provider: 'openai-compatible',
    model: 'scripted',
    baseUrl: model.baseUrl,
  });
  const { page, open } = await instance.member(own.workspace, 'member');
  await open('/');
  await heading(page, own.workspace.name)
    .or(page.getByRole('heading', { level: 1 }))
    .waitFor();

  await goTo(page, 'Prospects');
  await page
    .getByRole('link', { name: /^Import/ })
    .first()
    .click();
  await chooseFile(page, 'fair.csv', file);
  await page.getByText('fair.csv · 43 rows').waitFor();
  await page.getByRole('combobox', { name: 'Add all to list' }).fill('Fair');
  await press(page, 'Preview import');
  await page.locator('dt', { hasText: '41 new' }).waitFor();
  await page.locator('dt', { hasText: '1 repeated' }).waitFor();
  await page.locator('dt', { hasText: '1 failed' }).waitFor();
  await press(page, 'Import 41 people');
  await page.getByRole('link', { name: 'View prospects' }).click();
  await waitForCount(page, '41 prospects');

  await page.keyboard.press('/');
  await page.keyboard.type('okafor');
  await waitForCount(page, '1 prospect');
  await page.getByRole('link', { name: 'Amara Okafor' }).click();
  const drawer = page.getByRole('dialog', { name: 'Amara Okafor', exact: true });
  await drawer.getByRole('button', { name: /^(Edit|Add) Title/ }).click();
  await drawer.getByRole('textbox', { name: 'Title', exact: true }).fill('Head of Procurement');
  await page.keyboard.press('Enter');
  await drawer.getByText('Head of Procurement').first().waitFor();
  await page.keyboard.press('Escape');
  await rowOf(page, 'Amara Okafor').getByText('Head of Procurement').waitFor();

  await page.getByLabel('Select Amara Okafor').click();
  await selectionText(page, '1 prospect').waitFor();
  await press(page, 'Enrich');
  await press(page, 'Enrich 1 person');
  await page.getByRole('link', { name: 'View progress' }).last().click();
  await page.getByText('1 of 1').first().waitFor();

  await goTo(page, 'Pipeline');
  await page.getByLabel('Search', { exact: true }).fill('okafor');
  await press(page, 'Move to… Amara Okafor');
  await page.getByRole('menuitem', { name: 'Interested', exact: true }).click();
  await page.getByRole('heading', { name: 'Interested 1', exact: true }).waitFor();

  const viewer = await instance.member(own.workspace, 'viewer');
  await viewer.open('~/prospects?stage=interested');
  await rowOf(viewer.page, 'Amara Okafor').waitFor();
  await viewer.page.getByLabel('Select Amara Okafor').click();
  const tag = viewer.page.getByRole('button', { name: 'Tag', exact: true });
  await expect.poll(() => tag.getAttribute('aria-disabled')).toBe('true');
  await viewer.open('~/prospects/import');
  await viewer.page.getByRole('heading', { name: "You don't have access" }).waitFor();
});
