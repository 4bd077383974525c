import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Cleans up at the end of the test that called it, or at the end of the file if no test is running.
 * Test files share processes, so what is left open stays open until the end of the run.
 */
export function afterTestOrFile(cleanUp: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanUp()));
  else afterAll(async () => void (await cleanUp()));
}
