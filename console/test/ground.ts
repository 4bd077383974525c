import { AxeBuilder } from '@axe-core/playwright';
import type { Role } from '@outcrop/contract';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, expect, inject } from 'vitest';
import type { Config } from '../../server/src/config.ts';
import type { TestWorkspace } from '../../server/test/accounts.ts';
import { testQueue } from '../../server/test/queue/workers.ts';
import { type TestService, testService } from '../../server/test/service.ts';

export interface Visitor {
  page: Page;
  /** What the browser complained about so far. A test that expects a complaint takes it out. */
  complaints: string[];
  open: (path: string) => Promise<void>;
}

export interface Ground {
  service: TestService;
  origin: string;
  /** Someone who is not signed in, with a browser of their own. */
  visitor: (options?: BrowserContextOptions) => Promise<Visitor>;
  /** Someone of this role in this workspace, signed in. */
  member: (
    workspace: TestWorkspace,
    role: Role,
    options?: BrowserContextOptions,
  ) => Promise<Visitor & { email: string }>;
  /** Ends the worker, as a restart would; what comes back starts another. */
  stopWorker: () => Promise<() => Promise<void>>;
}

/** The real service, a worker beside it, and the browser that all files share. */
export async function consoleGround(settings: Partial<Config> = {}): Promise<Ground> {
  const config = { EGRESS_ALLOW: ['127.0.0.0/8', '::1/128'], ...settings };
  const service = await testService({ config });
  const queue = await testQueue([], service.database);
  let worker = await queue.worker([], config);
  const browser: Browser = await chromium.connect(inject('browser'));
  afterAll(() => browser.close());

  const seen: Visitor[] = [];
  afterEach(async () => {
    const complaints = seen.flatMap((visitor) => visitor.complaints);
    await Promise.all(seen.splice(0).map(({ page }) => page.context().close()));
    expect(complaints).toEqual([]);
  });

  const visitor: Ground['visitor'] = async (options = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    const made = {
      page,
      complaints,
      open: async (path: string) => {
        await page.goto(service.origin + path);
        await settled(page);
      },
    };
    seen.push(made);
    return made;
  };

  return {
    service,
    origin: service.origin,
    visitor,
    member: async (workspace, role, options) => {
      const { cookie, email } = await workspace.session(role);
      const made = await visitor(options);
      const [name = '', value = ''] = cookie!.split(/=(.*)/s);
      await made.page.context().addCookies([{ name, value, url: service.origin }]);
      return {
        ...made,
        email,
        open: (path) => made.open(path.replace(/^~/, `/w/${workspace.id}`)),
      };
    },
    stopWorker: async () => {
      await worker.stop();
      return async () => {
        worker = await queue.worker([], config);
      };
    },
  };
}

/** The page is there: its heading stands, and nothing in it is still being loaded. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[data-skeleton]').first().waitFor({ state: 'detached' });
}

/** Nothing that keeps people out, in either theme. What a theme changes is its contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violations(axe(page)), page.url()).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  const contrast = axe(page).withRules(['color-contrast']);
  expect(await violations(contrast), `${page.url()} dark`).toEqual([]);
}

/** In the page itself: it has no frames whose results a second page would have to gather. */
const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();

async function violations(builder: AxeBuilder): Promise<string[]> {
  const found = await builder.analyze();
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 640 });
  const beyond = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(beyond, page.url()).toBe(0);
  await page.setViewportSize(size);
}
