import { defineConfig } from 'vitest/config';
import { shared } from './vitest.shared.ts';

export default defineConfig({
  test: {
    globalSetup: ['server/test/template-database.ts'],
    reporters: ['default', './checks/conformance.ts'],
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'parts',
          include: ['{contract,client,server,checks}/**/*.test.ts', 'console/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.nightly.test.ts'],
        },
      },
      // The console in a real browser, which all files share.
      {
        test: {
          ...shared,
          name: 'console',
          include: ['console/test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.nightly.test.ts'],
          globalSetup: ['console/test/set-up.ts'],
        },
      },
    ],
  },
});
