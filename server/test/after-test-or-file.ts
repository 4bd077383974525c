import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

const isKeptUntilEnd = new AsyncLocalStorage<true>();

/**
 * Cleans up at the end of the test that called it, or at the end of the file if no test is running.
 * Test files share processes, so what is left open stays open until the end of the run.
 */
export function afterTestOrFile(cleanUp: () => unknown): void {
  if (isKeptUntilEnd.getStore()) return;
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanUp()));
  else afterAll(async () => void (await cleanUp()));
}

/**
 * Starts what all files of a process share. It ends with the process, and its database is dropped at the
 * end of the run.
 */
export const keepUntilProcessEnds = <Result>(start: () => Promise<Result>): Promise<Result> =>
  isKeptUntilEnd.run(true, start);
