import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { sqlState } from './failure.ts';

export interface LockRetry {
  /** Attempts for each step while a table is locked, and the delay between them. */
  maxAttempts: number;
  delayMs: number;
  log: (line: string) => void;
}

export const defaultLockRetry: LockRetry = { maxAttempts: 30, delayMs: 3_000, log: () => {} };

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Takes away what only the previous version needs, so it waits until no such process runs. */
const isFinish = (name: string | undefined): boolean => name?.endsWith('.finish') ?? false;

/** Whether the next migration waits for the processes of the previous version to end. */
export const isUnfinished = async (ownerUrl: string): Promise<boolean> =>
  isFinish((await migrationState(ownerUrl)).pending[0]);

/**
 * Runs pending migrations as the table owner, each in its own transaction, so that locks are held
 * as briefly as possible. If one fails, the ones before it stay applied. A new database gets all of
 * them in one transaction. Otherwise it stops before a migration that finishes an upgrade, unless
 * `finish` is set.
 */
export async function runMigrations(
  ownerUrl: string,
  {
    lockRetry = defaultLockRetry,
    dir = folder,
    finish = false,
  }: { lockRetry?: LockRetry; dir?: string; finish?: boolean } = {},
): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const {
      pending: [next],
      isNew,
    } = await migrationState(ownerUrl, dir);
    if (next === undefined || (isFinish(next) && !isNew && !finish)) return applied;
    const files = await retryWhileLocked(lockRetry, () =>
      runner({
        databaseUrl: withLockTimeout(ownerUrl),
        dir,
        ignorePattern: '.*\\.ts',
        migrationsTable: 'migration',
        direction: 'up',
        count: isNew ? Number.POSITIVE_INFINITY : 1,
        singleTransaction: isNew,
        log: () => {},
      }),
    );
    applied.push(...files.map(({ name }) => name));
  }
}

interface MigrationState {
  pending: string[];
  /** Applied by a newer version. */
  unknown: string[];
  isNew: boolean;
}

/** How the database differs from this version. */
export async function migrationState(ownerUrl: string, dir = folder): Promise<MigrationState> {
  const applied = await appliedMigrations(ownerUrl);
  const known = readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
  return {
    pending: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !known.includes(name)).sort(),
    isNew: applied.size === 0,
  };
}

async function appliedMigrations(ownerUrl: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ isThere: boolean }>(
      `select to_regclass('public.migration') is not null as "isThere"`,
    );
    if (!tables[0]!.isThere) return new Set();
    const { rows } = await client.query<{ name: string }>('select name from migration');
    return new Set(rows.map(({ name }) => name));
  } finally {
    await client.end();
  }
}

/**
 * A statement that changes a table waits for its users, and all other statements wait behind it.
 * The lock timeout ends that wait before requests time out.
 */
export const withLockTimeout = (url: string): string => {
  const limited = new URL(url);
  const given = limited.searchParams.get('options') ?? '';
  limited.searchParams.set('options', `${given} -c lock_timeout=1s`.trim());
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
