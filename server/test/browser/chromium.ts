import { type Browser, chromium } from 'playwright-core';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { timedSetUp } from '../set-up-times.ts';
import { launchOptions } from './launch-options.ts';

/** A real browser, closed at the end of the test or file. */
export async function testBrowser(): Promise<Browser> {
  const browser = await timedSetUp('browsers', 'Chromium', () => chromium.launch(launchOptions()));
  afterTestOrFile(() => browser.close());
  return browser;
}
