import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { subscriber } from '../webhooks/ground.ts';
import { startHook } from '../webhooks/hook.ts';
import { enricher, enrichmentGround } from './ground.ts';
import { hostilePages } from './hostile-pages.ts';
import { poisonousRobots } from './poison.ts';
import { html, website } from './website.ts';

const { model, service, startWorker } = await enrichmentGround();
await startWorker();

const lead = (at: number, site: string) => ({
  fullName: `Hostile Number${at.toString(36)}`,
  title: 'Buyer',
  companyName: 'Saltmarsh',
  website: site,
});

test('while one workspace’s hostile pages are read, another’s webhook is delivered; pages that end their thread fail after three attempts, and their credits come back [research.unreadable enrichment-jobs.attempts]', async () => {
  const [own, other] = [await enricher(service), await subscriber(service)];
  const hook = await startHook();
  await other.register(hook.url, ['prospect.created']);
  const poisonous = await website({ '/robots.txt': poisonousRobots(), '/': html('<p>Hi</p>') });
  const names = Object.keys(hostilePages).slice(0, 17);
  const sites = await Promise.all(
    names.map((name) => website({ '/': hostilePages[name]!(512 * 1024) })),
  );
  const poisoned = 3;
  const addresses = [
    ...Array.from({ length: poisoned }, () => poisonous.url),
    ...sites.map(({ url }) => url),
  ];
  const { data: added } = await own.post(addresses.map((url, at) => lead(at, url)));
  const { data } = await own.enrich(added.prospectIds);
  while (poisonous.seen.length === 0) await sleep(20);

  await other.people(1);
  await hook.atLeast(1, 60_000);
  const during = await own.job(data.jobId);
  expect(during.job.finishedAt).toBeNull();

  const { results } = await own.ended(data.jobId, 120_000);
  for (const result of results.slice(0, poisoned))
    expect(result).toMatchObject({ status: 'failed', code: 'website_unreadable' });
  expect(poisonous.seen.filter((path) => path === '/robots.txt')).toHaveLength(3 * poisoned);
  expect(poisonous.seen).not.toContain('/');
  const spent = results.filter(({ status }) => status === 'done').length;
  expect(spent).toBeGreaterThan(0);
  expect(await own.credits()).toEqual({
    account: { balance: 50_000 - spent, reserved: 0 },
    ledger: { balance: 50_000 - spent, reserved: 0 },
    open: 0,
  });
  expect(model.asked.length).toBeGreaterThanOrEqual(spent);
}, 240_000);

test('work on a page that ends its thread can be ended at any time [enrichment-jobs.attempts]', async () => {
  const own = await enricher(service);
  const poisonous = await website({ '/robots.txt': poisonousRobots() });
  const id = await own.person(lead(99, poisonous.url));
  const { data } = await own.enrich([id]);
  while (poisonous.seen.length === 0) await sleep(20);
  expect((await own.bulk({ action: 'delete', prospectIds: [id] })).status).toBe(200);
  const { job } = await own.ended(data.jobId);
  expect(job).toMatchObject({ cancelled: 1, failed: 0 });
  expect(await own.credits()).toMatchObject({
    account: { balance: 50_000, reserved: 0 },
    open: 0,
  });
}, 60_000);
