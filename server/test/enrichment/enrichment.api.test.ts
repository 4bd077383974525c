import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { defaultResponse, type ModelRequest } from '../model-server.ts';
import { enrichmentClient, setUpEnrichment } from './enrichment-client.ts';
import { htmlPage, startWebsite } from './website.ts';

const { model, service, startWorker } = await setUpEnrichment();
await startWorker();
const requestsAbout = (text: string) =>
  model.requests.filter(({ prompt }) => prompt.includes(text));
let number = 0;
/** A unique name, so that each test sees only its own model requests. */
const newName = () => `Person Number${(number++).toString(36).padStart(4, 'q')}`;

/** The model's response depends on the name in the prompt, so that tests do not share it. */
const responses = new Map<string, (request: ModelRequest) => ReturnType<typeof defaultResponse>>();
model.respondWith((request) => {
  const known = [...responses].find(([name]) => request.prompt.includes(name));
  return (known?.[1] ?? defaultResponse)(request);
});

async function setUp(lead: object = {}) {
  const account = await enrichmentClient(service);
  const fullName = newName();
  const id = await account.addLead({ fullName, title: 'Buyer', companyName: 'Saltmarsh', ...lead });
  return {
    ...account,
    fullName,
    id,
    run: async (body: object = {}) => {
      const { data } = await account.enrich([id], body);
      const { job, results } = await account.waitForEnd(data.jobId);
      return { job, result: results[0]!, prospect: await account.prospect(id) };
    },
    events: () =>
      service.owner.query<{ type: string; data: Record<string, unknown>; previous: unknown }>(sql`
        select type, data, previous from event
        where workspace_id = ${account.workspace.id} and type like any (array['enrichment.%', 'prospect.updated'])
        order by created_at, id`),
  };
}

test('research reads the home page and relevant pages of the site, fills blank fields, and cites its sources', async () => {
  const site = await startWebsite({
    '/': htmlPage(
      `<p>Saltmarsh makes sensors.</p><a href="/about">About</a> <a href="/private/team">Team</a>
       <a href="https://elsewhere.example/about">Partner</a> <a href="/products#top">Products</a>`,
      'de-DE',
    ),
    '/robots.txt': 'User-agent: *\nDisallow: /private/',
    '/about': { status: 302, headers: { location: '/company' } },
    '/company': htmlPage('<h1>People</h1><p>Someone, Head of Purchasing, works in Bremen.</p>'),
    '/products': htmlPage('<p>Sensors for cold chains.</p>'),
  });
  const client = await setUp({ title: undefined, website: site.url });
  responses.set(client.fullName, () => ({
    answer: {
      summary: 'Saltmarsh makes sensors for cold chains.',
      facts: [
        { about: 'company', text: 'Makes sensors', source: 1, confidence: 'high' },
        {
          about: 'talking_point',
          text: 'Sensors for cold chains',
          source: 3,
          confidence: 'medium',
        },
      ],
      fields: [
        { field: 'title', value: 'Head of Purchasing', source: 2 },
        { field: 'locationName', value: 'Timbuktu', source: 2 },
      ],
    },
  }));
  // A page counts only if it names the person, which this one does not.
  expect((await client.run()).prospect).toMatchObject({ title: null, locationName: null });
  expect(site.seen).toEqual(['/robots.txt', '/', '/about', '/company', '/products']);
  expect(requestsAbout(client.fullName)[0]!.prompt).toContain('Sensors for cold chains.');

  const pages = {
    '/': htmlPage(`<p>Our people</p><a href="/team">Team</a>`),
    '/team': htmlPage(`<p>${client.fullName}, Head of Purchasing, Bremen</p>`),
  };
  const second = await startWebsite(pages);
  await client.manage('PATCH', `/prospects/${client.id}`, { website: second.url });
  responses.set(client.fullName, () => ({
    answer: {
      summary: 'A buyer of sensors.',
      facts: [{ about: 'role', text: 'Buys', source: 2, confidence: 'low' }],
      fields: [{ field: 'title', value: 'Head of Purchasing', source: 2 }],
    },
  }));
  const { prospect, result } = await client.run();
  const filled = [{ field: 'title', value: 'Head of Purchasing', source: `${second.url}/team` }];
  expect(prospect).toMatchObject({
    title: 'Head of Purchasing',
    enrichmentStatus: 'enriched',
    enrichment: {
      summary: 'A buyer of sensors.',
      facts: [{ about: 'role', text: 'Buys', source: `${second.url}/team`, confidence: 'low' }],
      pages: [`${second.url}/`, `${second.url}/team`],
      filled,
    },
  });
  expect(result).toMatchObject({
    status: 'done',
    before: { title: null, enrichment: { summary: 'Saltmarsh makes sensors for cold chains.' } },
    after: { title: 'Head of Purchasing' },
    model: 'openai-compatible scripted',
  });
  const events = await client.events();
  expect(events.map(({ type }) => type)).toEqual([
    'enrichment.completed',
    'prospect.updated',
    'prospect.updated',
    'enrichment.completed',
  ]);
  expect(events[2]!.previous).toEqual({ title: null });
  const found = await service.call(client.token, 'GET', '/prospects', {
    query: { q: 'purchasing' },
  });
  expect(found.data.prospects).toHaveLength(1);
  expect(await client.credits()).toEqual({
    account: { balance: 49_998, reserved: 0 },
    ledger: { balance: 49_998, reserved: 0 },
    open: 0,
  });
});

