import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { migrateTablesAndQueues } from '../../src/operator/migrations.ts';
import { createDatabase } from '../../src/platform/db/create-database.ts';
import { freePort } from './free-port.ts';
import { postgresBinary } from './postgres-binaries.ts';

const run = promisify(execFile);

/** fsync is off: after a kill the data is still in the page cache. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  shared_buffers: '16MB',
  max_connections: '60',
};

/** A separate PostgreSQL in a temporary directory that tests can stop and kill. */
export class PostgresCluster {
  readonly adminUrl: string;
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly #port: number;
  readonly #directory: string;
  readonly #settings: Record<string, string>;
  #postmaster: ChildProcess | undefined;

  private constructor(port: number, directory: string, chosen: Record<string, string>) {
    this.#settings = chosen;
    this.#port = port;
    this.#directory = directory;
    this.adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
    this.ownerUrl = `postgres://outcrop_owner@127.0.0.1:${port}/outcrop`;
    this.appUrl = `postgres://outcrop_app@127.0.0.1:${port}/outcrop`;
  }

  /** A cluster without our roles and database. */
  static empty(): Promise<PostgresCluster> {
    return PostgresCluster.in(mkdtempSync(join(tmpdir(), 'outcrop-postgres-')), settings);
  }

  static async start(): Promise<PostgresCluster> {
    const cluster = await PostgresCluster.empty();
    await createDatabase(cluster.adminUrl, cluster.ownerUrl, cluster.appUrl);
    await migrateTablesAndQueues(cluster.ownerUrl);
    return cluster;
  }

  /** A cluster in the given directory, created if it is empty. */
  static async in(directory: string, chosen: Record<string, string>): Promise<PostgresCluster> {
    const user = databaseUser();
    if (!existsSync(join(directory, 'PG_VERSION'))) {
      mkdirSync(directory, { recursive: true });
      if (user) chownSync(directory, user.uid, user.gid);
      await run(
        postgresBinary('initdb'),
        ['--pgdata', directory, '--username=postgres', '--auth=trust', '--no-sync', '--locale=C'],
        { ...user, cwd: directory },
      );
    }
    const cluster = new PostgresCluster(await freePort(), directory, chosen);
    await cluster.start();
    return cluster;
  }

  /** Waits until it accepts connections. */
  async start(): Promise<void> {
    const options = Object.entries({ ...this.#settings, port: this.#port });
    const postmaster = spawn(
      postgresBinary('postgres'),
      ['-D', this.#directory, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...databaseUser(), cwd: this.#directory, stdio: 'ignore' },
    );
    this.#postmaster = postmaster;
    const isOurs = this.#directory.startsWith(tmpdir());
    const end = () => {
      postmaster.kill(isOurs ? 'SIGKILL' : 'SIGINT');
      if (isOurs) rmSync(this.#directory, { recursive: true, force: true });
    };
    process.once('exit', end);
    postmaster.once('exit', () => process.off('exit', end));
    for (let waited = 0; !(await this.#answers()); waited += 50) {
      if (waited > 60_000 || postmaster.exitCode !== null)
        throw new Error('The PostgreSQL cluster did not start');
      await sleep(50);
    }
  }

  /** Ends every session and shuts down cleanly. */
  stop(): Promise<void> {
    return this.#end('SIGINT');
  }

  /** Kills the postmaster with SIGKILL, and waits until its children have exited. */
  async kill(): Promise<void> {
    const children = await childrenOf(this.#postmaster?.pid);
    await this.#end('SIGKILL');
    while (children.some(isAlive)) await sleep(10);
  }

  async remove(): Promise<void> {
    await this.#end('SIGQUIT');
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const ended = this.#postmaster;
    this.#postmaster = undefined;
    if (!ended || ended.exitCode !== null) return;
    ended.kill(signal);
    await once(ended, 'exit');
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.adminUrl });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }
}

async function childrenOf(pid = 0): Promise<number[]> {
  const { stdout } = await run('ps', ['--no-headers', '-o', 'pid', '--ppid', String(pid)]);
  return stdout.trim().split(/\s+/).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** PostgreSQL refuses to run as root, so root runs it as the user of its package. */
function databaseUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
