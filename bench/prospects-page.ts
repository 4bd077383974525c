import { randomBytes } from 'node:crypto';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureBuilt } from '../console/build.ts';
import { ensureServices } from '../server/dev/services.ts';
import { readConfig } from '../server/src/config.ts';
import { migrateTablesAndQueues } from '../server/src/operator/migrations.ts';
import { createDatabase, dropDatabase } from '../server/src/platform/db/create-database.ts';
import { Database, sql } from '../server/src/platform/db/index.ts';
import { existingWorkspace } from '../server/test/accounts.ts';
import { launchOptions } from '../server/test/browser/launch-options.ts';
import { ServerProcesses, serverKeys } from './environment.ts';
import { fillDatabase } from './fill.ts';
import { medianOf } from './measure.ts';
import { workspaceIdOf } from './sizes.ts';

/**
 * Measures the console's page of prospects in real Chromium, in a workspace of a million people.
 * It uses the configured PostgreSQL, with a new database that is dropped at the end.
 * Run it on an otherwise idle machine.
 *
 *     node bench/prospects-page.ts                    a million people, about ten minutes
 *     node bench/prospects-page.ts --people=50000     fewer, to try it
 */
const peopleArgument = process.argv.find((each) => each.startsWith('--people='));
const people = Number(peopleArgument?.slice('--people='.length) ?? 1_000_000);
const rowsScrolled = Math.min(10_000, Math.floor(people * 0.9));
const rowsPerSecond = 250;
const loads = 5;

/** Runs before the page's own code: records long tasks, key presses and the first rows. */
const watchScript = `
  window.tasks = [];
  window.keyPresses = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((task) => task.duration)))
    .observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.keyPresses.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-index] a')) return;
    window.firstRows = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });`;

Object.assign(process.env, serverKeys);
const config = readConfig();
const name = `bench_page_${randomBytes(4).toString('hex')}`;
const withDatabase = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
const [appUrl, ownerUrl] = [
  withDatabase(config.DATABASE_URL),
  withDatabase(config.DATABASE_OWNER_URL),
];
const say = (line: string): void => console.log(line);

await Promise.all([ensureServices(config.DATABASE_ADMIN_URL, config.REDIS_URL), ensureBuilt()]);
await createDatabase(config.DATABASE_ADMIN_URL, ownerUrl, appUrl);
const api = new ServerProcesses();
try {
  const cookie = await filledWorkspace();
  await api.start('server/src/api.ts', 1, { DATABASE_URL: appUrl });
  const browser = await chromium.launch(launchOptions());
  const visit = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const [cookieName = '', value = ''] = cookie.split(/=(.*)/s);
    await context.addCookies([{ name: cookieName, value, url: api.origins[0]! }]);
    await context.addInitScript(watchScript);
    return context;
  };
  const url = `${api.origins[0]}/w/${workspaceIdOf(1)}/prospects`;
  const first: number[] = [];
  const again: number[] = [];
  for (let load = 0; load < loads; load++) {
    const context = await visit();
    const page = await context.newPage();
    first.push(await measureFirstRow(page, () => page.goto(url)));
    again.push(await measureFirstRow(page, () => page.reload()));
    await context.close();
  }
  const page = await (await visit()).newPage();
  await measureFirstRow(page, () => page.goto(url));
  const typed = await measureTyping(page);
  await measureFirstRow(page, () => page.goto(url));
  const heapBefore = await measureHeap(page);
  const scrolled = await measureScrolling(page);
  const heapAfter = await measureHeap(page);
  await browser.close();

  const ms = (value: number) => `${Math.round(value)} ms`;
  say(`
| ${people.toLocaleString('en')} people | measured | target |
|---|---|---|
| first rows, nothing cached | ${ms(medianOf(first))} (slowest of ${loads}: ${ms(Math.max(...first))}) | below 1,000 ms |
| first rows, loaded again | ${ms(medianOf(again))} (slowest of ${loads}: ${ms(Math.max(...again))}) | below 1,000 ms |
| longest task while typing ${typed.keys} letters | ${ms(typed.longest)} | none above 50 ms |
| slowest key press until it is drawn | ${ms(typed.slowestKey)} | |
| frames per second over ${scrolled.rows.toLocaleString('en')} rows, ${rowsPerSecond} per second | ${scrolled.rate.toFixed(1)} (frames above 20 ms: ${scrolled.late} of ${scrolled.frames}, longest ${ms(scrolled.longest)}) | 50 or more |
| CPU of the main thread per frame | ${scrolled.cpu.toFixed(1)} ms | below 16 ms |
| long tasks while scrolling | ${scrolled.tasks}, longest ${ms(scrolled.maxTaskMs)} | |
| JS heap before and after | ${megabytes(heapBefore.bytes)} → ${megabytes(heapAfter.bytes)} | |
| nodes in the page before and after | ${heapBefore.nodes} → ${heapAfter.nodes} | |
`);
} finally {
  await api.stop();
  await dropDatabase(config.DATABASE_ADMIN_URL, ownerUrl);
}

