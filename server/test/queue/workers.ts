import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '../../src/config.ts';
import type { JobDeps } from '../../src/job-registrations.ts';
import { Database, sql } from '../../src/platform/db/index.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import type { JobRegistration } from '../../src/platform/queue/job-registry.ts';
import { migrateQueues } from '../../src/platform/queue/migrate-queues.ts';
import { startWorker } from '../../src/start-worker.ts';
import { type TestWorkspace, testWorkspace } from '../accounts.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { startProcess, type TestProcess } from '../faults/test-process.ts';
import { timedSetUp } from '../set-up-times.ts';

const workerMain = fileURLToPath(new URL('worker-process.ts', import.meta.url));

export interface TestQueue {
  database: Pick<TestDatabase, 'appUrl' | 'ownerUrl'>;
  /** The database, connected as its owner. */
  owner: Database;
  /** The database, connected as outcrop_app. */
  db: Database;
  /** The log lines of the workers in this process. */
  log: Record<string, unknown>[];
  workspace: () => Promise<TestWorkspace>;
  /** Starts a worker in this process, for these jobs and the product's own. */
  startWorker: (
    registrations?: JobRegistration<JobDeps>[],
    settings?: Partial<Config>,
  ) => Promise<{ stop: () => Promise<void> }>;
  /** Starts a worker in its own process, for the slow jobs. */
  startWorkerProcess: (environment?: Record<string, string>) => Promise<TestProcess>;
  /** Stops every worker, so that the next test has only its own. */
  stopWorkers: () => Promise<void>;
  /** The jobs of one queue in their start order, optionally of one workspace. */
  jobs: (name: string, workspace?: TestWorkspace) => Promise<QueuedJob[]>;
  /** The names of the workspace's lists, which test jobs use to record their progress. */
  listNames: (workspace: TestWorkspace) => Promise<string[]>;
}

interface QueuedJob {
  id: string;
  state: string;
  retryCount: number;
  retryLimit: number;
  priority: number;
  startsIn: number;
  data: Record<string, unknown>;
  output: Record<string, unknown> | null;
}

/** A database with the queues of these jobs. Workers and connections end with the test or file. */
export async function testQueue(
  registrations: JobRegistration<JobDeps>[],
  given?: TestQueue['database'],
): Promise<TestQueue> {
  const database = given ?? (await testDatabase());
  await migrateQueues(
    database.ownerUrl,
    registrations.map(({ queue }) => queue),
  );
  const timeouts = { statementMs: 30_000, lockMs: 20_000 };
  const open = (url: string) => new Database({ url, poolSize: 8, timeouts, inBackground: true });
  const [owner, db] = [open(database.ownerUrl), open(database.appUrl)];
  const log: Record<string, unknown>[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      log.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const ends: (() => Promise<unknown>)[] = [];
  const stopWorkers = async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
  };
  afterTestOrFile(async () => {
    await stopWorkers();
    await Promise.all([owner.close(), db.close()]);
  });
  return {
    database,
    owner,
    db,
    log,
    workspace: () => testWorkspace(owner),
    startWorker: async (chosen = registrations, settings = {}) => {
      const config = { ...readConfig(), DATABASE_URL: database.appUrl, ...settings };
      const worker = await timedSetUp('services', 'the worker', () =>
        startWorker(config, createLog('trace', destination), chosen),
      );
      let stopped: Promise<void> | undefined;
      const stop = () => {
        stopped ??= worker.stop();
        return stopped;
      };
      ends.push(stop);
      return { stop };
    },
    startWorkerProcess: async (environment) => {
      const process = await startProcess(workerMain, 'working', {
        DATABASE_URL: database.appUrl,
        LOG_LEVEL: 'debug',
        ...environment,
      });
      ends.push(process.kill);
      return process;
    },
    stopWorkers,
    jobs: (name, workspace) =>
      owner.query<QueuedJob>(sql`
        select id, state::text, retry_count as "retryCount", retry_limit as "retryLimit", priority, data, output,
               extract(epoch from start_after - now())::float as "startsIn"
        from pgboss.job
        where name = ${name} and data ->> 'workspaceId' is not distinct from coalesce(${workspace?.id ?? null}, data ->> 'workspaceId')
        order by priority desc, created_on`),
    listNames: async (workspace) => {
      const rows = await owner.query<{ name: string }>(
        sql`select name from list where workspace_id = ${workspace.id} order by name`,
      );
      return rows.map(({ name }) => name);
    },
  };
}
