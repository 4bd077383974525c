import type { TestProjectInlineConfiguration } from 'vitest/config';

const env = {
  SUPPRESSION_KEY: 'only for tests, and long enough for them',
  SECRETS_KEY: 'test:b25seSBmb3IgdGVzdHMsIGFuZCAzMiBieXRlcyBsb24=',
  SESSION_SECRET: 'only for tests but nobody could guess it',
};

/**
 * A test that hangs fails after 30 s. What it waits for has 20 s, so that the error names it. Tests take a
 * few seconds, which leaves room for a busy machine.
 */
const timeouts = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};

/** Of tests that start processes or a browser, which share the machine with them. */
export const processTimeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

/** Of tests in full size and of measurements. */
export const longTimeouts = {
  testTimeout: 3_600_000,
  hookTimeout: 3_600_000,
  expect: { poll: { timeout: 60_000 } },
};

type Shared = NonNullable<TestProjectInlineConfiguration['test']>;

/** Node itself imports TypeScript, from its compile cache. Only JSX needs Vite. */
export const nativeImports = { experimental: { viteModuleRunner: false } };

/** The service's own timeouts are long too. Tests of a timeout set their own. */
export const shared: Shared = {
  ...timeouts,
  setupFiles: ['checks/property-seed.ts', 'checks/record-set-up.ts'],
  env: {
    ...env,
    CONNECT_TIMEOUT_MS: '30000',
    STATEMENT_TIMEOUT_MS: '30000',
    LOCK_TIMEOUT_MS: '20000',
    REDIS_TIMEOUT_MS: '10000',
    MAX_WAIT_MS: '60000',
    SMTP_TIMEOUT_MS: '30000',
  },
};

/** The default configuration of the service, for performance tests. */
export const measured: Shared = { ...longTimeouts, env };

/** Unit tests fail if they connect to a service: nothing listens on this port. */
export const noServices = {
  DATABASE_URL: 'postgres://unit@127.0.0.1:9/none',
  DATABASE_OWNER_URL: 'postgres://unit@127.0.0.1:9/none',
  DATABASE_ADMIN_URL: 'postgres://unit@127.0.0.1:9/none',
  REDIS_URL: 'redis://127.0.0.1:9',
};
