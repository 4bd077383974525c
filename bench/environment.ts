import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxTokensPerUser } from '@outcrop/contract';
import { addUser } from '../server/src/operator/accounts.ts';
import { migrateTablesAndQueues } from '../server/src/operator/migrations.ts';
import { createDatabase } from '../server/src/platform/db/create-database.ts';
import { Database, sql } from '../server/src/platform/db/index.ts';
import { createToken } from '../server/src/tokens/tokens.ts';
import { PostgresCluster } from '../server/test/faults/postgres-cluster.ts';
import { fillDatabase } from './fill.ts';
import { type DatabaseSize, workspaceIdOf } from './sizes.ts';

const root = join(import.meta.dirname, '..');

/** Listed in the report. Durability as in production, memory for this machine. */
export const databaseSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '4GB',
  effective_cache_size: '12GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  random_page_cost: '1.1',
  max_connections: '200',
};

/** Required to start; not secret here. */
export const serverKeys = {
  SUPPRESSION_KEY: 'a key for measuring, long enough',
  SESSION_SECRET: 'a secret for measuring long enough',
  SECRETS_KEY: 'bench:b25seSBmb3IgbWVhc3VyaW5nLCAzMiBieXRlcyBsb24=',
};

export interface BenchEnvironment {
  appUrl: string;
  adminUrl: string;
  owner: Database;
  /** Several tokens of a workspace, each with its own rate limit. */
  tokens: (workspaceNumber: number, count: number) => Promise<string[]>;
}

export const startCluster = () =>
  PostgresCluster.in(join(root, '.bench/postgres'), databaseSettings);

/** Fills the database, or reuses one that is filled already. */
export async function prepareEnvironment(
  cluster: PostgresCluster,
  size: DatabaseSize,
  say: (line: string) => void,
): Promise<BenchEnvironment> {
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${size.database}` }).href;
  const [appUrl, ownerUrl, adminUrl] = [
    at(cluster.appUrl),
    at(cluster.ownerUrl),
    at(cluster.adminUrl),
  ];
  await createDatabase(cluster.adminUrl, ownerUrl, appUrl);
  await migrateTablesAndQueues(ownerUrl);
  const owner = new Database({
    url: ownerUrl,
    poolSize: 64,
    timeouts: { statementMs: 600_000, lockMs: 10_000 },
  });
  await owner.query(sql`
    insert into plan (id, name, monthly_imports, monthly_credits) values ('bench', 'Bench', 2000000000, 0)
    on conflict do nothing`);
  await fillDatabase(adminUrl, size, say);
  const tokens = (workspaceNumber: number, count: number) =>
    owner.transaction(workspaceIdOf(workspaceNumber), async (tx) => {
      const created: string[] = [];
      let userId = '';
      for (let n = 0; n < count; n++) {
        const name = `bench-${randomUUID()}`;
        const email = `${name}@outcrop.example`;
        if (n % maxTokensPerUser === 0)
          ({ id: userId } = await addUser(tx, { name, email, role: 'member' }));
        const token = await createToken(tx, { cell: 'a', userId, name, expiresInDays: null });
        created.push(token.secret);
      }
      return created;
    });
  return { appUrl, adminUrl, owner, tokens };
}

/** Server processes, and the CPU time they have used. */
export class ServerProcesses {
  readonly origins: string[] = [];
  readonly #children: ChildProcess[] = [];

  async start(file: string, count: number, environment: Record<string, string>): Promise<this> {
    for (let n = 0; n < count; n++) {
      const child = spawn(process.execPath, [join(root, file)], {
        env: {
          ...process.env,
          PORT: '0',
          LOG_LEVEL: 'info',
          ...serverKeys,
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      this.#children.push(child);
      process.setMaxListeners(50).once('exit', () => child.kill('SIGKILL'));
      const origin = await new Promise<string>((resolve, reject) => {
        child.once('exit', () => reject(new Error(`${file} did not start`)));
        createInterface(child.stdout!).on('line', (line) => {
          const output = JSON.parse(line) as { origin?: string };
          if (output.origin) resolve(output.origin);
        });
      });
      this.origins.push(origin);
    }
    return this;
  }

  /** CPU milliseconds of all threads of all processes. */
  cpuMs(): number {
    const threads = this.#children.flatMap(({ pid }) => globSync(`/proc/${pid}/task/*/schedstat`));
    const nanoseconds = threads.map((file) => Number(readFileSync(file, 'utf8').split(' ')[0]));
    return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
  }

  async stop(): Promise<void> {
    for (const child of this.#children) child.kill('SIGTERM');
    while (this.#children.some((child) => child.exitCode === null && child.signalCode === null))
      await sleep(20);
  }
}
