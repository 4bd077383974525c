import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type ViewportSize,
} from 'playwright-core';
import { inject } from 'vitest';

export interface TabOptions {
  viewport?: ViewportSize;
  /** Options of a browser context that no other test uses, before or after. */
  own?: BrowserContextOptions;
}

let browser: Promise<Browser> | undefined;
const idlePages = new Map<string, Page[]>();

/**
 * A page without a session. A page is used by one test after another, each in its own context of cookies
 * and storage: a first page costs 1.9 s of CPU, and one whose process and cache exist 0.9 s.
 */
export async function openTab(
  origin: string,
  { viewport = { width: 1280, height: 800 }, own }: TabOptions,
): Promise<Page> {
  const idle = own ? undefined : idlePages.get(origin)?.pop();
  const page = idle ?? (await newPage({ viewport, ...own }));
  page.setDefaultTimeout(15_000);
  if (!own) await page.setViewportSize(viewport);
  if (!idle) await page.goto(origin + emptyDocument);
  return page;
}

async function newPage(options: BrowserContextOptions): Promise<Page> {
  browser ??= chromium.connect(inject('browser'));
  const context = await (await browser).newContext({ reducedMotion: 'reduce', ...options });
  return context.newPage();
}

/** Leaves nothing of a test in the page, or closes it. */
export async function closeTab(origin: string, page: Page, isReusable: boolean): Promise<void> {
  const context = page.context();
  if (!isReusable) return context.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all(context.pages().map(async (each) => each !== page && (await each.close())));
  await context.setOffline(false);
  await page.goto(origin + emptyDocument);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await context.clearCookies();
  await page.emulateMedia({ colorScheme: null });
  await page.mouse.move(0, 0);
  idlePages.set(origin, [...(idlePages.get(origin) ?? []), page]);
}

const assets = fileURLToPath(new URL('../dist/assets', import.meta.url));

/** A document of the same origin without scripts, so that the page keeps its process. */
const emptyDocument = `/assets/${readdirSync(assets).find((name) => name.endsWith('.css'))}`;
