import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from '../../server/test/browser/launch-options.ts';
import { ensureBuilt } from '../build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: string;
  }
}

/** Builds the console and starts the browser that all test files share. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt();
  const browser = await chromium.launchServer(launchOptions());
  project.provide('browser', browser.wsEndpoint());
  return () => browser.close();
}
