import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startProcess } from '../faults/process.ts';
import { subscriber } from '../webhooks/ground.ts';
import { startHook } from '../webhooks/hook.ts';
import { enricher, enrichmentGround } from './ground.ts';
import { hostilePages } from './hostile-pages.ts';
import { poisonousRobots } from './poison.ts';
import { html, website } from './website.ts';

const { service, model } = await enrichmentGround();
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

/** Milliseconds until a webhook for a new prospect has arrived. */
async function deliveryMs(other: Awaited<ReturnType<typeof subscriber>>, hook: Hook) {
  const [before, count] = [performance.now(), hook.arrivals.length];
  await other.people(1);
  await hook.atLeast(count + 1, 60_000);
  return performance.now() - before;
}
type Hook = Awaited<ReturnType<typeof startHook>>;

test('while 20 hostile pages are read, a webhook of another workspace takes less than 2 s, and the worker’s event loop works for less than 50 ms at a stretch', async () => {
  const [own, other] = [await enricher(service), await subscriber(service)];
  const hook = await startHook();
  await other.register(hook.url, ['prospect.created']);
  const quiet = await deliveryMs(other, hook);
  // The first page makes the worker load and compile what reads pages; that is not measured.
  const friendly = await website({ '/': html('<p>We mend nets.</p>') });
  const first = await own.person({ fullName: 'Ada Friend', title: 'Buyer', website: friendly.url });
  await own.ended((await own.enrich([first])).data.jobId);

  const poisonous = await website({ '/robots.txt': poisonousRobots(), '/': html('<p>Hi</p>') });
  const sites = await Promise.all(
    Object.values(hostilePages)
      .slice(0, 17)
      .map((page) => website({ '/': page(512 * 1024) })),
  );
  const addresses = [poisonous.url, poisonous.url, poisonous.url, ...sites.map(({ url }) => url)];
  const { data: added, error } = await own.post(
    addresses.map((site, at) => ({
      fullName: `Hostile Number${at}`,
      title: 'Buyer',
      companyName: 'Saltmarsh',
      website: site,
    })),
  );
  expect(error).toBeUndefined();
  const logged = worker.log.length;
  const { data } = await own.enrich(added.prospectIds);
  while (poisonous.seen.length === 0) await sleep(20);
  const deliveries: number[] = [];
  while ((await own.job(data.jobId)).job.finishedAt === null) {
    deliveries.push(await deliveryMs(other, hook));
    await sleep(1_000);
  }
  const stretches = worker.log.slice(logged).filter(({ msg }) => msg === 'event loop');
  const longest = (measure: string) =>
    Math.max(...stretches.map((stretch) => Number(stretch[measure])));
  const worst = Math.max(...deliveries);
  console.log(
    `webhook ${quiet.toFixed(0)} ms without hostile pages, at most ${worst.toFixed(0)} ms with them ` +
      `(${deliveries.length} measured); the worker's event loop worked for at most ` +
      `${longest('cpuMs').toFixed(0)} ms at a stretch (${longest('clockMs').toFixed(0)} ms by the clock)`,
  );
  expect(worst).toBeLessThan(2_000);
  expect(longest('cpuMs')).toBeLessThan(50);
}, 300_000);
