import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { organizer } from '../../server/test/bulk/organizer.ts';
import { modelServer } from '../../server/test/model-server.ts';
import { heading } from './forms.ts';
import { consoleGround, expectAccessible, expectNoSidewaysScrolling } from './ground.ts';

const ground = await consoleGround();
const { service } = ground;

const finding = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name, exact: true });
const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('the first steps of a new workspace tick themselves, and are put away for good [console.home]', async () => {
  const workspace = await service.workspace();
  const { page, open } = await ground.member(workspace, 'admin');
  await open('~/home');
  await page.getByText(`This is how ${workspace.name} stands.`).waitFor();
  await finding(page, 'First steps: 0 of 5 done').waitFor();
  await finding(page, 'Nobody is in the pipeline yet').waitFor();
  await finding(page, 'Nobody was added in the last 30 days').waitFor();
  await finding(page, 'No imports were used this month yet').waitFor();
  await expect.poll(() => page.locator('main svg[role=img]').count()).toBe(0);
  await step(page, 'Create an API token').getByRole('link', { name: 'Create a token' }).click();
  await heading(page, 'Chrome extension & API').waitFor();
  await page.goBack();

  const token = await workspace.token('member');
  const body = { leads: [{ fullName: 'Amara Okafor', email: 'amara@saltmarsh.example' }] };
  const { data } = await service.call(token, 'POST', '/leads', { body });
  // The service writes it twice a minute, for which nobody waits here.
  await service.owner.ask(sql`
    update api_token set last_used_at = now() where workspace_id = ${workspace.id}`);
  await finding(page, 'First steps: 3 of 5 done').waitFor();
  await step(page, 'Make the first call').getByText('Done').waitFor();
  await step(page, 'Put people on a list').getByRole('link', { name: 'Choose people' }).waitFor();
  await finding(page, 'One person is in the pipeline').waitFor();

  const { prospectIds } = data;
  const listed = { action: 'add_to_list', listName: 'Fair', prospectIds };
  await service.call(token, 'POST', '/bulk', { body: listed });
  const { baseUrl } = await modelServer();
  const settings = { provider: 'openai-compatible', model: 'heron-7b', baseUrl };
  const admin = await workspace.token('admin');
  await service.call(admin, 'PATCH', '/api/v1/manage/ai-settings', { body: settings });
  await service.call(token, 'POST', '/enrich', {
    body: { prospectIds, mode: 'personalized_line' },
  });
  await page.getByText('All first steps are done').waitFor();
  await page.getByRole('button', { name: 'Hide' }).click();
  await page.getByText('All first steps are done').waitFor({ state: 'detached' });
  await page.reload();
  await finding(page, 'One person is in the pipeline').waitFor();
  await expect.poll(() => page.getByText('All first steps are done').count()).toBe(0);
});

test('charts state their findings, and their tables have the same figures, for a Viewer too [console.home console.roles]', async () => {
  const { workspace, people, bulk } = await organizer(service, 'free');
  const crowd = await people(200);
  await bulk({ action: 'stage', stage: 'contacted', prospectIds: crowd.slice(0, 150) });
  const { page, open } = await ground.member(workspace, 'viewer');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open('~/home');
  const stages = 'Most people were contacted: 150 of 200';
  await finding(page, stages).waitFor();
  await page.getByRole('img', { name: stages }).waitFor();
  await finding(page, /^200 people were added in the last 30 days, all on \w+ \d+$/).waitFor();
  await page.getByRole('img', { name: /200 of 250 used/ }).waitFor();
  const importing = step(page, 'Enrich somebody').getByRole('button', { name: 'Choose somebody' });
  await expect.poll(() => importing.getAttribute('aria-disabled')).toBe('true');
  expect(asked.filter((url) => url.includes('/webhooks'))).toEqual([]);

  for (const about of [/contacted/, /added/, /imports/])
    await page
      .getByRole('button', { name: /^View as table/ })
      .and(page.getByRole('button', { name: about }))
      .click();
  await expect
    .poll(() => new URL(page.url()).search)
    .toBe('?stages=table&added=table&imports=table');
  await page.reload();
  const cells = (table: string, row: number) =>
    page.getByRole('table', { name: table }).getByRole('row').nth(row).getByRole('cell');
  await cells('People by stage', 2).first().waitFor();
  await expect
    .poll(() => cells('People by stage', 2).allTextContents())
    .toEqual(['Contacted', '150', '75%']);
  expect((await cells('People added, by day', 1).allTextContents())[1]).toBe('200');
  expect((await cells('The month’s imports, by day', 1).allTextContents()).slice(1)).toEqual([
    '200',
    '200',
    '50',
  ]);
  await expect.poll(() => page.locator('main svg[role=img]').count()).toBe(0);
  await finding(page, stages).waitFor();
  await expectNoSidewaysScrolling(page);
});

test('an Admin is led to what fails, and a name that looks like markup is text [console.home console.text-only]', async () => {
  const { workspace, people, token } = await organizer(service);
  const admin = await workspace.token('admin');
  const url = 'https://crm.example/hooks?<img-src=x-onerror="window.fooled=true">';
  const { data } = await service.call(admin, 'POST', '/api/v1/manage/webhooks', {
    body: { url, events: ['*'] },
  });
  const body = { prospectIds: await people(2) };
  const enriched = await service.call(token, 'POST', '/enrich', { body });
  const name = '<img src=x onerror="window.fooled = true">';
  await service.owner.ask(sql`update workspace set name = ${name} where id = ${workspace.id}`);
  await service.owner.ask(sql`
    update webhook set failing_since = now() where workspace_id = ${workspace.id}`);
  await service.owner.ask(sql`
    update enrichment set status = 'failed', finished_at = now(), reason = 'no answer'
    where workspace_id = ${workspace.id}`);

  const { page, open } = await ground.member(workspace, 'admin');
  await open('~/home');
  await page.getByText(`This is how ${name} stands.`).waitFor();
  const attention = page.getByRole('listitem').filter({ hasText: /Failing since|failed/ });
  await attention.getByText('2 of 2 failed').waitFor();
  const job = attention.getByRole('link', { name: 'The latest enrichment' });
  await expect.poll(() => job.getAttribute('href')).toMatch(`/enrichment/${enriched.data.jobId}`);
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await attention.getByRole('link', { name: 'https://crm.example/hooks' }).click();
  await page.waitForURL(`**/settings/webhooks/${data.webhook.id}`);
  expect(await page.evaluate('window.fooled')).toBeUndefined();
});
