import type { TestProjectInlineConfiguration } from 'vitest/config';

const env = {
  SUPPRESSION_KEY: 'only for tests, and long enough for them',
  SECRETS_KEY: 'test:b25seSBmb3IgdGVzdHMsIGFuZCAzMiBieXRlcyBsb24=',
  SESSION_SECRET: 'only for tests but nobody could guess it',
};

/** A slow machine is not a fault, so tests wait long for what must happen. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

type Shared = TestProjectInlineConfiguration['test'];

/** The service's own time-outs are long, too; tests of a time-out set theirs. */
export const shared: Shared = {
  ...patience,
  env: {
    ...env,
    STATEMENT_TIMEOUT_MS: '30000',
    LOCK_TIMEOUT_MS: '20000',
    REDIS_TIMEOUT_MS: '10000',
    MAX_EVENT_LOOP_DELAY_MS: '10000',
  },
};

/** The service as it is configured by default, since it is measured. */
export const measured: Shared = { ...patience, env };