/** Returns the session of a member. */
async function filledWorkspace(): Promise<string> {
  await migrateTablesAndQueues(ownerUrl);
  const owner = new Database({
    url: ownerUrl,
    poolSize: 2,
    timeouts: { statementMs: 600_000, lockMs: 10_000 },
  });
  await owner.query(sql`
    insert into plan (id, name, monthly_imports, monthly_credits) values ('bench', 'Bench', 2000000000, 0)
    on conflict do nothing`);
  await fillDatabase(
    withDatabase(config.DATABASE_ADMIN_URL),
    { name, database: name, workspaces: [people] },
    say,
  );
  const { cookie } = await existingWorkspace(owner, workspaceIdOf(1)).session('member');
  await owner.close();
  return cookie!;
}

/** Milliseconds from the navigation until the first row is shown. */
async function measureFirstRow(page: Page, navigate: () => Promise<unknown>): Promise<number> {
  await navigate();
  await page.locator('[data-index] a').first().waitFor();
  const after = await page.evaluate<number>('window.firstRows');
  await page.waitForLoadState('networkidle');
  return after;
}

async function measureTyping(page: Page) {
  const words = 'northern foods anna';
  await page.evaluate('window.tasks.length = 0; window.keyPresses.length = 0');
  await page.keyboard.press('/');
  await page.keyboard.type(words, { delay: 110 });
  await page.waitForURL('**q=northern*anna**');
  await page.waitForLoadState('networkidle');
  return {
    keys: words.length,
    longest: await page.evaluate<number>('Math.max(0, ...window.tasks)'),
    slowestKey: await page.evaluate<number>('Math.max(0, ...window.keyPresses)'),
  };
}

/** Scrolls at a constant speed and measures each frame. */
async function measureScrolling(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpuMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'TaskDuration')!.value * 1_000;
  };
  const cpuBefore = await cpuMs();
  await page.evaluate('window.tasks.length = 0');
  const { frames, rows } = await page.evaluate<{ frames: number[]; rows: number }>(`
    new Promise((resolve) => {
      const frames = [];
      const last = () => Number([...document.querySelectorAll('[data-index]')].at(-1)?.dataset.index ?? 0);
      const { offsetHeight: height } = document.querySelector('[data-index]');
      const began = performance.now();
      let before = began;
      const step = (now) => {
        frames.push(now - before);
        window.scrollBy(0, ((now - before) / 1000) * ${rowsPerSecond} * height);
        before = now;
        const isOver = now - began > ${(4_000 * rowsScrolled) / rowsPerSecond};
        if (isOver || (frames.length % 30 === 0 && last() >= ${rowsScrolled}))
          resolve({ frames: frames.slice(1), rows: last() });
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    })`);
  const totalMs = frames.reduce((sum, each) => sum + each, 0);
  return {
    rows,
    frames: frames.length,
    rate: (frames.length * 1_000) / totalMs,
    cpu: ((await cpuMs()) - cpuBefore) / frames.length,
    late: frames.filter((each) => each > 20).length,
    longest: Math.max(...frames),
    tasks: await page.evaluate<number>('window.tasks.length'),
    maxTaskMs: await page.evaluate<number>('Math.max(0, ...window.tasks)'),
  };
}

/** Memory and nodes after garbage collection. */
async function measureHeap(page: Page): Promise<{ bytes: number; nodes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return {
    bytes: usedSize,
    nodes: await page.evaluate<number>('document.querySelectorAll("*").length'),
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
