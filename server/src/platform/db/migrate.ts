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

/**
 * Runs pending migrations as the table owner, each in its own transaction, so that locks are held
 * as briefly as possible. If one fails, the ones before it stay applied. A new database gets all of
 * them in one transaction.
 */
export async function runMigrations(
  ownerUrl: string,
  lockRetry: LockRetry = defaultLockRetry,
  dir = folder,
): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const isNew = applied.length === 0 && (await isNewDatabase(ownerUrl));
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
    if (files.length === 0) return applied;
    applied.push(...files.map(({ name }) => name));
  }
}

async function isNewDatabase(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ made: boolean }>(
      `select to_regclass('public.migration') is not null as made`,
    );
    return !rows[0]!.made || (await client.query('select from migration limit 1')).rowCount === 0;
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
