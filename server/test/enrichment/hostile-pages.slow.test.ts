import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isFull } from '../run-size.ts';
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { webhooksClient } from '../webhooks/webhooks-client.ts';
import { enrichmentClient, setUpEnrichment } from './enrichment-client.ts';
import { hostilePages } from './hostile-pages.ts';
import { robotsMemoryBomb } from './robots-memory-bomb.ts';
import { htmlPage, startWebsite } from './website.ts';

const { model, service, startWorker } = await setUpEnrichment();
await startWorker();

const lead = (at: number, site: string) => ({
  fullName: `Hostile Number${at.toString(36)}`,
  title: 'Buyer',
  companyName: 'Saltmarsh',
  website: site,
});

test.runIf(isFull)(
  'while hostile pages of one workspace are read, webhooks of another are delivered; pages that crash their thread fail after three attempts, and their credits are refunded',
  async () => {
    const [client, other] = [await enrichmentClient(service), await webhooksClient(service)];
    const receiver = await startWebhookReceiver();
    await other.register(receiver.url, ['prospect.created']);
    const bombSite = await startWebsite({
      '/robots.txt': robotsMemoryBomb(),
      '/': htmlPage('<p>Hi</p>'),
    });
    const names = Object.keys(hostilePages);
    const sites = await Promise.all(
      names.map((name) => startWebsite({ '/': hostilePages[name]!(512 * 1024) })),
    );
    const bombs = 3;
    const addresses = [
      ...Array.from({ length: bombs }, () => bombSite.url),
      ...sites.map(({ url }) => url),
    ];
    const { data: added } = await client.post(addresses.map((url, at) => lead(at, url)));
    const { data } = await client.enrich(added.prospectIds);
    while (bombSite.seen.length === 0) await sleep(20);

    await other.addProspects(1);
    await receiver.waitForRequests(1, 60_000);
    const during = await client.job(data.jobId);
    expect(during.job.finishedAt).toBeNull();

    const { results } = await client.waitForEnd(data.jobId, 240_000);
    for (const result of results.slice(0, bombs))
      expect(result).toMatchObject({ status: 'failed', code: 'website_unreadable' });
    expect(bombSite.seen.filter((path) => path === '/robots.txt')).toHaveLength(3 * bombs);
    expect(bombSite.seen).not.toContain('/');
    const spent = results.filter(({ status }) => status === 'done').length;
    expect(spent).toBeGreaterThan(0);
    expect(await client.credits()).toEqual({
      account: { balance: 50_000 - spent, reserved: 0 },
      ledger: { balance: 50_000 - spent, reserved: 0 },
      open: 0,
    });
    expect(model.requests.length).toBeGreaterThanOrEqual(spent);
  },
);

test('an enrichment whose page crashes its thread can be canceled at any time', async () => {
  const client = await enrichmentClient(service);
  const bombSite = await startWebsite({ '/robots.txt': robotsMemoryBomb() });
  const id = await client.addLead(lead(99, bombSite.url));
  const { data } = await client.enrich([id]);
  while (bombSite.seen.length === 0) await sleep(20);
  expect((await client.bulk({ action: 'delete', prospectIds: [id] })).status).toBe(200);
  const { job } = await client.waitForEnd(data.jobId);
  expect(job).toMatchObject({ cancelled: 1, failed: 0 });
  expect(await client.credits()).toMatchObject({
    account: { balance: 50_000, reserved: 0 },
    open: 0,
  });
});