test('a site whose robots.txt forbids it is not read; the prospect’s own fields may be enough', async () => {
  const site = await startWebsite({
    '/': htmlPage('<p>Keep out</p>'),
    '/robots.txt': 'User-agent: OutcropResearch\nDisallow: /',
  });
  const client = await setUp({ website: site.url });
  const { prospect, result } = await client.run();
  expect(site.seen).toEqual(['/robots.txt']);
  expect(prospect.enrichment).toMatchObject({ pages: [] });
  expect(result.status).toBe('done');
});

test('a redirect to another site is not followed', async () => {
  const other = await startWebsite({ '/': htmlPage('<p>Elsewhere</p>') });
  const site = await startWebsite({ '/': { status: 301, headers: { location: `${other.url}/` } } });
  const client = await setUp({ website: site.url });
  await client.run();
  expect(other.seen).toEqual([]);
});

test('a prospect without usable fields fails without a model request, and the credit is refunded [credits.refunded]', async () => {
  const client = await enrichmentClient(service);
  const id = await client.addLead({ fullName: newName(), email: `${number}x@gmail.com` });
  const { data } = await client.enrich([id]);
  const { results } = await client.waitForEnd(data.jobId);
  expect(results[0]).toMatchObject({
    status: 'failed',
    reason: 'The prospect has no website, company or title.',
  });
  expect((await client.prospect(id)).enrichmentStatus).toBe('failed');
  expect((await client.credits()).account).toEqual({ balance: 50_000, reserved: 0 });
});

test('a personalized line follows the prompt, the workspace instructions only on request, and the language of the company [enrich.custom-prompt enrich.instructions]', async () => {
  const client = await setUp();
  await client.manage('PATCH', '/ai-settings', { instructions: 'Mention the harbor.' });
  await service.owner.query(sql`
    update prospect set enrichment = '{"summary":"Makes nets.","highlights":[],"completedAt":"2026-03-03T08:30:41.007Z","language":"de"}'
    where workspace_id = ${client.workspace.id}`);
  const first = await client.run({ mode: 'personalized_line', customPrompt: 'Be very brief.' });
  expect(first.prospect.firstTouchLine).toBe('Your team’s work on cold chains caught our eye.');
  expect(first.result).toMatchObject({
    before: { firstTouchLine: null },
    after: { firstTouchLine: first.prospect.firstTouchLine },
  });
  await client.run({ mode: 'personalized_line', useWorkspaceInstructions: true });
  const [plain, instructed] = requestsAbout(client.fullName);
  expect(plain!.prompt).toContain('Be very brief.');
  expect(plain!.prompt).toContain('Makes nets.');
  expect(plain!.prompt).not.toContain('harbor');
  expect(instructed!.prompt).toContain('Mention the harbor.');
  for (const { system } of [plain!, instructed!]) {
    expect(system).toContain('Write in German.');
    expect(system).not.toMatch(/brief\.|harbor|Makes nets|Number/);
  }
  expect(first.prospect.enrichmentStatus).toBe('none');
});

test.each([
  ['garbage', { text: 'Sure! Here you go.' }],
  ['a wrong shape', { answer: { lines: ['a', 'b'] } }],
  ['nothing', { text: '' }],
  ['two megabytes and more', { bytes: 2_100_000 }],
  ['400', { status: 400 }],
  ['a refusal of the key', { status: 401 }],
  ['a line that is too long', { answer: { line: 'word '.repeat(80) } }],
] as const)(
  'when the model answers %s, the credit is refunded with a reason',
  async (_, response) => {
    const client = await setUp();
    responses.set(client.fullName, () => response);
    const { data } = await client.enrich([client.id], { mode: 'personalized_line' });
    const { results } = await client.waitForEnd(data.jobId);
    expect(results[0]).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^The language model/),
    });
    expect((await client.prospect(client.id)).firstTouchLine).toBeNull();
    expect(await client.credits()).toMatchObject({
      account: { balance: 50_000, reserved: 0 },
      open: 0,
    });
    const events = await client.events();
    expect(events.map(({ type }) => type)).toEqual(['enrichment.failed']);
  },
);
