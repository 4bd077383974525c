import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { nativeImports, noServices, processTimeouts, shared } from './vitest.shared.ts';

// Saves a third of the time that a process needs to start.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'outcrop-compile-cache');

const services = ['server/test/template-database.ts'];
const everywhere =
  '{bench,checks,client,console/src,contract,deploy,extension/src,release,server,torture}/**';
const exclude = ['**/node_modules/**', '**/*.{full,nightly}.test.ts'];

/**
 * The end of a file's name says which project runs it. Files of the first two share their processes,
 * because loading the server takes longer than most of their tests.
 */
export default defineConfig({
  test: {
    reporters: ['default', './checks/conformance.ts'],
    projects: [
      // Without PostgreSQL and Redis.
      {
        test: {
          ...shared,
          ...nativeImports,
          env: { ...shared.env, ...noServices },
          name: 'unit',
          include: [`${everywhere}/*.test.ts`],
          exclude: [...exclude, '**/*.{api,slow,full}.test.ts', 'console/test/**'],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          ...nativeImports,
          name: 'api',
          include: [`${everywhere}/*.api.test.ts`],
          exclude,
          globalSetup: services,
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      // Faults, races, query plans, the queue.
      {
        test: {
          ...shared,
          ...nativeImports,
          ...processTimeouts,
          name: 'slow',
          include: [`${everywhere}/*.slow.test.ts`],
          exclude,
          globalSetup: services,
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
      // Pages of the console without a server and without a browser.
      {
        test: {
          ...shared,
          env: { ...shared.env, ...noServices },
          name: 'components',
          include: ['console/{src,test/components}/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: [shared.setupFiles ?? [], 'console/test/components/browser.ts'].flat(),
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      // The console in a real browser, which all files share. Those of a process share a service, too.
      {
        test: {
          ...shared,
          ...nativeImports,
          ...processTimeouts,
          name: 'console',
          include: ['console/test/**/*.test.ts'],
          exclude,
          globalSetup: [...services, 'console/test/set-up.ts'],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      // The built extension in a real browser, one browser for each file.
      {
        test: {
          ...shared,
          ...nativeImports,
          ...processTimeouts,
          name: 'extension',
          include: ['extension/test/**/*.test.ts'],
          exclude,
          globalSetup: [...services, 'extension/test/set-up.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
