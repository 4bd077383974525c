import { createSecretKey } from 'node:crypto';
import { aiProviders } from '@outcrop/contract';
import { z } from 'zod';

/** All environment variables, with descriptions. `docs/configuration.md` lists them. */
export const environmentVariables = {
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
    .describe('Port of the API; 0 picks a free one.'),
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
  DATABASE_SIGN_IN_URL: z
    .string()
    .optional()
    .describe(
      'The same database as the role for sign-in, which can access only accounts and sessions. By ' +
        'default `DATABASE_URL` with the user `outcrop_sign_in`.',
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
      'Connections for requests in each process. One workspace uses at most a quarter of them.',
    ),
  PREPARED_STATEMENTS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether connections to PostgreSQL keep prepared statements. Some poolers do not.'),
  CONNECT_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(1_500)
    .describe(
      'Maximum time for a new connection to PostgreSQL, and for looking up who is calling. Short, so that requests ' +
        'do not queue for a database that does not respond.',
    ),
  STATEMENT_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(5_000)
    .describe('Maximum time for one SQL statement of a request.'),
  LOCK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(2_000)
    .describe('Maximum time a request waits for a row lock.'),
  REDIS_URL: z
    .string()
    .default('redis://127.0.0.1:6379')
    .describe('Redis, for rate limits. While it is unreachable, each process limits on its own.'),
  REDIS_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(10)
    .default(40)
    .describe('Maximum time a request waits for Redis before the process limits on its own.'),
  DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .describe(
      'How long the API goes on after a SIGTERM while `/readyz` returns 503, so that a proxy sends requests elsewhere. ' +
        'Longer than the proxy needs to notice.',
    ),
  MAX_OPEN_REQUESTS: z.coerce
    .number()
    .int()
    .min(10)
    .default(4_000)
    .describe(
      'Maximum open requests in each process, including waiting ones; further requests get 503.',
    ),
  MAX_WAIT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(10_000)
    .describe('Maximum time a request waits for a database connection before it gets 503.'),
  SLOW_BODY_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(5_000)
    .describe('A body that brings less than 1 KiB a second in this time is refused.'),
  UNREAD_ANSWER_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(30_000)
    .describe('A connection whose response is not read for this long is closed.'),
  SUPPRESSION_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Required by the API. A secret of at least 32 characters, the same in every process of the cell, never changed. ' +
        'Do-not-contact marks that outlive a deletion are stored as hashes with this key.',
    ),
  SECRETS_KEY: z
    .string()
    .transform(sealingKeys)
    .optional()
    .describe(
      'Required by the API. Keys that seal stored secrets, `id:key,id:key`: ' +
        'the first seals, all open. A key is 32 random bytes in base64.',
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform(publicOrigin)
    .optional()
    .describe(
      'Public URL of the console, such as `https://outcrop.example.com`. By default the address the API listens on, ' +
        'which is enough on one machine; anywhere else it must be set, and be https.',
    ),
  SESSION_SECRET: z
    .string()
    .transform(sessionSecrets)
    .optional()
    .describe(
      'Required by the API. A random secret of at least 32 characters, without commas, the same in every process. It ' +
        'signs session cookies and seals second factors. Several can be separated by commas: the first signs and ' +
        'seals, all verify and open.',
    ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(networks)
    .describe(
      'Networks of proxies in front of the API, such as `10.0.0.0/8`. Only their `X-Forwarded-For` is trusted for ' +
        'the client address, by which sign-in is limited.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server for invitations, password resets and notifications, `smtps://user:password@mail.example.com`. Without it, ' +
        'invitations are links to share, and the operator creates sign-in links.',
    ),
  SMTP_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(4_000)
    .describe(
      'Maximum wait for each response of the mail server. Requests that send an email wait for it.',
    ),
  MAIL_FROM: z
    .string()
    .optional()
    .describe(
      'Sender of email, such as `Outcrop <outcrop@example.com>`. Required with `SMTP_URL`.',
    ),
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .describe('OAuth client with which users connect mailboxes at Google.'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('Its secret.'),
  MICROSOFT_CLIENT_ID: z
    .string()
    .optional()
    .describe('OAuth client with which users connect mailboxes at Microsoft.'),
  MICROSOFT_CLIENT_SECRET: z.string().optional().describe('Its secret.'),
  MAIL_OAUTH_CLIENT_ID: z
    .string()
    .optional()
    .describe('OAuth client with which users connect mailboxes at another provider.'),
  MAIL_OAUTH_CLIENT_SECRET: z.string().optional().describe('Its secret.'),
  MAIL_OAUTH_AUTHORIZE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where users of that provider sign in.'),
  MAIL_OAUTH_TOKEN_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where that provider issues tokens.'),
  MAIL_OAUTH_SCOPE: z
    .string()
    .default('offline_access')
    .describe('What that provider is asked for, separated by spaces.'),
  MAIL_OAUTH_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'The server that sends for that provider, `smtps://smtp.example.com:465`, or `smtp://` for STARTTLS.',
    ),
  MAIL_OAUTH_IMAP_URL: z
    .url({ protocol: /^imaps?$/ })
    .optional()
    .describe('The server where its mailboxes are read, `imaps://` or `imap://` likewise.'),
  EGRESS_ALLOW: z
    .string()
    .default('')
    .transform(networks)
    .describe(
      'Non-public networks such as `10.20.0.0/16`, separated by commas, that calls to hosts configured by a workspace ' +
        'may reach, also with plain http.',
    ),
  EGRESS_PROXY: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('A CONNECT proxy for those calls, `http://user:password@proxy:3128`.'),
  EGRESS_NAME_SERVERS: z
    .string()
    .optional()
    .transform((value) => value?.split(',').map((each) => each.trim()))
    .refine(
      (servers) =>
        servers?.every((each) => /^[\d.]+(?::\d+)?$|^[[\]\da-f.:]+$/i.test(each)) ?? true,
      {
        error: 'must be IP addresses, separated by commas',
      },
    )
    .describe('Name servers for those calls, separated by commas, instead of the system’s.'),
  AI_PROVIDER: z
    .enum(aiProviders)
    .optional()
    .describe(
      'Provider of the language model for enrichment. Without it, only workspaces with their own model ' +
        'can use `POST /enrich`.',
    ),
  AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('URL of an OpenAI-compatible server, such as `http://127.0.0.1:11434/v1`.'),
  AI_API_KEY: z.string().optional().describe('API key of the provider.'),
  AI_MODEL: z.string().optional().describe('Model ID, as the provider names it.'),
  AI_INPUT_PRICE: z.coerce
    .number()
    .min(0)
    .optional()
    .describe('Price in US dollars per million input tokens, to show the cost of jobs.'),
  AI_OUTPUT_PRICE: z.coerce
    .number()
    .min(0)
    .optional()
    .describe('Price in US dollars per million output tokens.'),
  AI_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(16)
    .describe('Maximum concurrent requests to one provider in each worker.'),
  LIVENESS_FILE: z
    .string()
    .optional()
    .describe(
      'A file that the worker rewrites every ten seconds. If it is older than a minute, the worker is stuck.',
    ),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that `/metrics` listens on. `0.0.0.0` in a container.'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'Port of `/metrics`, in the Prometheus format; 0 picks a free one. Without it, there is none.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'OpenTelemetry receiver of traces, such as `http://127.0.0.1:4318`. Without it, nothing is traced. ' +
        'Other `OTEL_` variables work as usual.',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Minimum log level.'),
};

function sealingKeys(text: string, { issues }: z.core.ParsePayload) {
  const keys = text.split(',').flatMap((part) => {
    const [, id, key] = /^([a-z0-9-]{1,16}):([A-Za-z0-9+/]{43}=)$/.exec(part.trim()) ?? [];
    return id && key ? [{ id, key: createSecretKey(key, 'base64') }] : [];
  });
  const distinct = new Set(keys.map(({ id }) => id)).size;
  if (distinct === text.split(',').length) return keys;
  // The value is a secret, so it must not be quoted.
  issues.push({
    code: 'custom',
    input: undefined,
    message:
      'Expected id:key, separated by commas: a distinct id of 1 to 16 lower-case letters, digits and dashes, and 32 bytes in base64',
  });
  return z.NEVER;
}

function sessionSecrets(text: string, { issues }: z.core.ParsePayload) {
  const secrets = text.split(',').map((part) => part.trim());
  const isUsable = secrets.every(({ length }) => length >= 32);
  if (isUsable && new Set(secrets).size === secrets.length) return secrets;
  issues.push({
    code: 'custom',
    input: undefined,
    message:
      'Expected a secret of at least 32 characters without commas, or several distinct ones separated by commas',
  });
  return z.NEVER;
}

function publicOrigin(text: string, { issues }: z.core.ParsePayload) {
  const { protocol, hostname, origin, pathname } = new URL(text);
  const onThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (pathname !== '/')
    issues.push({
      code: 'custom',
      input: text,
      message: 'Expected an address without a path, such as https://outcrop.example.com',
    });
  if (protocol === 'http:' && !onThisMachine)
    issues.push({
      code: 'custom',
      input: text,
      message: 'Expected https: http would expose passwords and sessions',
    });
  return origin;
}

function networks(text: string, { issues }: z.core.ParsePayload) {
  const list = text.split(',').flatMap((part) => part.trim() || []);
  const network = z.union([z.cidrv4(), z.cidrv6()]);
  for (const part of list)
    if (!network.safeParse(part).success)
      issues.push({
        code: 'custom',
        input: part,
        message: `"${part}" is not a network such as 10.20.0.0/16 or fd00::/8`,
      });
  return list;
}

const schema = z.object(environmentVariables);
export type Config = z.infer<typeof schema>;

/** Variables without a default that the API and the worker need. */
export const requiredByWorker = ['SUPPRESSION_KEY', 'SECRETS_KEY'] as const;
export const requiredByApi = [...requiredByWorker, 'SESSION_SECRET'] as const;

/** Its message is for the operator, and says everything. */
export class InvalidConfig extends Error {
  constructor(problems: string[]) {
    super(`Invalid environment variables:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
}

/** Throws all variables that are invalid, and those of `required` that are missing. */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  required: readonly (keyof Config)[] = [],
): Config {
  const variables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  );
  const parsed = schema.safeParse(variables);
  const invalid = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const problems = [...(invalid ?? []), ...missingVariables(variables, required)];
  if (!parsed.success || problems.length > 0) throw new InvalidConfig(problems);
  return parsed.data;
}

/** Throws those of `names` that are missing. */
export function requireVariables<Name extends keyof Config>(
  config: Config,
  names: readonly Name[],
): asserts config is Config & { [name in Name]: NonNullable<Config[name]> } {
  const problems = missingVariables(config, names);
  if (problems.length > 0) throw new InvalidConfig(problems);
}

function missingVariables(
  variables: { [name in keyof Config]?: unknown },
  required: readonly (keyof Config)[],
): string[] {
  const needed =
    variables.SMTP_URL !== undefined && required.length > 0
      ? [...required, 'MAIL_FROM' as const]
      : required;
  return needed
    .filter((name) => variables[name] === undefined)
    .map((name) =>
      name === 'MAIL_FROM'
        ? 'MAIL_FROM: Missing. It is required with SMTP_URL.'
        : `${name}: Missing. See docs/configuration.md.`,
    );
}
