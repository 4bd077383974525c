import { type Browser, chromium } from 'playwright-core';
import { afterAll } from 'vitest';
import { launchOptions } from './launch-options.ts';

/** A real browser, closed at the end of the test file. */
export async function testBrowser(): Promise<Browser> {
  const browser = await chromium.launch(launchOptions());
  afterAll(() => browser.close());
  return browser;
}
