import { randomBytes } from 'node:crypto';
import { ensureServices } from '../server/dev/services.ts';
import { readConfig } from '../server/src/config.ts';
import { createDatabase, dropDatabase } from '../server/src/platform/db/create.ts';
import { Database } from '../server/src/platform/db/index.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { type ApiProcess, startApi } from '../server/test/faults/process.ts';

export interface Ground {
  api: ApiProcess;
  owner: Database;
}

/** Runs `work` against an API process on a new database, of which nothing is left afterwards. */
export async function onNewGround<T>(work: (ground: Ground) => Promise<T>): Promise<T> {
  const config = readConfig();
  await ensureServices(config.DATABASE_ADMIN_URL, config.REDIS_URL);
  const name = `outcrop_torture_${randomBytes(6).toString('hex')}`;
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const [ownerUrl, appUrl] = [at(config.DATABASE_OWNER_URL), at(config.DATABASE_URL)];
  const drop = () => dropDatabase(config.DATABASE_ADMIN_URL, ownerUrl);
  const interrupted = () => void drop().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await createDatabase(config.DATABASE_ADMIN_URL, ownerUrl, appUrl);
    await migrate(ownerUrl);
    const api = await startApi({
      HOST: '127.0.0.1',
      DATABASE_URL: appUrl,
      SUPPRESSION_KEY: 'only for torture, and long enough for it',
      // Shedding load is right, but would hide what the request itself does.
      MAX_EVENT_LOOP_DELAY_MS: '10000',
      DATABASE_POOL_SIZE: '32',
    });
    const timeouts = { statementMs: 60_000, lockMs: 10_000 };
    const owner = new Database({ url: ownerUrl, poolSize: 4, timeouts });
    try {
      return await work({ api, owner });
    } finally {
      await owner.close();
      await api.stop();
    }
  } finally {
    await drop();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}
