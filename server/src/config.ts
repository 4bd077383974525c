import { z } from 'zod';

/** Every variable the service reads, with what it is for. `docs/configuration.md` is made from it. */
export const variables = {
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address the API listens on. `0.0.0.0` in a container.'),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(3000)
    .describe('Port of the API; 0 takes a free one.'),
  CELL: z
    .string()
    .regex(/^[a-z0-9]{1,8}$/)
    .default('a')
    .describe(
      'Name of this cell: one PostgreSQL, one Redis, and the processes around them. Part of every token.',
    ),
  DATABASE_URL: z
    .string()
    .default('postgres://outcrop_app@127.0.0.1:5432/outcrop')
    .describe(
      'PostgreSQL, as the role the processes run under. It owns nothing and cannot change tables.',
    ),
  DATABASE_OWNER_URL: z
    .string()
    .default('postgres://outcrop_owner@127.0.0.1:5432/outcrop')
    .describe(
      'The same database as the role that owns the tables. Only `db:migrate` and `account` use it.',
    ),
  DATABASE_ADMIN_URL: z
    .string()
    .default('postgres://postgres@127.0.0.1:5432/postgres')
    .describe(
      'A role that may create databases and roles. Only `db:create` and `npm run dev` use it.',
    ),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe(
      'Connections for requests in each process. One workspace holds at most a quarter of them.',
    ),
  STATEMENT_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(5_000)
    .describe('Longest that one SQL statement of a request may take.'),
  LOCK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(2_000)
    .describe('Longest that a request waits for a row that another one holds.'),
  REDIS_URL: z
    .string()
    .default('redis://127.0.0.1:6379')
    .describe('Redis, for rate windows. While it is away, each process limits on its own.'),
  MAX_EVENT_LOOP_DELAY_MS: z.coerce
    .number()
    .int()
    .min(10)
    .default(500)
    .describe('Above this delay a process answers 503 until it has caught up.'),
  SUPPRESSION_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Required by the API. A secret of at least 32 characters, the same in every process of the cell, never changed. ' +
        'Do-not-contact marks that outlive a deletion are kept as hashes under it.',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least severe line that is logged.'),
};

const schema = z.object(variables);
export type Config = z.infer<typeof schema>;

export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `  ${issue.path.join('.')}: ${issue.message}`,
  );
  throw new Error(`The environment is not usable:\n${problems.join('\n')}`);
}
