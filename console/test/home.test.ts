import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { bulkClient } from '../../server/test/bulk/bulk-client.ts';
import { startModelServer } from '../../server/test/model-server.ts';
import { prospectsClient } from '../../server/test/prospects-client.ts';
import { heading } from './forms.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrolling,
  expectNoSidewaysScrollingAtNight,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const headline = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name, exact: true });
const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

nightlyTest(
  'the checklist of a new workspace completes itself and can be hidden permanently',
  async () => {
    const workspace = await service.workspace();
    const { page, open } = await instance.member(workspace, 'admin');
    await open('~/home');
    await page.getByText(/^Good (morning|afternoon|evening), /).waitFor();
    await headline(page, 'Get started · 0 of 5').waitFor();
    await headline(page, 'Connect your tools · 0 of 2').waitFor();
    await headline(page, 'No prospects in the pipeline yet').waitFor();
    await headline(page, 'No prospects added in the last 30 days').waitFor();
    await headline(page, 'No imports used this month').waitFor();
    await expect.poll(() => page.locator('main svg[role=img]').count()).toBe(0);
    await step(page, 'Create an API token').getByRole('link', { name: 'Create token' }).click();
    await heading(page, 'Chrome extension & API').waitFor();
    await page.goBack();

    const token = await workspace.token('member');
    const body = { leads: [{ fullName: 'Amara Okafor', email: 'amara@saltmarsh.example' }] };
    const { data } = await service.call(token, 'POST', '/leads', { body });
    // The server updates this only twice a minute.
    await service.owner.query(sql`
    update api_token set last_used_at = now() where workspace_id = ${workspace.id}`);
    await headline(page, 'Get started · 2 of 5').waitFor();
    await page.getByText('Connect your tools: done').waitFor();
    await step(page, 'Add prospects to a list')
      .getByRole('link', { name: 'Select prospects' })
      .waitFor();
    await headline(page, '1 prospect in the pipeline').waitFor();

    const { prospectIds } = data;
    const listed = { action: 'add_to_list', listName: 'Fair', prospectIds };
    await service.call(token, 'POST', '/bulk', { body: listed });
    const moved = { action: 'stage', stage: 'contacted', prospectIds };
    await service.call(token, 'POST', '/bulk', { body: moved });
    const { baseUrl } = await startModelServer();
    const settings = { provider: 'openai-compatible', model: 'heron-7b', baseUrl };
    const admin = await workspace.token('admin');
    await service.call(admin, 'PATCH', '/api/v1/manage/ai-settings', { body: settings });
    await service.call(token, 'POST', '/enrich', {
      body: { prospectIds, mode: 'personalized_line' },
    });
    await page.getByText('Get started: done').waitFor();
    await page.getByRole('button', { name: 'Hide “Get started”' }).click();
    await page.getByText('Get started: done').waitFor({ state: 'detached' });
    await page.reload();
    await headline(page, /in the pipeline|was contacted/).waitFor();
    await expect.poll(() => page.getByText('Get started: done').count()).toBe(0);
  },
);

test('a Member sees their day, their prospects and the newest, and can hide the first steps at once', async () => {
  const client = await prospectsClient(service);
  const { page, open, email } = await instance.member(client.workspace, 'member');
  const id = await client.addLead({ fullName: 'Amara Okafor' });
  await client.addLead({ fullName: 'Henrik Lund' });
  const [me] = await service.owner.query<{ id: string }>(
    sql`select id from auth."user" where email = ${email}`,
  );
  await client.edit(id, { ownerId: me!.id });
  await open('~/home');
  await headline(page, 'My day').waitFor();
  const mine = page.getByRole('list', { name: 'My prospects' }).getByRole('listitem');
  const newest = page.getByRole('list', { name: 'Newest prospects' }).getByRole('listitem');
  await mine.filter({ hasText: 'Amara Okafor' }).waitFor();
  await expect.poll(() => newest.count()).toBe(2);
  await headline(page, /^Get started · 1 of 4$/).waitFor();
  await expect.poll(() => page.getByText('Create an API token').count()).toBe(0);
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);
  await page.getByRole('button', { name: 'Hide “Get started”' }).click();
  await headline(page, /^Get started/).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'View 1 prospect' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?ownerId=me');
});

