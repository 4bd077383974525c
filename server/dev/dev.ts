import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basePath } from '@outcrop/contract';
import { ensureBuilt } from '../../console/build.ts';
import { offerSignIn } from '../src/accounts/sign-in-links.ts';
import { readConfig } from '../src/config.ts';
import { migrate } from '../src/migrations.ts';
import { createDatabase, dropDatabase, signInUrlOf } from '../src/platform/db/create.ts';
import { Database } from '../src/platform/db/index.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { startService } from '../src/service.ts';
import { startWorker } from '../src/start-worker.ts';
import { screen } from './screen.ts';
import { seed, signIn } from './seed.ts';
import { seedManyCampaigns, seedOutreach } from './seed-outreach.ts';
import { seedPeople } from './seed-people.ts';
import { ensureServices } from './services.ts';

const json = process.argv.includes('--json');
const config = readConfig({
  LOG_LEVEL: 'warn',
  // So that a receiver of webhooks on this machine can be tried.
  EGRESS_ALLOW: '127.0.0.0/8,::1/128',
  SUPPRESSION_KEY: await developmentKey('suppression-key', randomBytes(32).toString('hex')),
  SECRETS_KEY: await developmentKey('secrets-key', `dev:${randomBytes(32).toString('base64')}`),
  SESSION_SECRET: await developmentKey('session-secret', randomBytes(32).toString('hex')),
  ...(json && { PORT: '0' }),
  ...process.env,
});
if (json) {
  const name = `outcrop_dev_${randomBytes(6).toString('hex')}`;
  config.DATABASE_URL = inDatabase(config.DATABASE_URL, name);
  config.DATABASE_OWNER_URL = inDatabase(config.DATABASE_OWNER_URL, name);
  config.DATABASE_SIGN_IN_URL = inDatabase(signInUrlOf(config), name);
}

await ensureServices(config.DATABASE_ADMIN_URL, config.REDIS_URL);
await createDatabase(
  config.DATABASE_ADMIN_URL,
  config.DATABASE_OWNER_URL,
  config.DATABASE_URL,
  signInUrlOf(config),
);
let stop = async () => {};
let ending = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (ending) return;
    ending = true;
    void end().then(() => process.exit(0));
  });
try {
  await Promise.all([migrate(config.DATABASE_OWNER_URL), ensureBuilt()]);
  const owner = new Database({
    url: config.DATABASE_OWNER_URL,
    poolSize: 4,
    timeouts: { statementMs: 60_000, lockMs: 10_000 },
  });
  const tokens = await seed(owner, config.CELL);
  const log = createLog(config.LOG_LEVEL, 2);
  const service = await startService(config, log);
  stop = service.stop;

  const baseUrl = service.origin + basePath.ext;
  await seedPeople(baseUrl, tokens.owner, { from: 0, count: 180 });
  await seedPeople(baseUrl, tokens.otherWorkspace, { from: 150, count: 90 });
  await seedOutreach(owner, baseUrl, tokens.owner);
  await seedManyCampaigns(owner, baseUrl, tokens.otherWorkspace);
  const code = await offerSignIn(owner, signIn.email);
  await owner.close();
  const worker = await startWorker(config, log);
  stop = async () => {
    await Promise.all([service.stop(), worker.stop()]);
  };
  const consoleUrl = service.link('link', code);
  console.log(
    json
      ? JSON.stringify({ baseUrl, consoleUrl, tokens, signIn })
      : screen(baseUrl, consoleUrl, tokens),
  );
} catch (error) {
  await end();
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  if (!taken) throw error;
  console.error(
    `Port ${config.PORT} is taken. Set PORT to another one, or to 0 for any that is free.`,
  );
  process.exit(1);
}

async function end(): Promise<void> {
  await stop();
  if (json) await dropDatabase(config.DATABASE_ADMIN_URL, config.DATABASE_URL);
}

/** Stays the same between starts, as the database does; kept out of the repository. */
async function developmentKey(name: string, made: string): Promise<string> {
  const folder = new URL('../../.dev/', import.meta.url);
  const file = new URL(name, folder);
  await mkdir(folder, { recursive: true });
  await writeFile(file, made, { flag: 'wx', mode: 0o600 }).catch(() => {});
  return readFile(file, 'utf8');
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
