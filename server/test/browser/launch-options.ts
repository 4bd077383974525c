import { existsSync } from 'node:fs';
import type { LaunchOptions } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** Uses the installed browser. Nothing is downloaded. */
export function launchOptions(): LaunchOptions {
  if (!existsSync(executablePath))
    throw new Error(
      `There is no browser at ${executablePath}. Install one: apt-get install chromium`,
    );
  return {
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
  };
}
