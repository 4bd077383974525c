import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { sqlState } from './failure.ts';

export interface Patience {
  /** How often a step is tried while a table is in use, and how long it waits in between. */
  attempts: number;
  pauseMs: number;
  /** Told why it takes longer. */
  say: (line: string) => void;
}

export const usualPatience: Patience = { attempts: 30, pauseMs: 3_000, say: () => {} };

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/**
 * Runs the SQL files that are due, as the role that owns the tables, each in a transaction of its own, so
 * that no lock is held longer than its file needs. A file that fails leaves those before it in place. A
 * new database, which nobody uses yet, gets all of them or nothing.
 */
export async function runMigrations(
  ownerUrl: string,
  patience: Patience = usualPatience,
  dir = folder,
): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const isNew = applied.length === 0 && (await isNewDatabase(ownerUrl));
    const files = await whileInUse(patience, () =>
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
 * A statement that changes a table waits for whoever uses it, and everybody else waits behind the
 * statement. So it gives up before requests do.
 */
export const withLockTimeout = (url: string): string => {
  const limited = new URL(url);
  const given = limited.searchParams.get('options') ?? '';
  limited.searchParams.set('options', `${given} -c lock_timeout=1s`.trim());
  return limited.href;
};

/** Tries again while a table is in use: by a backup, a long import, a report. */
export async function whileInUse<T>(
  { attempts, pauseMs, say }: Patience,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isInUse = ['55P03', '40P01'].includes(sqlState(error) ?? '');
      if (!isInUse) throw error;
      if (attempt >= attempts)
        throw new Error(
          `A table is in use and cannot be changed (${(error as Error).message}), after ${attempts} attempts. ` +
            'What was done so far is kept; end the backup or the long query, and run this again.',
          { cause: error },
        );
      say(`A table is in use, by a backup perhaps. Trying again (${attempt} of ${attempts}) …`);
      await sleep(pauseMs);
    }
  }
}
