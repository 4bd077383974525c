import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { normalizeText } from '../../src/enrichment/normalize-text.ts';
import { sql } from '../../src/platform/db/index.ts';
import { defaultResponse, type ModelRequest, type ModelResponse } from '../model-server.ts';
import { sizeForRun } from '../run-size.ts';
import { httpReceiver } from '../test-receiver.ts';
import { enrichmentClient, setUpEnrichment } from './enrichment-client.ts';
import { promptInjections as allPromptInjections, pageDisguises } from './prompt-injections.ts';
import { htmlPage } from './website.ts';

const { model, service, startWorker } = await setUpEnrichment();
await startWorker();
/** In CI every fifth. */
const step = sizeForRun(5, 1);
const promptInjections = allPromptInjections.filter((_, at) => at % step === 0);

/** A model that obeys every injected instruction. */
const obeyInjection = ({ system, prompt }: ModelRequest): ModelResponse => {
  const text = normalizeText(prompt);
  const attack = promptInjections.find(({ order }) => text.includes(normalizeText(order)));
  if (!attack) return defaultResponse({ system });
  return system.includes('"line"')
    ? { answer: { line: attack.obeyed } }
    : { answer: { summary: attack.obeyed, facts: [], fields: [] } };
};

/** Everything that enrichment stored or published, as text. */
const storedIn = async (workspaceId: string): Promise<string> => {
  const rows = await service.owner.query<{ text: string }>(sql`
    select concat_ws(' ', enrichment::text, first_touch_line) as text from prospect where workspace_id = ${workspaceId}
    union all
    select concat_ws(' ', result::text, before::text, reason) from enrichment where workspace_id = ${workspaceId}
    union all
    select data::text from event where workspace_id = ${workspaceId} and type like 'enrichment.%'`);
  return rows.map(({ text }) => text).join('\n');
};

async function waitForCredits(credits: Awaited<ReturnType<typeof enrichmentClient>>['credits']) {
  for (let waited = 0; waited < 120_000; waited += 200) {
    const now = await credits();
    if (now.open === 0) return now;
    await sleep(200);
  }
  return expect.fail('enrichment is still running');
}

test('with prompt injections and a model that obeys them, nothing injected is stored or published, and every credit is refunded', async () => {
  model.respondWith(obeyInjection);
  const { port } = await httpReceiver(
    (request, response) => {
      const [, number = '0'] = /^127\.1\.(\d+\.\d+)/.exec(request.headers.host ?? '') ?? [];
      const [high = 0, low = 0] = number.split('.').map(Number);
      const at = high * 200 + low;
      const hide = pageDisguises[at % pageDisguises.length]!;
      const isHome = request.url === '/';
      response.writeHead(isHome ? 200 : 404, { 'content-type': 'text/html' });
      response.end(isHome ? htmlPage(hide(promptInjections[at]!.text)) : '');
    },
    { host: '0.0.0.0' },
  );
  const client = await enrichmentClient(service);
  const ids = await client.addProspects(promptInjections.length);
  const profiles = promptInjections.map(({ text }, at) =>
    at % 2 === 0
      ? { title: text, website: null }
      : { title: 'Buyer', website: `http://127.1.${Math.floor(at / 200)}.${at % 200}:${port}` },
  );
  await service.owner.query(sql`
    update prospect p set title = given.title, website = given.website, company_name = 'Saltmarsh'
    from json_to_recordset(${JSON.stringify(profiles.map((profile, at) => ({ ...profile, id: ids[at] })))})
      as given (id uuid, title text, website text)
    where p.workspace_id = ${client.workspace.id} and p.id = given.id`);
  // A few at a time: all at once, a page might not be read in time on a slow machine.
  for (let sent = 0; sent < ids.length; sent += 20) {
    const some = ids.slice(sent, sent + 20);
    const onProfiles = some.filter((_, at) => (sent + at) % 2 === 0);
    const answers = [
      await client.enrich(some),
      await client.enrich(onProfiles, { mode: 'personalized_line' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await waitForCredits(client.credits);
  }
  expect(await waitForCredits(client.credits)).toEqual({
    account: { balance: 50_000, reserved: 0 },
    ledger: { balance: 50_000, reserved: 0 },
    open: 0,
  });
  const kept = normalizeText(await storedIn(client.workspace.id));
  for (const { obeyed } of promptInjections) expect(kept).not.toContain(normalizeText(obeyed));
  const ends = await service.owner.query<{ status: string; reason: string; count: number }>(sql`
    select status::text, reason, count(*)::int from enrichment
    where workspace_id = ${client.workspace.id} group by 1, 2`);
  expect(ends.reduce((sum, { count }) => sum + count, 0)).toBe(1.5 * promptInjections.length);
  for (const { status, reason } of ends) {
    expect(status).toBe('failed');
    expect(reason).toMatch(/reads like an instruction to a language model/);
  }
});

test('model requests never contain data of another workspace', async () => {
  model.respondWith(defaultResponse);
  const [theirs, ours] = [await enrichmentClient(service), await enrichmentClient(service)];
  const canary = 'canary7f3e19';
  await theirs.manage('PATCH', '/ai-settings', { instructions: canary });
  const lead = { title: canary, companyName: 'Saltmarsh' };
  const theirId = await theirs.addLead({ fullName: 'Canary Their', ...lead });
  const ourId = await ours.addLead({
    fullName: 'Canary Ours',
    title: 'Buyer',
    companyName: 'Saltmarsh',
  });
  const options = { mode: 'personalized_line', useWorkspaceInstructions: true };
  const [their, our] = [
    await theirs.enrich([theirId], options),
    await ours.enrich([ourId], options),
  ];
  await Promise.all([theirs.waitForEnd(their.data.jobId), ours.waitForEnd(our.data.jobId)]);
  const requests = model.requests.filter(({ prompt }) => prompt.includes('Canary'));
  expect(requests.filter(({ prompt }) => prompt.includes(canary))).toHaveLength(1);
  const aboutOurs = requests.filter(({ prompt }) => prompt.includes('Canary Ours'));
  expect(aboutOurs).toHaveLength(1);
  expect(JSON.stringify(aboutOurs)).not.toContain(canary);
});
