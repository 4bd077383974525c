import { defineConfig } from 'vitest/config';
import { longTimeouts, measured, shared } from './vitest.shared.ts';

const globalSetup = ['server/test/template-database.ts'];
const TEST_SIZE = 'full';

/** Run on an otherwise idle machine. The figures go to docs/measurements.md. */
export default defineConfig({
  test: {
    reporters: ['default', './checks/measurements.ts'],
    maxWorkers: 2,
    projects: [
      // Everything that measures time, one file at a time.
      {
        test: {
          ...measured,
          name: 'nightly',
          include: ['{client,server}/**/*.nightly.test.ts'],
          globalSetup,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      // The slow tests of CI with all rounds, kills and rows, and those that CI leaves out.
      {
        test: {
          ...shared,
          ...longTimeouts,
          env: { ...shared.env, TEST_SIZE },
          name: 'full',
          include: ['{client,release,server}/**/*.{slow,full}.test.ts'],
          globalSetup,
          sequence: { groupOrder: 2 },
        },
      },
      // The console in a real browser, with what CI leaves out.
      {
        test: {
          ...shared,
          ...longTimeouts,
          env: { ...shared.env, TEST_SIZE },
          name: 'console',
          include: ['console/test/*.test.ts'],
          globalSetup: [...globalSetup, 'console/test/set-up.ts'],
          isolate: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
