import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { enrichmentClient, setUpEnrichment } from '../enrichment/enrichment-client.ts';
import { leadsClient, newLeads } from '../leads-client.ts';
import { requestHead } from '../raw-http.ts';
import { testService } from '../service.ts';
import { respondWithStatus, startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { webhooksClient } from '../webhooks/webhooks-client.ts';
import { metricsUrlIn, scrapeMetrics, sumOfSamples } from './scrape-metrics.ts';

const { service, model, startWorker } = await setUpEnrichment({ METRICS_PORT: 0 });
const url = metricsUrlIn(service.log);

/** Runs `work`, then expects these series to grow by as much. Other tests count in the same series. */
async function expectGrowth(
  work: () => Promise<unknown>,
  expected: [name: string, labels: Record<string, string>, by: number][],
): Promise<void> {
  const before = await scrapeMetrics(url);
  await work();
  const growth = async () => {
    const after = await scrapeMetrics(url);
    return expected.map(([name, labels]) => [
      name,
      labels,
      sumOfSamples(after, name, labels) - sumOfSamples(before, name, labels),
    ]);
  };
  await expect.poll(growth).toEqual(expected);
}
const now = async (name: string, labels: Record<string, string> = {}) =>
  sumOfSamples(await scrapeMetrics(url), name, labels);

test('requests are counted by endpoint, method and status, with their duration', async () => {
  const { token } = await leadsClient(service);
  const requests = 'outcrop_http_requests_total';
  const durations = 'outcrop_http_request_duration_seconds_count';
  await expectGrowth(async () => {
    await service.call(token, 'GET', '/session');
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${service.origin}/api/v1/ext/session`, { method: 'HEAD', headers });
    await service.call(token, 'POST', '/leads', { body: {} });
    await service.call(null, 'POST', '/leads', { body: {} });
    await service.call(token, 'GET', '/nothing/here');
    await fetch(`${service.origin}/livez`);
  }, [
    [requests, { endpoint: 'getSession', method: 'GET', status: '200' }, 1],
    [requests, { endpoint: 'getSession', method: 'HEAD', status: '200' }, 1],
    [requests, { endpoint: 'postLeads', method: 'POST', status: '422' }, 1],
    [requests, { endpoint: 'postLeads', method: 'POST', status: '401' }, 1],
    [requests, { endpoint: 'unknown', method: 'GET', status: '404' }, 1],
    [requests, { endpoint: '/livez', method: 'GET', status: '200' }, 1],
    [durations, { endpoint: 'getSession' }, 2],
    [durations, { endpoint: 'postLeads' }, 2],
    ['outcrop_pool_wait_seconds_count', { pool: 'database_lookup' }, 4],
  ]);
  expect(await now('outcrop_pool_in_use', { pool: 'database_lookup' })).toBe(0);
});

test('a client that disconnects before the response is counted as such', async () => {
  const { token } = await leadsClient(service);
  const { hostname, port } = new URL(service.origin);
  const sendHalf = async () => {
    const socket = connect(Number(port), hostname);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    socket.write(requestHead('POST', '/leads', { ...headers, 'content-length': '99' }));
    await expect.poll(() => now('outcrop_http_open_requests')).toBe(1);
    socket.destroy();
  };
  const labels = { endpoint: 'postLeads', status: 'disconnected' };
  await expectGrowth(sendHalf, [['outcrop_http_requests_total', labels, 1]]);
  expect(await now('outcrop_http_open_requests')).toBe(0);
});

test('a request that gets 503 is counted by its reason', async () => {
  const busy = await testService({ config: { MAX_OPEN_REQUESTS: 0 } });
  const { token } = await leadsClient(service);
  await expectGrowth(
    () => busy.call(token, 'GET', '/session'),
    [
      ['outcrop_http_refused_total', { reason: 'too_many_open' }, 1],
      ['outcrop_http_refused_total', {}, 1],
    ],
  );
});

test('while Redis is unreachable, checks are counted by the process itself', async () => {
  const alone = await testService({ config: { REDIS_URL: 'redis://127.0.0.1:1' } });
  const token = await (await alone.workspace()).token('viewer');
  await expectGrowth(
    () => alone.call(token, 'GET', '/session'),
    [
      ['outcrop_rate_limit_checks_total', { counted_by: 'process' }, 1],
      ['outcrop_rate_limit_checks_total', { counted_by: 'redis' }, 0],
    ],
  );
});

test('leads are counted when they are committed, and a dry run counts none', async () => {
  const { token } = await leadsClient(service);
  const leads = newLeads(3);
  const post = (body: object) => service.call(token, 'POST', '/leads', { body });
  const name = 'outcrop_leads_total';
  await expectGrowth(() => post({ leads, dryRun: true }), [[name, {}, 0]]);
  await expectGrowth(() => post({ leads: [leads[0]] }), [[name, { result: 'inserted' }, 1]]);
  await expectGrowth(
    () => post({ leads }),
    [
      [name, { source: 'extension', result: 'inserted' }, 2],
      [name, {}, 3],
    ],
  );
});

test('an enrichment counts its credit, its job and its model call, by outcome', async () => {
  const { addLead, enrich, waitForEnd } = await enrichmentClient(service);
  await startWorker();
  const id = await addLead({ fullName: 'Ada Fern', title: 'CTO', companyName: 'Fernhill' });
  const run = async () => waitForEnd((await enrich([id])).data.jobId);
  const credits = 'outcrop_credits_total';
  await expectGrowth(run, [
    [credits, { change: 'reserved' }, 1],
    [credits, { change: 'spent' }, 1],
    [credits, { change: 'released' }, 0],
    ['outcrop_model_calls_total', { owner: 'operator', outcome: 'answered' }, 1],
    ['outcrop_model_call_duration_seconds_count', { owner: 'operator' }, 1],
    ['outcrop_jobs_total', { job_name: 'enrich', outcome: 'done' }, 1],
    ['outcrop_job_duration_seconds_count', { job_name: 'enrich' }, 1],
  ]);
  model.respondWith(() => ({ status: 401 }));
  await expectGrowth(run, [
    [credits, { change: 'spent' }, 0],
    [credits, { change: 'released' }, 1],
    ['outcrop_model_calls_total', { owner: 'operator', outcome: 'misconfigured' }, 1],
  ]);
});

test('deliveries to webhooks are counted by outcome', async () => {
  const receiver = await startWebhookReceiver();
  const { register, addProspects } = await webhooksClient(service);
  await register(receiver.url, ['prospect.created']);
  await startWorker();
  const attempts = 'outcrop_webhook_attempts_total';
  await expectGrowth(() => addProspects(2), [[attempts, { outcome: 'delivered' }, 2]]);
  receiver.respondWith(respondWithStatus(410));
  await expectGrowth(
    () => addProspects(1),
    [
      [attempts, { outcome: 'refused' }, 1],
      ['outcrop_webhook_attempt_duration_seconds_count', {}, 1],
    ],
  );
});

test('every label has few values: none is an id, an address, or chosen by a caller', async () => {
  const { token, workspace } = await leadsClient(service);
  const chosen = 'chosen-by-a-caller';
  await service.call(token, 'GET', `/${chosen}/${workspace.id}`);
  await service.call(chosen, 'GET', '/session', { headers: { host: chosen } });
  await service.call(token, 'GET', '/session', { query: { [chosen]: chosen } });
  for (const [name, samples] of await scrapeMetrics(url))
    for (const { labels } of samples)
      for (const value of Object.values(labels)) {
        const where = `${name} ${JSON.stringify(labels)}`;
        expect(value, where).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@|chosen/);
        expect(value.length, where).toBeLessThan(60);
      }
});

test('without METRICS_PORT there are no metrics, and never on the port of the API', async () => {
  const quiet = await testService();
  expect(quiet.log.filter(({ msg }) => msg === 'metrics')).toEqual([]);
  for (const { origin } of [service, quiet])
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
  expect((await fetch(new URL('/', url))).status).toBe(404);
});

test('without an endpoint for traces, no tracing code is loaded', () => {
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  const packages = loaded.flatMap((file) => /@opentelemetry[\\/]([\w-]+)/.exec(file)?.[1] ?? []);
  expect([...new Set(packages)]).toEqual(['api']);
});
