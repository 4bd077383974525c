import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { upsertPlan } from '../../server/src/operator/accounts.ts';
import { sql } from '../../server/src/platform/db/index.ts';
import { enrichmentClient } from '../../server/test/enrichment/enrichment-client.ts';
import { defaultResponse, startModelServer } from '../../server/test/model-server.ts';
import { heading } from './forms.ts';
import {
  expectAccessibleAtNight,
  expectNoSidewaysScrollingAtNight,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;
const model = await startModelServer();
const line = 'Your team’s work on cold chains caught our eye.';

/** A workspace with a scripted model and these prospects. */
async function setUp(names: string[]) {
  const own = await enrichmentClient(service);
  await own.manage('PATCH', '/ai-settings', {
    provider: 'openai-compatible',
    model: 'scripted',
    baseUrl: model.baseUrl,
    prices: { input: 2, output: 0.5 },
  });
  const leads = names.map((fullName) => ({ fullName, title: 'Buyer', companyName: 'Saltmarsh' }));
  const ids: string[] = (await own.post(leads)).data.prospectIds;
  return { ...own, ids };
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).last().click();
const result = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Results' }).getByRole('listitem').filter({ hasText: name });
const expectFit = async (page: Page) => {
  await expectAccessibleAtNight(page);
  await expectNoSidewaysScrollingAtNight(page);
};

test('research is queued at the cost shown and followed to its end; failures are retried', async () => {
  const own = await setUp(['Amara Okafor', 'Henrik Lund']);
  const lines = { mode: 'personalized_line', customPrompt: 'Short, <b>please</b>.' };
  const first = await own.enrich(own.ids, lines);
  await own.waitForEnd(first.data.jobId);
  const answering = Promise.withResolvers<void>();
  model.respondWith(async (asked) => {
    if (asked.prompt.includes('Henrik Lund')) return { text: 'no' };
    await answering.promise;
    return defaultResponse(asked);
  });

  const { page, open } = await instance.member(own.workspace, 'admin');
  await open('~/enrichment');
  const row = page.getByRole('row', { name: 'Opening lines for 2 people' });
  for (const text of ['Completed', '2 of 2', '$0.00042', 'test (A member)'])
    await row.getByText(text, { exact: true }).waitFor();
  await row.click();
  await heading(page, 'Opening lines for 2 people').waitFor();
  await page.getByText('Short, <b>please</b>.').waitFor();
  await page.getByText('200 input, 40 output').waitFor();
  const amara = result(page, 'Amara Okafor');
  await amara.getByText('No opening line').waitFor();
  await amara.getByText(line).waitFor();

  await press(page, 'Enrich again…');
  const dialog = page.getByRole('dialog', { name: 'Enrich 2 people' });
  await dialog.getByText('Uses 2 credits (49,996 left).').waitFor();
  await dialog.getByLabel('Opening line').check();
  await dialog.getByLabel('Additional context').fill('x'.repeat(2_001));
  await dialog.getByText('2,001 of 2,000 characters').waitFor();
  const submit = dialog.getByRole('button', { name: 'Enrich 2 people' });
  await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('true');
  await expectFit(page);
  await dialog.getByLabel('Research').check();
  await submit.click();
  await page.getByRole('link', { name: 'View progress' }).click();
  await heading(page, 'Research for 2 people').waitFor();
  await page.getByRole('progressbar').waitFor();
  await page.getByText('0 of 2 · 1 failed', { exact: true }).waitFor();
  answering.resolve();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await page.getByText('1 of 2 · 1 failed', { exact: true }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Research for 2 people: 1 of 2' }).waitFor();
  await page.getByText('Completed with errors').waitFor();
  await amara.getByText('No research').waitFor();
  await amara.getByText('Opened a third plant').waitFor();
  await amara.getByText('High confidence · Source: profile').waitFor();
  await expectFit(page);

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await amara.waitFor({ state: 'detached' });
  await page.reload();
  const henrik = result(page, 'Henrik Lund');
  await henrik.getByText('The credit was refunded.').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?status=failed');
  const href = await henrik.getByRole('link', { name: 'Henrik Lund' }).getAttribute('href');
  expect(href).toMatch(new RegExp(`/prospects\\?prospect=${own.ids[1]}$`));

  model.respondWith(defaultResponse);
  await press(page, 'Retry failed');
  await page.getByText('Uses 1 credit (49,996 left).').waitFor();
  await press(page, 'Retry 1 person');
  await heading(page, 'Research for 1 person').waitFor();
  await henrik.getByText('Opened a third plant').waitFor();

  await page.getByRole('link', { name: 'All enrichments' }).click();
  await page.getByRole('row', { name: 'Research for 2 people' }).waitFor();
  await expectFit(page);
});

nightlyTest('each result is titled with the prospect’s name, below the fold too', async () => {
  const names = Array.from({ length: 9 }, (_, n) => `Person Number${n}`);
  const own = await setUp(names);
  model.respondWith(defaultResponse);
  const { data } = await own.enrich(own.ids, { mode: 'personalized_line' });
  await own.waitForEnd(data.jobId);
  const { page, open } = await instance.member(own.workspace, 'viewer');
  await open(`~/enrichment/${data.jobId}`);
  const cards = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
  await expect.poll(() => cards.count()).toBe(names.length);
  await expect.poll(() => cards.getByRole('link', { name: 'Open' }).count()).toBe(0);
  const titles: string[] = [];
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    const title = card.getByRole('heading').getByRole('link', { name: /^Person/ });
    titles.push((await title.textContent())!);
  }
  expect(titles.sort()).toEqual(names);
});

nightlyTest(
  'the credit history lists every change and its sums under clear column names',
  async () => {
    const own = await setUp(['Amara Okafor', 'Henrik Lund']);
    model.respondWith((asked) =>
      asked.prompt.includes('Henrik Lund') ? { text: 'no' } : defaultResponse(asked),
    );
    const { data } = await own.enrich(own.ids);
    await own.waitForEnd(data.jobId);
    const { page, open } = await instance.member(own.workspace, 'admin');
    await open('~/enrichment');
    await page.getByRole('tab', { name: 'Credit history' }).click();
    const entries = page.getByRole('table', { name: 'Credit history' });
    const counts = {
      'Granted +50,000 – 50,000 –': 1,
      'Reserved – +1 50,000': 2,
      'Spent -1 -1 49,999 Amara Okafor': 1,
      'Refunded – -1': 1,
    };
    for (const [name, count] of Object.entries(counts))
      await expect.poll(() => entries.getByRole('row', { name }).count()).toBe(count);
    const heads = await entries.getByRole('columnheader').allTextContents();
    const titles = ['Entry', 'Change', 'Reserved', 'Balance', 'Prospect', 'Period', 'When'];
    expect(heads).toEqual(titles);
    await page.getByText('Balance: 49,999 (0 reserved)').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?view=ledger');
    await expectFit(page);
  },
);

nightlyTest(
  'every obstacle to enrichment is shown with what to do: too few credits, a plan without enrichment',
  async () => {
    const own = await setUp(['Amara Okafor', 'Henrik Lund', 'Tove Berg']);
    const plans = { four: `four-${randomUUID()}`, plain: `plain-${randomUUID()}` };
    await service.owner.query(upsertPlan(plans.four, 'Four', 100, 4, true));
    await service.owner.query(upsertPlan(plans.plain, 'Plain', 100, 4, false));
    const choose = (plan: string) =>
      service.owner.query(
        sql`update workspace set plan_id = ${plan} where id = ${own.workspace.id}`,
      );
    await choose(plans.four);
    model.respondWith(() => 'hang');
    const { data } = await own.enrich(own.ids, { mode: 'personalized_line' });

    const { page, open, complaints } = await instance.member(own.workspace, 'admin');
    await open(`~/enrichment/${data.jobId}`);
    const dialog = page.getByRole('dialog', { name: 'Enrich 3 people' });
    const again = () => press(page, 'Enrich again…');
    await again();
    await dialog.getByText('This needs 3 credits; 1 is left this month.').waitFor();
    await dialog.getByRole('link', { name: 'Plan & usage' }).waitFor();
    await dialog.getByLabel('Opening line').check();
    await dialog.getByText('3 people skipped: already queued.').waitFor();
    await dialog.getByLabel('Research').check();
    await press(page, 'Enrich 1 of 3 people');
    await page.getByRole('link', { name: 'View progress' }).waitFor();
    expect((await own.credits()).account).toEqual({ balance: 4, reserved: 4 });

    await again();
    await dialog.getByText('This needs 2 credits; 0 are left this month.').waitFor();
    const submit = dialog.getByRole('button', { name: 'Enrich', exact: true });
    await submit.hover();
    await page.getByRole('tooltip', { name: 'No credits left this month.' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await choose(plans.plain);
    await again();
    await dialog
      .getByText(
        'The plan Plain does not include enrichment. Ask the operator of this instance for another plan.',
      )
      .waitFor();
    await dialog.getByRole('link', { name: 'Plan & usage' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(complaints.splice(0)).toEqual([expect.stringContaining('403')]);
  },
);

nightlyTest(
  'a salesperson starts on the page: a list, a tag, a saved view, or everyone without research, at the cost shown',
  async () => {
    const own = await setUp(['Amara Okafor', 'Henrik Lund', 'Tove Berg']);
    model.respondWith(defaultResponse);
    const noor = { fullName: 'Noor Haddad', companyName: 'Saltmarsh' };
    await own.post([noor], { listName: 'Trade fair' });
    const view = { name: 'Okafor', query: 'q=okafor', columns: [], shared: true };
    await own.manage('POST', '/views', view);
    const { data } = await own.enrich([own.ids[0]!]);
    await own.waitForEnd(data.jobId);

    const { page, open } = await instance.member(own.workspace, 'member');
    await open('~/enrichment');
    await page.getByText('49,999 of 50,000 credits left this month').waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Enrich prospects' });
    await dialog.getByText('Uses 3 credits (49,996 left).').waitFor();
    await dialog.getByText('3 prospects found.').waitFor();
    await expectFit(page);
    const choose = async (option: string) => {
      await dialog.getByRole('combobox', { name: 'Prospects' }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose('Okafor');
    await dialog.getByText('0 prospects found.').waitFor();
    const submit = dialog.getByRole('button', { name: /^Enrich/ });
    await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByLabel('Skip prospects that are already researched').uncheck();
    await dialog.getByText('Uses 1 credit (49,998 left).').waitFor();
    await choose('Trade fair (1)');
    await dialog.getByRole('button', { name: 'Enrich 1 person' }).click();
    await heading(page, 'Research for 1 person').waitFor();
    await result(page, 'Noor Haddad').getByText('Opened a third plant').waitFor();
  },
);

nightlyTest(
  'more prospects than one request takes become several jobs with one price',
  async () => {
    const names = Array.from({ length: 100 }, (_, n) => `Person Number${n}`);
    const own = await setUp(names);
    await own.post([{ fullName: 'Noor Haddad', companyName: 'Saltmarsh' }]);
    model.respondWith(defaultResponse);
    const { page, open } = await instance.member(own.workspace, 'member');
    await open('~/enrichment');
    await press(page, 'Enrich prospects');
    const dialog = page.getByRole('dialog', { name: 'Enrich prospects' });
    await dialog.getByText('Uses 101 credits (49,899 left).').waitFor();
    await dialog.getByLabel('Opening line').check();
    await press(page, 'Enrich 101 people');
    await page.getByRole('link', { name: 'View 2 jobs' }).waitFor();
    await page.getByRole('row', { name: 'Opening lines for 100 people' }).waitFor();
    await page.getByRole('row', { name: 'Opening lines for 1 person' }).waitFor();
  },
);
