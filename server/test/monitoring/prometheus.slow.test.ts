import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { newLeads } from '../leads-client.ts';
import { isFull } from '../run-size.ts';
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { startPrometheus } from './prometheus.ts';
import { metricsUrlIn } from './scrape-metrics.ts';
import { startInstallation } from './start-installation.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(pathOf(path), 'utf8');

interface Panel {
  title: string;
  type: string;
  targets?: { expr: string }[];
}

const dashboard = JSON.parse(read('deploy/grafana/outcrop.json')) as { panels: Panel[] };
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr] as const),
);
const alertsIn = (path: string, pattern: RegExp) =>
  [...read(path).matchAll(pattern)].map(([, name]) => name!);
const alerts = alertsIn('deploy/prometheus/alerts.yaml', /^ +- alert: (\w+)$/gm);

/** A few requests a second to endpoints of all kinds, until the test ends. */
async function startLoad({ call, workspace }: Awaited<ReturnType<typeof startInstallation>>) {
  const receiver = await startWebhookReceiver();
  const account = await workspace();
  const admin = await account.token('admin');
  await call(admin, 'POST', '/api/v1/manage/webhooks', {
    body: { url: receiver.url, events: ['prospect.created'] },
  });
  const stopping = new AbortController();
  const load = async () => {
    while (!stopping.signal.aborted) {
      await call(admin, 'GET', '/session');
      const [lead] = newLeads(1);
      const leads = [{ ...lead, title: 'CTO', companyName: 'Fernhill' }];
      const { data } = await call(admin, 'POST', '/leads', { body: { leads } });
      await call(admin, 'POST', '/enrich', { body: { prospectIds: data?.prospectIds } });
      await sleep(500, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const done = load();
  afterTestOrFile(async () => {
    stopping.abort();
    await done;
  });
}

test.runIf(isFull)(
  'every panel of the dashboard shows data of a running installation',
  async () => {
    const installation = await startInstallation({ METRICS_PORT: '0' });
    const { api, worker } = installation;
    const prometheus = await startPrometheus(
      { 'outcrop-api': metricsUrlIn(api.log), 'outcrop-worker': metricsUrlIn(worker.log) },
      pathOf('deploy/prometheus/alerts.yaml'),
    );
    await startLoad(installation);
    await expect.poll(prometheus.isReady).toBe(true);
    expect(queries.length).toBeGreaterThan(25);
    for (const [title, query] of queries)
      await expect.poll(() => prometheus.query(query), { message: title }).not.toEqual([]);
    const health = async () =>
      new Map((await prometheus.rules()).map((rule) => [rule.name, rule.health]));
    await expect.poll(health).toEqual(new Map(alerts.map((name) => [name, 'ok'])));
  },
);

test('every alert fires in its situation, and none in a healthy installation', () => {
  const file = pathOf('deploy/prometheus/alerts.test.yaml');
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
  const fired = alertsIn('deploy/prometheus/alerts.test.yaml', /alertname: (\w+)\n +exp_alerts:/g);
  expect(fired.sort()).toEqual(alerts.toSorted());
});

test('every alert has a section in the documentation, which its link leads to', () => {
  const sections = alertsIn('docs/monitoring.md', /^### (Outcrop\w+)$/gm);
  expect(sections).toEqual(alerts);
  const links = alertsIn('deploy/prometheus/alerts.yaml', /runbook: docs\/monitoring\.md#(\w+)$/gm);
  expect(links).toEqual(alerts.map((name) => name.toLowerCase()));
});
