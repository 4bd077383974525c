import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';

/** Runs the SQL files that are due, as the role that owns the tables. */
export async function runMigrations(
  ownerUrl: string,
  log: (line: string) => void = () => {},
): Promise<string[]> {
  const applied = await runner({
    databaseUrl: ownerUrl,
    dir: fileURLToPath(new URL('../../../migrations', import.meta.url)),
    ignorePattern: '.*\\.ts',
    migrationsTable: 'migration',
    direction: 'up',
    singleTransaction: true,
    log,
  });
  return applied.map(({ name }) => name);
}
