import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basePath } from '@outcrop/contract';
import { readConfig } from '../src/config.ts';
import { createDatabase, dropDatabase } from '../src/platform/db/create.ts';
import { Database } from '../src/platform/db/index.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { startService } from '../src/service.ts';
import { screen } from './screen.ts';
import { seed } from './seed.ts';
import { seedManyCampaigns, seedOutreach } from './seed-outreach.ts';
import { seedPeople } from './seed-people.ts';
import { ensureServices } from './services.ts';

const json = process.argv.includes('--json');
const config = readConfig({
  LOG_LEVEL: 'warn',
  SUPPRESSION_KEY: await developmentKey(),
  ...(json && { PORT: '0' }),
  ...process.env,
});
if (json) {
  const name = `outcrop_dev_${randomBytes(6).toString('hex')}`;
  config.DATABASE_URL = inDatabase(config.DATABASE_URL, name);
  config.DATABASE_OWNER_URL = inDatabase(config.DATABASE_OWNER_URL, name);
}

await ensureServices(config.DATABASE_ADMIN_URL, config.REDIS_URL);
await createDatabase(config.DATABASE_ADMIN_URL, config.DATABASE_OWNER_URL, config.DATABASE_URL);
let stop = async () => {};
let ending = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (ending) return;
    ending = true;
    void end().then(() => process.exit(0));
  });
try {
  await migrate(config.DATABASE_OWNER_URL);
  const owner = new Database({
    url: config.DATABASE_OWNER_URL,
    poolSize: 4,
    timeouts: { statementMs: 60_000, lockMs: 10_000 },
  });
  const tokens = await seed(owner, config.CELL);
  const service = await startService(config, createLog(config.LOG_LEVEL, 2));
  stop = service.stop;

  const baseUrl = service.origin + basePath.ext;
  await seedPeople(baseUrl, tokens.owner, { from: 0, count: 180 });
  await seedPeople(baseUrl, tokens.otherWorkspace, { from: 150, count: 90 });
  await seedOutreach(owner, baseUrl, tokens.owner);
  await seedManyCampaigns(owner, baseUrl, tokens.otherWorkspace);
  await owner.close();
  const consoleUrl = `${service.origin}/`;
  console.log(json ? JSON.stringify({ baseUrl, consoleUrl, tokens }) : screen(baseUrl, tokens));
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
async function developmentKey(): Promise<string> {
  const folder = new URL('../../.dev/', import.meta.url);
  const file = new URL('suppression-key', folder);
  await mkdir(folder, { recursive: true });
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(
    () => {},
  );
  return readFile(file, 'utf8');
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
