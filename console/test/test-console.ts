import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Role } from '@outcrop/contract';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Config } from '../../server/src/config.ts';
import type { TestWorkspace } from '../../server/test/accounts.ts';
import { afterTestOrFile, keepUntilProcessEnds } from '../../server/test/after-test-or-file.ts';
import { type TestQueue, testQueue } from '../../server/test/queue/workers.ts';
import { isFull } from '../../server/test/run-size.ts';
import { type TestService, testService } from '../../server/test/service.ts';
import { closeTab, openTab, type TabOptions } from './tabs.ts';

export interface Visitor {
  page: Page;
  /** Console errors and warnings so far. A test that expects some removes them. */
  complaints: string[];
  /** Loads a page. */
  open: (path: string) => Promise<void>;
  /** Opens another page of the console that is loaded. */
  navigate: (path: string) => Promise<void>;
}

export interface TestConsole {
  service: TestService;
  origin: string;
  /** A browser context without a session. */
  visitor: (options?: TabOptions) => Promise<Visitor>;
  /** A signed-in user with this role. */
  member: (
    workspace: TestWorkspace,
    role: Role,
    options?: TabOptions,
  ) => Promise<Visitor & { email: string }>;
  /** Stops the worker as a restart would; the returned function starts a new one. */
  stopWorker: () => Promise<() => Promise<void>>;
}

interface Instance {
  service: TestService;
  queue: TestQueue;
  config: Partial<Config>;
  worker: { stop: () => Promise<void> };
}

/** A test whose promise another test proves in CI: `npm run nightly` runs it. */
export const nightlyTest = test.runIf(isFull);

let sharedInstance: Promise<Instance> | undefined;

async function startInstance(settings?: Partial<Config>): Promise<Instance> {
  const config = { EGRESS_ALLOW: ['127.0.0.0/8', '::1/128'], ...settings };
  const service = await testService({ config });
  const queue = await testQueue([], service.database);
  return { service, queue, config, worker: await queue.startWorker([], config) };
}

/**
 * The service, a worker and the browser. All files of a process share them, and each test has its own
 * workspace. A file with settings, or one that sets up a new instance, has its own service and worker.
 */
export async function testConsole(settings?: Partial<Config>): Promise<TestConsole> {
  if (!settings) sharedInstance ??= keepUntilProcessEnds(startInstance);
  const instance = await (settings ? startInstance(settings) : sharedInstance!);
  const { service, queue, config } = instance;

  const tabs: { page: Page; complaints: string[]; options: TabOptions }[] = [];
  afterEach(async ({ task }) => {
    const opened = tabs.splice(0);
    const complaints = opened.flatMap((tab) => tab.complaints);
    const isReusable = task.result?.state !== 'fail' && complaints.length === 0;
    await Promise.all(
      opened.map(({ page, options }) => closeTab(service.origin, page, isReusable && !options.own)),
    );
    expect(complaints).toEqual([]);
  });

  const visitor: TestConsole['visitor'] = async (options = {}) => {
    const page = await openTab(service.origin, options);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    const created = {
      page,
      complaints,
      open: async (path: string) => {
        await page.goto(service.origin + path);
        await waitUntilLoaded(page);
      },
      navigate: async (path: string) => {
        const title = await page.title();
        await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
        await expect.poll(() => page.title(), { interval: 20, message: path }).not.toBe(title);
        await waitUntilLoaded(page);
      },
    };
    tabs.push({ page, complaints, options });
    return created;
  };

  return {
    service,
    origin: service.origin,
    visitor,
    member: async (workspace, role, options) => {
      const { cookie, email } = await workspace.session(role);
      const created = await visitor(options);
      const [name = '', value = ''] = cookie!.split(/=(.*)/s);
      await created.page.context().addCookies([{ name, value, url: service.origin }]);
      return {
        ...created,
        email,
        open: (path) => created.open(path.replace(/^~/, `/w/${workspace.id}`)),
      };
    },
    stopWorker: async () => {
      await instance.worker.stop();
      let restarted: Promise<void> | undefined;
      const restart = () => {
        restarted ??= (async () => {
          instance.worker = await queue.startWorker([], config);
        })();
        return restarted;
      };
      afterTestOrFile(restart);
      return restart;
    },
  };
}

/** Toasts stay until they are closed, so that a slow machine reaches their Undo too. */
export const keepToasts = (page: Page) =>
  page.evaluate(`localStorage.setItem('outcrop-preferences', JSON.stringify({ toasts: 'stay' }))`);

/** The heading is shown and no skeleton is left. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[data-skeleton]').first().waitFor({ state: 'detached' });
}

/** No axe violations in either theme. The dark theme is checked only for contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violations(page), page.url()).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, ['color-contrast']), `${page.url()} dark`).toEqual([]);
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Runs axe in the page, into which it is loaded once. Without rules, all rules are checked. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const found = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  return (found as AxeResults).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html}`),
  );
}

/** On the way of a journey. In CI, every-page.test.ts checks the pages. */
export const expectAccessibleAtNight = async (page: Page): Promise<void> => {
  if (isFull) await expectAccessible(page);
};

export const expectNoSidewaysScrollingAtNight = async (page: Page): Promise<void> => {
  if (isFull) await expectNoSidewaysScrolling(page);
};

export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = () =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  await expect.poll(overflow, { message: page.url() }).toBe(0);
  await page.setViewportSize(size);
}
