import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll } from 'vitest';

const executablePath = '/usr/bin/chromium';

/** A real browser for this file, closed when it is done. Nothing is installed or downloaded. */
export async function testBrowser(): Promise<Browser> {
  if (!existsSync(executablePath))
    throw new Error(
      `There is no browser at ${executablePath}. Install one: apt-get install chromium`,
    );
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  afterAll(() => browser.close());
  return browser;
}