nightlyTest(
  'a Member who owns no prospects sees the newest, and gets to those without an owner',
  async () => {
    const client = await prospectsClient(service);
    const { page, open } = await instance.member(client.workspace, 'member');
    await client.addLead({ fullName: 'Amara Okafor' });
    await open('~/home');
    await page.getByText('No prospects assigned to you yet.').waitFor();
    await headline(page, 'Newest prospects').waitFor();
    await expect.poll(() => headline(page, 'My prospects').count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Assign prospects' }).click();
    await page.getByRole('list', { name: 'Active filters' }).getByText('Owner: No owner').waitFor();
  },
);

nightlyTest(
  'charts have headlines, and their tables show the same figures, for a Viewer too',
  async () => {
    const { workspace, addProspects: people, bulk } = await bulkClient(service, 'free');
    const crowd = await people(200);
    await bulk({ action: 'stage', stage: 'contacted', prospectIds: crowd.slice(0, 150) });
    const { page, open } = await instance.member(workspace, 'viewer');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await open('~/home');
    const stages = 'Most prospects were contacted: 150 of 200';
    await headline(page, stages).waitFor();
    await page.getByRole('img', { name: stages }).waitFor();
    await headline(page, /^200 prospects added in the last 30 days, all on \w+ \d+$/).waitFor();
    await page.getByRole('img', { name: /200 of 250 imports used/ }).waitFor();
    await expect.poll(() => headline(page, /^(Get started|My day)/).count()).toBe(0);
    expect(requested.filter((url) => url.includes('/webhooks'))).toEqual([]);

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
    await cells('Prospects by stage', 2).first().waitFor();
    await expect
      .poll(() => cells('Prospects by stage', 2).allTextContents())
      .toEqual(['Contacted', '150', '75%']);
    await expect
      .poll(async () => (await cells('Prospects added by day', 1).allTextContents())[1])
      .toBe('200');
    await expect
      .poll(async () => (await cells('Daily imports', 1).allTextContents()).slice(1))
      .toEqual(['200', '200', '50']);
    await expect.poll(() => page.locator('main svg[role=img]').count()).toBe(0);
    await headline(page, stages).waitFor();
    await expectNoSidewaysScrolling(page);
  },
);

nightlyTest('an Admin sees what fails, and markup in names is shown as text', async () => {
  const { workspace, addProspects: people, token } = await bulkClient(service);
  const admin = await workspace.token('admin');
  const url = 'https://crm.example/hooks?<img-src=x-onerror="window.fooled=true">';
  const { data } = await service.call(admin, 'POST', '/api/v1/manage/webhooks', {
    body: { url, events: ['*'] },
  });
  const body = { prospectIds: await people(2) };
  const enriched = await service.call(token, 'POST', '/enrich', { body });
  const name = '<img src=x onerror="window.fooled = true">';
  await service.owner.query(sql`update workspace set name = ${name} where id = ${workspace.id}`);
  await service.owner.query(sql`
    update webhook set failing_since = now() where workspace_id = ${workspace.id}`);
  await service.owner.query(sql`
    update enrichment set status = 'failed', finished_at = now(), reason = 'no answer'
    where workspace_id = ${workspace.id}`);

  const { page, open } = await instance.member(workspace, 'admin');
  await open('~/home');
  await page.getByText(/^Good (morning|afternoon|evening), /).waitFor();
  const attention = page.getByRole('listitem').filter({ hasText: /Failing since|failed/ });
  await attention.getByText('2 of 2 failed').waitFor();
  const job = attention.getByRole('link', { name: 'Latest enrichment' });
  await expect.poll(() => job.getAttribute('href')).toMatch(`/enrichment/${enriched.data.jobId}`);
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await attention.getByRole('link', { name: 'https://crm.example/hooks' }).click();
  await page.waitForURL(`**/settings/webhooks/${data.webhook.id}`);
  expect(await page.evaluate('window.fooled')).toBeUndefined();
});
