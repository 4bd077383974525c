import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { ensureServices } from '../server/dev/services.ts';
import { readConfig } from '../server/src/config.ts';
import { migrateTablesAndQueues } from '../server/src/operator/migrations.ts';
import { createDatabase, dropDatabase } from '../server/src/platform/db/create-database.ts';
import { Database } from '../server/src/platform/db/index.ts';
import {
  type ApiProcess,
  startApi,
  startProcess,
  type TestProcess,
} from '../server/test/faults/test-process.ts';
import { startModel } from './model.ts';

const workerMain = fileURLToPath(new URL('../server/src/worker.ts', import.meta.url));

export const suppressionKey = 'only for torture, and long enough for it';

export interface TortureEnvironment {
  api: ApiProcess;
  worker: TestProcess;
  owner: Database;
}

/** Runs `work` against an API and a worker on a new database, which is dropped afterwards. */
export async function withNewEnvironment<T>(
  work: (environment: TortureEnvironment) => Promise<T>,
): Promise<T> {
  // Callers with a session sign their own cookie.
  process.env.SESSION_SECRET ??= 'only for torture and long enough for that';
  const config = readConfig();
  await ensureServices(config.DATABASE_ADMIN_URL, config.REDIS_URL);
  const name = `outcrop_torture_${randomBytes(6).toString('hex')}`;
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const [ownerUrl, appUrl] = [at(config.DATABASE_OWNER_URL), at(config.DATABASE_URL)];
  const drop = () => dropDatabase(config.DATABASE_ADMIN_URL, ownerUrl);
  const interrupted = () => void drop().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const model = await startModel();
  try {
    await createDatabase(config.DATABASE_ADMIN_URL, ownerUrl, appUrl);
    await migrateTablesAndQueues(ownerUrl);
    const environment = {
      HOST: '127.0.0.1',
      DATABASE_URL: appUrl,
      SUPPRESSION_KEY: suppressionKey,
      SESSION_SECRET: process.env.SESSION_SECRET,
      SECRETS_KEY: 'torture:Zm9yIHRvcnR1cmUgb25seSwgdGhpcnR5LXR3byBieS4=',
      // Requests of workspaces must not leave this machine.
      EGRESS_PROXY: 'http://127.0.0.1:1',
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'hostile',
      // Long timeouts, so that a busy machine does not hide real failures.
      CONNECT_TIMEOUT_MS: '20000',
      STATEMENT_TIMEOUT_MS: '20000',
      LOCK_TIMEOUT_MS: '15000',
      REDIS_TIMEOUT_MS: '10000',
      MAX_WAIT_MS: '60000',
      DATABASE_POOL_SIZE: '32',
    };
    const [api, worker] = await Promise.all([
      startApi(environment),
      startProcess(workerMain, 'working', environment),
    ]);
    const timeouts = { statementMs: 60_000, lockMs: 10_000 };
    const owner = new Database({ url: ownerUrl, poolSize: 16, timeouts, inBackground: true });
    try {
      return await work({ api, worker, owner });
    } finally {
      await owner.close();
      await Promise.all([api.stop(), worker.stop()]);
    }
  } finally {
    model.close();
    await drop();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}
