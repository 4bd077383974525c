import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { type Asked, sensible } from '../model-server.ts';
import { enricher, enrichmentGround } from './ground.ts';
import { html, website } from './website.ts';

const { model, service, startWorker } = await enrichmentGround();
await startWorker();
const about = (text: string) => model.asked.filter(({ prompt }) => prompt.includes(text));
let number = 0;
/** A name that only one test has, so that tests see their own questions. */
const newName = () => `Person Number${(number++).toString(36).padStart(4, 'q')}`;

/** Each test has its own people; what the model does depends on whom it is asked about. */
const behaviours = new Map<string, (asked: Asked) => ReturnType<typeof sensible>>();
model.behave((asked) => {
  const known = [...behaviours].find(([name]) => asked.prompt.includes(name));
  return (known?.[1] ?? sensible)(asked);
});

async function setUp(lead: object = {}) {
  const account = await enricher(service);
  const fullName = newName();
  const id = await account.person({ fullName, title: 'Buyer', companyName: 'Saltmarsh', ...lead });
  return {
    ...account,
    fullName,
    id,
    run: async (body: object = {}) => {
      const { data } = await account.enrich([id], body);
      const { job, results } = await account.ended(data.jobId);
      return { job, result: results[0]!, prospect: await account.prospect(id) };
    },
    events: () =>
      service.owner.ask<{ type: string; data: Record<string, unknown>; previous: unknown }>(sql`
        select type, data, previous from event
        where workspace_id = ${account.workspace.id} and type like any (array['enrichment.%', 'prospect.updated'])
        order by created_at, id`),
  };
}

test('research reads the home page and telling pages of the site, fills what is blank, and says where from [enrich.statuses research.sources research.blank-only]', async () => {
  const site = await website({
    '/': html(
      `<p>Saltmarsh makes sensors.</p><a href="/about">About</a> <a href="/private/team">Team</a>
       <a href="https://elsewhere.example/about">Partner</a> <a href="/products#top">Products</a>`,
      'de-DE',
    ),
    '/robots.txt': 'User-agent: *\nDisallow: /private/',
    '/about': { status: 302, headers: { location: '/company' } },
    '/company': html('<h1>People</h1><p>Someone, Head of Purchasing, works in Bremen.</p>'),
    '/products': html('<p>Sensors for cold chains.</p>'),
  });
  const own = await setUp({ title: undefined, website: site.url });
  behaviours.set(own.fullName, () => ({
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
  // The page must name the person: it does not yet.
  expect((await own.run()).prospect).toMatchObject({ title: null, locationName: null });
  expect(site.seen).toEqual(['/robots.txt', '/', '/about', '/company', '/products']);
  expect(about(own.fullName)[0]!.prompt).toContain('Sensors for cold chains.');

  const pages = {
    '/': html(`<p>Our people</p><a href="/team">Team</a>`),
    '/team': html(`<p>${own.fullName}, Head of Purchasing, Bremen</p>`),
  };
  const second = await website(pages);
  await own.manage('PATCH', `/prospects/${own.id}`, { website: second.url });
  behaviours.set(own.fullName, () => ({
    answer: {
      summary: 'A buyer of sensors.',
      facts: [{ about: 'role', text: 'Buys', source: 2, confidence: 'low' }],
      fields: [{ field: 'title', value: 'Head of Purchasing', source: 2 }],
    },
  }));
  const { prospect, result } = await own.run();
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
  const told = await own.events();
  expect(told.map(({ type }) => type)).toEqual([
    'enrichment.completed',
    'prospect.updated',
    'prospect.updated',
    'enrichment.completed',
  ]);
  expect(told[2]!.previous).toEqual({ title: null });
  const found = await service.call(own.token, 'GET', '/prospects', {
    query: { q: 'purchasing' },
  });
  expect(found.data.prospects).toHaveLength(1);
  expect(await own.credits()).toEqual({
    account: { balance: 49_998, reserved: 0 },
    ledger: { balance: 49_998, reserved: 0 },
    open: 0,
  });
});

test('a site that forbids it is not read; the record alone may be enough [research.own-site]', async () => {
  const site = await website({
    '/': html('<p>Keep out</p>'),
    '/robots.txt': 'User-agent: OutcropResearch\nDisallow: /',
  });
  const own = await setUp({ website: site.url });
  const { prospect, result } = await own.run();
  expect(site.seen).toEqual(['/robots.txt']);
  expect(prospect.enrichment).toMatchObject({ pages: [] });
  expect(result.status).toBe('done');
});

test('a redirect to another site is not followed [research.own-site]', async () => {
  const other = await website({ '/': html('<p>Elsewhere</p>') });
  const site = await website({ '/': { status: 301, headers: { location: `${other.url}/` } } });
  const own = await setUp({ website: site.url });
  await own.run();
  expect(other.seen).toEqual([]);
});

test('whom nothing is known about fails without a question, and the credit comes back [credits.refunded]', async () => {
  const own = await enricher(service);
  const id = await own.person({ fullName: newName(), email: `${number}x@gmail.com` });
  const { data } = await own.enrich([id]);
  const { results } = await own.ended(data.jobId);
  expect(results[0]).toMatchObject({
    status: 'failed',
    reason: 'The record names neither a website, nor a company, nor a title.',
  });
  expect((await own.prospect(id)).enrichmentStatus).toBe('failed');
  expect((await own.credits()).account).toEqual({ balance: 50_000, reserved: 0 });
});

test('a line follows the prompt, the instructions only when asked, and the language of the company [enrich.custom-prompt enrich.instructions enrich.instructions-off]', async () => {
  const own = await setUp();
  await own.manage('PATCH', '/ai-settings', { instructions: 'Mention the harbour.' });
  await service.owner.ask(sql`
    update prospect set enrichment = '{"summary":"Makes nets.","highlights":[],"completedAt":"2026-03-03T08:30:41.007Z","language":"de"}'
    where workspace_id = ${own.workspace.id}`);
  const first = await own.run({ mode: 'personalized_line', customPrompt: 'Be very brief.' });
  expect(first.prospect.firstTouchLine).toBe('Your team’s work on cold chains caught our eye.');
  expect(first.result).toMatchObject({
    before: { firstTouchLine: null },
    after: { firstTouchLine: first.prospect.firstTouchLine },
  });
  await own.run({ mode: 'personalized_line', useWorkspaceInstructions: true });
  const [plain, instructed] = about(own.fullName);
  expect(plain!.prompt).toContain('Be very brief.');
  expect(plain!.prompt).toContain('Makes nets.');
  expect(plain!.prompt).not.toContain('harbour');
  expect(instructed!.prompt).toContain('Mention the harbour.');
  for (const { system } of [plain!, instructed!]) {
    expect(system).toContain('Write in German.');
    expect(system).not.toMatch(/brief\.|harbour|Makes nets|Number/);
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
  'a model that answers %s: the credit comes back, with a reason',
  async (_, behaviour) => {
    const own = await setUp();
    behaviours.set(own.fullName, () => behaviour);
    const { data } = await own.enrich([own.id], { mode: 'personalized_line' });
    const { results } = await own.ended(data.jobId);
    expect(results[0]).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^The language model/),
    });
    expect((await own.prospect(own.id)).firstTouchLine).toBeNull();
    expect(await own.credits()).toMatchObject({
      account: { balance: 50_000, reserved: 0 },
      open: 0,
    });
    const told = await own.events();
    expect(told.map(({ type }) => type)).toEqual(['enrichment.failed']);
  },
);
