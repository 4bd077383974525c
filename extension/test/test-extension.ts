import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../console/test/test-console.ts';
import { afterTestOrFile } from '../../server/test/after-test-or-file.ts';
import { launchOptions } from '../../server/test/browser/launch-options.ts';
import { builtFolder } from '../build.ts';

/** The headless shell cannot load extensions. */
const fullChromium = '/usr/bin/chromium';

export interface TestExtension {
  context: BrowserContext;
  id: string;
  worker: () => Promise<Worker>;
  /** The panel's page, in a tab of the same window. */
  panel: Page;
  /** Clicks the toolbar button, and closes the side panel. */
  press: (page: Page) => Promise<void>;
  /** Clicks the toolbar button, closes the side panel, and waits until the page has been read. */
  click: (page: Page) => Promise<void>;
  /** Everything that the extension has stored. */
  stored: () => Promise<{ local: Record<string, unknown>; session: Record<string, unknown> }>;
  /** Requests of the panel and the worker, as `GET https://…`. */
  requests: string[];
  /** The origins of all requests over the network, also those of pages. */
  origins: Set<string>;
  /** Errors in the panel's console. */
  complaints: string[];
  close: () => Promise<void>;
}

/** A folder for a browser profile, removed at the end of the file. */
export async function testProfile(): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'outcrop-extension-'));
  afterTestOrFile(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  return profile;
}

/** A real browser with the built extension. A profile that is used again is a browser restart. */
export async function testExtension(profile: string): Promise<TestExtension> {
  const { args = [], executablePath } = launchOptions();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: existsSync(fullChromium) ? fullChromium : executablePath!,
    ignoreDefaultArgs: ['--disable-extensions', '--headless'],
    args: [
      ...args,
      '--headless=new',
      `--load-extension=${builtFolder}`,
      `--disable-extensions-except=${builtFolder}`,
      '--enable-unsafe-extension-debugging',
    ],
    viewport: { width: 360, height: 720 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await context.close();
    isOpen = false;
  };
  afterTestOrFile(close);
  const worker = async () =>
    context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const id = new URL((await worker()).url()).host;
  const requests: string[] = [];
  const origins = new Set<string>();
  context.on('request', (request) => {
    if (request.url().startsWith('http')) origins.add(new URL(request.url()).origin);
    if (request.url().includes('/api/') && request.method() !== 'OPTIONS')
      requests.push(`${request.method()} ${request.url()}`);
  });
  const complaints: string[] = [];
  const panel = context.pages()[0] ?? (await context.newPage());
  panel.on('pageerror', (error) => complaints.push(error.message));
  panel.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await panel.goto(`chrome-extension://${id}/panel.html`);
  const stored: TestExtension['stored'] = () =>
    panel.evaluate(
      'Promise.all([chrome.storage.local.get(null), chrome.storage.session.get(null)]).then(([local, session]) => ({ local, session }))',
    );
  const press: TestExtension['press'] = async (page) => {
    await page.bringToFront();
    await clickToolbar(context, id, page);
    await closeSidePanel(context, panel);
    await panel.bringToFront();
  };
  const click: TestExtension['click'] = async (page) => {
    const before = readingIds(await stored());
    await press(page);
    await expect
      .poll(async () => readingIds(await stored()).some((each) => !before.includes(each)))
      .toBe(true);
  };
  return { context, id, worker, panel, press, click, stored, requests, origins, complaints, close };
}

const readingIds = ({ session }: { session: Record<string, unknown> }) =>
  Object.entries(session).flatMap(([key, value]) =>
    key.startsWith('reading:') && (value as { status: string }).status !== 'reading'
      ? [(value as { id: string }).id]
      : [],
  );

/** The real toolbar click, which gives the extension access to that tab. */
async function clickToolbar(context: BrowserContext, id: string, page: Page): Promise<void> {
  const session = await context.browser()!.newBrowserCDPSession();
  // Commands that the types do not know.
  const send = session.send.bind(session) as unknown as (
    method: string,
    params: object,
  ) => Promise<{ targetInfos: { targetId: string; url: string }[] }>;
  const { targetInfos } = await send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const tab = targetInfos.find(({ url }) => url === page.url());
  await send('Extensions.triggerAction', { id, targetId: tab!.targetId });
  await session.detach();
}

/**
 * Waits for the side panel and closes it. Chromium draws a tab beside an open side panel once a second
 * only, and the tests drive the panel in a tab.
 */
async function closeSidePanel(context: BrowserContext, panel: Page): Promise<void> {
  const session = await context.browser()!.newBrowserCDPSession();
  const ownSession = await context.newCDPSession(panel);
  const own = (await ownSession.send('Target.getTargetInfo')).targetInfo.targetId;
  const opened = async () =>
    (await session.send('Target.getTargets')).targetInfos.filter(
      ({ url, type, targetId }) => url === panel.url() && type === 'page' && targetId !== own,
    );
  await expect.poll(opened, { message: 'the side panel is open' }).toHaveLength(1);
  await session.send('Target.closeTarget', { targetId: (await opened())[0]!.targetId });
  await expect.poll(opened, { message: 'the side panel is closed' }).toEqual([]);
  await Promise.all([session.detach(), ownSession.detach()]);
}

/**
 * No axe violations in either theme. With PICTURES set, also keeps what the panel shows as
 * docs/images/extension-NAME.png.
 */
export async function checkState(panel: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await panel.emulateMedia({ colorScheme });
    expect(await violations(panel), `${name} ${colorScheme}`).toEqual([]);
    const path = join(
      import.meta.dirname,
      `../../docs/images/extension-${name}-${colorScheme}.png`,
    );
    if (process.env['PICTURES']) await panel.screenshot({ path, fullPage: true });
  }
  await panel.emulateMedia({ colorScheme: 'light' });
}

/** A web server with these pages, by path. */
export async function testSite(pages: Record<string, string>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const page = pages[url];
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
    });
    response.end(page ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTestOrFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Connects by pasting a token. */
export async function connectWith(panel: Page, address: string, token: string): Promise<void> {
  await panel.getByLabel('Server address').fill(address);
  const byToken = panel.getByRole('button', { name: 'Use a token instead' });
  if (await byToken.isVisible()) await byToken.click();
  await panel.getByLabel('Token').fill(token);
  await panel.getByRole('button', { name: 'Connect', exact: true }).click();
}
