import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { subscriber } from '../webhooks/ground.ts';
import { startHook } from '../webhooks/hook.ts';
import { enricher, enrichmentGround } from './ground.ts';
import { hostilePages } from './hostile-pages.ts';
import { poisonousRobots } from './poison.ts';
import { html, website } from './website.ts';

const { service, startWorker } = await enrichmentGround();
await startWorker();

/** Milliseconds until a webhook for a new prospect has arrived. */
async function deliveryMs(other: Awaited<ReturnType<typeof subscriber>>, hook: Hook) {
  const [before, count] = [performance.now(), hook.arrivals.length];
  await other.people(1);
  await hook.atLeast(count + 1, 60_000);
  return performance.now() - before;
}
type Hook = Awaited<ReturnType<typeof startHook>>;

test('while 20 hostile pages are read, a webhook of another workspace takes less than 2 s, and the process never stands still for 50 ms', async () => {
  const [own, other] = [await enricher(service), await subscriber(service)];
  const hook = await startHook();
  await other.register(hook.url, ['prospect.created']);
  const quiet = await deliveryMs(other, hook);

  const poisonous = await website({ '/robots.txt': poisonousRobots(), '/': html('<p>Hi</p>') });
  const sites = await Promise.all(
    Object.values(hostilePages)
      .slice(0, 17)
      .map((page) => website({ '/': page(512 * 1024) })),
  );
  const addresses = [poisonous.url, poisonous.url, poisonous.url, ...sites.map(({ url }) => url)];
  const { data: added } = await own.post(
    addresses.map((site, at) => ({
      fullName: `Hostile Number${at}`,
      title: 'Buyer',
      companyName: 'Saltmarsh',
      website: site,
    })),
  );
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const { data } = await own.enrich(added.prospectIds);
  while (poisonous.seen.length === 0) await sleep(20);
  const deliveries: number[] = [];
  while ((await own.job(data.jobId)).job.finishedAt === null) {
    deliveries.push(await deliveryMs(other, hook));
    await sleep(200);
  }
  delay.disable();
  const worst = { delivery: Math.max(...deliveries), standstill: delay.max / 1e6 };
  console.log(
    `webhook ${quiet.toFixed(0)} ms without hostile pages, at most ${worst.delivery.toFixed(0)} ms with ` +
      `them (${deliveries.length} measured); event loop held up for at most ${worst.standstill.toFixed(0)} ms`,
  );
  expect(worst.delivery).toBeLessThan(2_000);
  expect(worst.standstill).toBeLessThan(50);
}, 300_000);
