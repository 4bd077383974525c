import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,client,server,checks}/**/*.test.ts'],
    globalSetup: ['server/test/template-database.ts'],
    reporters: ['default', './checks/conformance.ts'],
    env: { SUPPRESSION_KEY: 'only for tests, and long enough for them' },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
});
