import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { sqlState } from './database-failure.ts';

export interface LockRetry {
  /** Attempts for each step while a table is locked, and the delay between them. */
  maxAttempts: number;
  delayMs: number;
  log: (line: string) => void;
}

export const defaultLockRetry: LockRetry = { maxAttempts: 30, delayMs: 3_000, log: () => {} };

/**
 * The files that create an empty database, and the folder whose subfolder `changes` holds the
 * changes since the first release.
 */
export interface DatabaseSchema {
  folder: string;
  /** Sorted: a file uses only objects of the files before it. */
  baseline: readonly string[];
}

export const databaseSchema: DatabaseSchema = {
  folder: fileURLToPath(new URL('../../../schema', import.meta.url)),
  baseline: [
    'sign-in',
    'workspaces',
    'partitions',
    'usage',
    'events',
    'request-log',
    'engine',
    'prospects',
    'suppression',
    'tasks',
    'enrichment',
    'mailboxes',
    'campaigns',
    'sending',
    'inbox',
    'notes',
    'storage',
    'webhooks',
    'accounts',
  ],
};

/** Removes what only the previous version needs, so it waits until no such process runs. */
const isFinish = (name: string): boolean => name.endsWith('.finish');
/** Runs without a transaction, which `create index concurrently` requires, and can be repeated. */
const isOnline = (name: string): boolean => name.endsWith('.online');
const isBaseline = (name: string | undefined): boolean => name?.startsWith('baseline-') ?? false;

/** Whether the next change waits for the processes of the previous version to end. */
export const hasUnfinishedUpgrade = async (ownerUrl: string): Promise<boolean> =>
  isFinish((await migrationState(ownerUrl)).pending[0] ?? '');

/**
 * Creates the tables in an empty database, then applies the pending changes as the table owner, each
 * in its own transaction, so that locks are held as briefly as possible. If one fails, the ones before
 * it stay applied. In a database in use it stops before a change that finishes an upgrade, unless
 * `finish` is set. Returns the names of what was applied.
 */
export async function runMigrations(
  ownerUrl: string,
  {
    lockRetry = defaultLockRetry,
    from = databaseSchema,
    finish = false,
  }: { lockRetry?: LockRetry; from?: DatabaseSchema; finish?: boolean } = {},
): Promise<string[]> {
  return asOwner(ownerUrl, async (client) => {
    // A second process waits here, and then finds nothing to do.
    await client.query(`select pg_advisory_lock(hashtext('outcrop migrations'))`);
    const { pending, isNew, hasOtherBaseline } = await stateOf(client, from);
    if (hasOtherBaseline) throw new Error(otherBaseline);
    const applied: string[] = [];
    for (const name of pending) {
      if (isFinish(name) && !finish && !isNew) break;
      await retryWhileLocked(lockRetry, () => applyMigration(client, from, name));
      applied.push(name);
    }
    return applied;
  });
}

const otherBaseline =
  'This database was created with another baseline, and has no way to this one. Until the first release the ' +
  'baseline is changed in place: drop the database, and run "npm run db:create".';

async function applyMigration(
  client: pg.Client,
  from: DatabaseSchema,
  name: string,
): Promise<void> {
  const record = () => client.query('insert into migration (name) values ($1)', [name]);
  if (isOnline(name)) {
    // The change waits for older transactions, and nothing waits behind it.
    await client.query('set lock_timeout = 0');
    for (const statement of readChange(from, name).split(/;\s*$/m))
      if (statement.trim() !== '') await client.query(statement);
    await record();
    return;
  }
  await client.query(`begin; set local lock_timeout = '${lockTimeout}'`);
  try {
    const texts = isBaseline(name) ? readBaseline(from) : [readChange(from, name)];
    for (const text of texts) await client.query(text);
    await record();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const readBaseline = ({ folder, baseline }: DatabaseSchema): string[] =>
  baseline.map((name) => readFileSync(join(folder, `${name}.sql`), 'utf8'));

const readChange = ({ folder }: DatabaseSchema, name: string): string =>
  readFileSync(join(folder, 'changes', `${name}.sql`), 'utf8');

/** Comments and spaces do not change the name. */
const baselineName = (from: DatabaseSchema): string => {
  const text = readBaseline(from).join('\n').replace(/--.*/g, '').replace(/\s+/g, ' ');
  return `baseline-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
};

const namesOf = (from: DatabaseSchema): string[] => {
  const changes = join(from.folder, 'changes');
  const files = existsSync(changes) ? readdirSync(changes).sort() : [];
  const names = files.flatMap((file) =>
    file.endsWith('.sql') ? file.slice(0, -'.sql'.length) : [],
  );
  return [baselineName(from), ...names];
};

interface MigrationState {
  pending: string[];
  /** Applied by a newer version. */
  unknown: string[];
  isNew: boolean;
  /** Whether the tables were created with another baseline. */
  hasOtherBaseline: boolean;
}

/** How the database differs from this version. */
export const migrationState = (ownerUrl: string): Promise<MigrationState> =>
  asOwner(ownerUrl, (client) => stateOf(client, databaseSchema));

async function stateOf(client: pg.Client, from: DatabaseSchema): Promise<MigrationState> {
  const applied = await appliedMigrations(client);
  const known = namesOf(from);
  const pending = known.filter((name) => !applied.has(name));
  const isNew = applied.size === 0;
  return {
    pending,
    unknown: [...applied].filter((name) => !known.includes(name)).sort(),
    isNew,
    hasOtherBaseline: !isNew && isBaseline(pending[0]),
  };
}

async function appliedMigrations(client: pg.Client): Promise<Set<string>> {
  const { rows: tables } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.migration') is not null as "isThere"`,
  );
  if (!tables[0]!.isThere) return new Set();
  const { rows } = await client.query<{ name: string }>('select name from migration');
  return new Set(rows.map(({ name }) => name));
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A statement that changes a table waits for its users, and all other statements wait behind it.
 * The lock timeout ends that wait before requests time out.
 */
const lockTimeout = '1s';

export const withLockTimeout = (url: string): string => {
  const limited = new URL(url);
  const existingOptions = limited.searchParams.get('options') ?? '';
  limited.searchParams.set('options', `${existingOptions} -c lock_timeout=${lockTimeout}`.trim());
  return limited.href;
};

/** Retries while a table is locked, for example by a backup, a long import or a report. */
export async function retryWhileLocked<T>(
  { maxAttempts, delayMs, log }: LockRetry,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isLocked = ['55P03', '40P01'].includes(sqlState(error) ?? '');
      if (!isLocked) throw error;
      if (attempt >= maxAttempts)
        throw new Error(
          `A table is locked and could not be changed after ${maxAttempts} attempts (${(error as Error).message}). ` +
            'Completed steps are kept. Stop the backup or the long query, then run this again.',
          { cause: error },
        );
      log(`A table is locked, possibly by a backup. Retrying (${attempt} of ${maxAttempts})…`);
      await sleep(delayMs);
    }
  }
}
