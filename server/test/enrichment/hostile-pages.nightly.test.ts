import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startProcess } from '../faults/test-process.ts';
import { recordMeasurement } from '../record-measurement.ts';
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { webhooksClient } from '../webhooks/webhooks-client.ts';
import { enrichmentClient, setUpEnrichment } from './enrichment-client.ts';
import { hostilePages } from './hostile-pages.ts';
import { robotsMemoryBomb } from './robots-memory-bomb.ts';
import { htmlPage, startWebsite } from './website.ts';

const { service, model } = await setUpEnrichment();
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const worker = await startProcess(file('../../src/worker.ts'), 'working', {
  NODE_OPTIONS: `--import ${file('../faults/event-loop.ts')}`,
  DATABASE_URL: service.database.appUrl,
  EGRESS_ALLOW: '127.0.0.0/8,::1/128',
  AI_PROVIDER: 'openai-compatible',
  AI_BASE_URL: model.baseUrl,
  AI_API_KEY: 'operators-key',
  AI_MODEL: 'scripted',
});
afterAll(() => worker.kill());

/** Milliseconds until the webhook for a new prospect arrives. */
async function deliveryMs(other: Awaited<ReturnType<typeof webhooksClient>>, receiver: Hook) {
  const [before, count] = [performance.now(), receiver.requests.length];
  await other.addProspects(1);
  await receiver.waitForRequests(count + 1, 60_000);
  return performance.now() - before;
}
type Hook = Awaited<ReturnType<typeof startWebhookReceiver>>;

test('while 20 hostile pages are read, a webhook of another workspace takes less than 2 s, and the worker’s event loop is blocked for less than 50 ms', async () => {
  const [client, other] = [await enrichmentClient(service), await webhooksClient(service)];
  const receiver = await startWebhookReceiver();
  await other.register(receiver.url, ['prospect.created']);
  const quiet = await deliveryMs(other, receiver);
  // The first page makes the worker load and compile the page reader, which is not measured.
  const friendly = await startWebsite({ '/': htmlPage('<p>We mend nets.</p>') });
  const first = await client.addLead({
    fullName: 'Ada Friend',
    title: 'Buyer',
    website: friendly.url,
  });
  await client.waitForEnd((await client.enrich([first])).data.jobId);

  const bombSite = await startWebsite({
    '/robots.txt': robotsMemoryBomb(),
    '/': htmlPage('<p>Hi</p>'),
  });
  const sites = await Promise.all(
    Object.values(hostilePages)
      .slice(0, 17)
      .map((page) => startWebsite({ '/': page(512 * 1024) })),
  );
  const addresses = [bombSite.url, bombSite.url, bombSite.url, ...sites.map(({ url }) => url)];
  const { data: added, error } = await client.post(
    addresses.map((site, at) => ({
      fullName: `Hostile Number${at}`,
      title: 'Buyer',
      companyName: 'Saltmarsh',
      website: site,
    })),
  );
  expect(error).toBeUndefined();
  const logged = worker.log.length;
  const { data } = await client.enrich(added.prospectIds);
  while (bombSite.seen.length === 0) await sleep(20);
  const deliveries: number[] = [];
  while ((await client.job(data.jobId)).job.finishedAt === null) {
    deliveries.push(await deliveryMs(other, receiver));
    await sleep(1_000);
  }
  const stretches = worker.log.slice(logged).filter(({ msg }) => msg === 'event loop');
  const max = (measure: string) =>
    Math.max(...stretches.map((stretch) => Number(stretch[measure])));
  const worst = Math.max(...deliveries);
  recordMeasurement(
    'delivery of a webhook while hostile pages are read, slowest',
    `${worst.toFixed(0)} ms; ${quiet.toFixed(0)} ms without them`,
  );
  recordMeasurement(
    'event loop of a worker that reads hostile pages, longest',
    `${max('cpuMs').toFixed(0)} ms of CPU`,
  );
  expect(worst).toBeLessThan(2_000);
  expect(max('cpuMs')).toBeLessThan(50);
}, 300_000);
