import { existsSync } from 'node:fs';
import type { LaunchOptions } from 'playwright-core';

/** The headless shell comes first: it draws no browser window, and so needs a third less CPU. */
const installedBrowsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Uses the installed browser, or the one that `CHROMIUM` names. Nothing is downloaded. */
export function launchOptions(): LaunchOptions {
  const executablePath = process.env.CHROMIUM ?? installedBrowsers.find((path) => existsSync(path));
  if (executablePath === undefined)
    throw new Error(
      'Chromium is not installed. Run "apt-get install chromium-headless-shell", or set CHROMIUM to its path.',
    );
  return {
    executablePath,
    args: [
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
