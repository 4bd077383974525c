import { type Config, readConfig } from '../../src/config.ts';
import { testDatabase } from '../database.ts';
import { freePort } from '../faults/free-port.ts';
import { testMailServer } from '../mail-server.ts';
import { startModelServer } from '../model-server.ts';
import { anotherWebsite, type Installation, urlWith } from './installation.ts';

/** Causes a fault with a statement in the database, or with other settings. */
type FaultCause = string | ((healthy: Installation) => Promise<Partial<Config>>);

const setting =
  (changed: Partial<Config>): FaultCause =>
  async () =>
    changed;

const key = readConfig({ SECRETS_KEY: `test:${Buffer.alloc(32).toString('base64')}` }).SECRETS_KEY;

/** The expected report, and the way to cause the fault. */
type Fault = [about: string, status: string, message: RegExp, remedy: RegExp, cause: FaultCause];
export const installationFaults: Record<string, Fault> = {
  'PostgreSQL is down': [
    'database',
    'problem',
    /DATABASE_OWNER_URL does not connect.*ECONNREFUSED/,
    /host and port/,
    async ({ config }) => ({
      DATABASE_OWNER_URL: urlWith(config.DATABASE_OWNER_URL, { port: String(await freePort()) }),
    }),
  ],
  'the database does not exist': [
    'database',
    'problem',
    /does not exist/,
    /db:create/,
    async ({ config }) => ({
      DATABASE_OWNER_URL: urlWith(config.DATABASE_OWNER_URL, { pathname: '/outcrop_missing' }),
    }),
  ],
  'the owner owns another database': [
    'database',
    'problem',
    /DATABASE_OWNER_URL connects to another database/,
    /same host and database/,
    async () => ({ DATABASE_OWNER_URL: (await testDatabase()).ownerUrl }),
  ],
  'processes run as a superuser': [
    'roles',
    'problem',
    /connects as "postgres", which is, or can become, a superuser/,
    /operations\.md/,
    async ({ adminUrl, config }) => ({
      DATABASE_URL: adminUrl,
      DATABASE_SIGN_IN_URL: urlWith(config.DATABASE_URL, { username: 'outcrop_sign_in' }),
    }),
  ],
  'sign-in uses the role of the processes': [
    'roles',
    'problem',
    /DATABASE_SIGN_IN_URL must connect as outcrop_sign_in/,
    /operations\.md/,
    async ({ config }) => ({ DATABASE_SIGN_IN_URL: config.DATABASE_URL }),
  ],
  'the database was created with another baseline': [
    'migrations',
    'problem',
    /created with another baseline/,
    /create a new database/,
    `update migration set name = 'baseline-0123456789ab'`,
  ],
  'the database is newer than the code': [
    'migrations',
    'problem',
    /newer than this version: it has 9999_future/,
    /docs\/upgrading\.md/,
    `insert into migration (name) values ('9999_future')`,
  ],
  'a partition is missing': [
    'partitions',
    'problem',
    /the partition delivery_\S+ is missing/,
    /Start a worker/,
    `do $$ begin execute 'drop table ' || day_partition('delivery', ((now() at time zone 'UTC')::date + 1)); end $$`,
  ],
  'the build of an index was interrupted': [
    'indexes',
    'warning',
    /Not completely built: event_found/,
    /db:migrate/,
    'create index event_found on only event (id)',
  ],
  'SUPPRESSION_KEY is another one': [
    'keys',
    'problem',
    /SUPPRESSION_KEY does not match/,
    /was used with/,
    setting({ SUPPRESSION_KEY: 'another key that is long enough too' }),
  ],
  'SECRETS_KEY is another one': [
    'keys',
    'problem',
    /SECRETS_KEY does not match this database \(sealing test\)/,
    /was used with/,
    setting({ SECRETS_KEY: key }),
  ],
  'SESSION_SECRET is another one': [
    'keys',
    'problem',
    /SESSION_SECRET does not match/,
    /was used with/,
    setting({ SESSION_SECRET: ['another secret that is long enough too'] }),
  ],
  'SECRETS_KEY is missing': [
    'keys',
    'problem',
    /SECRETS_KEY is not set/,
    /docs\/configuration\.md/,
    setting({ SECRETS_KEY: undefined }),
  ],
  'no worker was ever started': [
    'worker',
    'problem',
    /No worker is running/,
    /Start one/,
    'delete from watcher',
  ],
  'the worker has been gone for 18 seconds': [
    'worker',
    'problem',
    /No worker is running/,
    /Start one/,
    `update watcher set alive_until = now() + interval '12 seconds'`,
  ],
  'jobs failed permanently': [
    'queue',
    'warning',
    /failed permanently: 1 of "maintenance"/,
    /npm run jobs/,
    `insert into pgboss.job (name, source_name, source_id) values ('dead-letters', 'maintenance', gen_random_uuid())`,
  ],
  'jobs wait for long': [
    'queue',
    'warning',
    /oldest "deliver" has been waiting for 30 minutes/,
    /more workers/,
    `insert into pgboss.job (name, created_on, start_after) values ('deliver', now() - interval '30 minutes', now() - interval '30 minutes')`,
  ],
  'Redis is down': [
    'redis',
    'problem',
    /REDIS_URL does not connect: connect ECONNREFUSED/,
    /Start Redis/,
    async () => ({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` }),
  ],
  'the mail server refuses the login': [
    'mail',
    'problem',
    /refuses the login/,
    /user and password in SMTP_URL/,
    async () => ({
      SMTP_URL: urlWith((await testMailServer('right')).url, {
        username: 'outcrop',
        password: 'wrong',
      }),
      MAIL_FROM: 'outcrop@fernhill.example',
    }),
  ],
  'the mail server is down': [
    'mail',
    'problem',
    /ECONNREFUSED/,
    /smtps:\/\/ for port 465/,
    async () => ({
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      MAIL_FROM: 'outcrop@fernhill.example',
    }),
  ],
  'there is no sender': [
    'mail',
    'problem',
    /MAIL_FROM is not an email address/,
    /Set MAIL_FROM/,
    async () => ({ SMTP_URL: (await testMailServer()).url }),
  ],
  'the model refuses the key': [
    'model',
    'problem',
    /rejected the API key/,
    /AI_API_KEY/,
    async () => ({
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'small',
      AI_BASE_URL: (await startModelServer(() => ({ status: 401 }))).baseUrl,
    }),
  ],
  'the model is not completely configured': [
    'model',
    'problem',
    /set AI_MODEL too/,
    /AI_/,
    setting({ AI_PROVIDER: 'openai', AI_API_KEY: 'sk-fernhill' }),
  ],
  'the proxy is down': [
    'proxy',
    'problem',
    /could not be reached/,
    /Start the proxy/,
    async () => ({ EGRESS_PROXY: `http://127.0.0.1:${await freePort()}` }),
  ],
  'every network is allowed': [
    'egress',
    'problem',
    /EGRESS_ALLOW contains public networks/,
    /only your own networks/,
    setting({ EGRESS_ALLOW: ['0.0.0.0/0'] }),
  ],
  'the metadata service is allowed': [
    'egress',
    'problem',
    /metadata service/,
    /only your own networks/,
    setting({ EGRESS_ALLOW: ['169.254.0.0/16'] }),
  ],
  'every client is trusted': [
    'trusted proxies',
    'problem',
    /TRUSTED_PROXIES contains public networks/,
    /your own proxies/,
    setting({ TRUSTED_PROXIES: ['::/0'] }),
  ],
  'another website is at PUBLIC_URL': [
    'public url',
    'problem',
    /something other than Outcrop answers \(status 200\)/,
    /Correct PUBLIC_URL/,
    async () => ({ PUBLIC_URL: await anotherWebsite() }),
  ],
  'nothing is at PUBLIC_URL': [
    'public url',
    'problem',
    /Nothing answers at http/,
    /Correct PUBLIC_URL/,
    async () => ({ PUBLIC_URL: `http://127.0.0.1:${await freePort()}` }),
  ],
  'there is no PUBLIC_URL': [
    'public url',
    'problem',
    /PUBLIC_URL is not set, but the API listens on 0\.0\.0\.0/,
    /Set PUBLIC_URL/,
    setting({ HOST: '0.0.0.0' }),
  ],
};
