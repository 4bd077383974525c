import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const shared: TestProjectInlineConfiguration['test'] = {
  env: {
    SUPPRESSION_KEY: 'only for tests, and long enough for them',
    SECRETS_KEY: 'test:b25seSBmb3IgdGVzdHMsIGFuZCAzMiBieXRlcyBsb24=',
    SESSION_SECRET: 'only for tests, but nobody could guess it',
  },
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

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
        },
      },
      // The console in a real browser, one for all its files.
      {
        test: {
          ...shared,
          name: 'console',
          include: ['console/test/**/*.test.ts'],
          globalSetup: ['console/test/set-up.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
