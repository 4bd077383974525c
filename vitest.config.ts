import { defineConfig } from 'vitest/config';
import { shared } from './vitest.shared.ts';

const services = ['server/test/template-database.ts'];
const everywhere = '{checks,client,console/src,contract,server}/**';
const exclude = ['**/node_modules/**', '**/*.nightly.test.ts'];

/** The end of a file's name says which project runs it. */
export default defineConfig({
  test: {
    reporters: ['default', './checks/conformance.ts'],
    maxWorkers: 3,
    projects: [
      // Without PostgreSQL and Redis.
      {
        test: {
          ...shared,
          name: 'unit',
          include: [`${everywhere}/*.test.ts`],
          exclude: [...exclude, '**/*.{api,slow}.test.ts', 'console/test/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'api',
          include: [`${everywhere}/*.api.test.ts`],
          exclude,
          globalSetup: services,
        },
      },
      // Faults, races, query plans, the queue.
      {
        test: {
          ...shared,
          name: 'slow',
          include: [`${everywhere}/*.slow.test.ts`],
          exclude,
          globalSetup: services,
        },
      },
      // The console in a real browser, which all files share.
      {
        test: {
          ...shared,
          name: 'console',
          include: ['console/test/**/*.test.ts'],
          exclude,
          globalSetup: [...services, 'console/test/set-up.ts'],
        },
      },
    ],
  },
});
