import { jobs } from './jobs.ts';
import { runMigrations } from './platform/db/migrate.ts';
import { migrateQueues } from './platform/queue/migrate.ts';

/** Brings tables and queues up to this version, as the role that owns them; can be repeated. */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const applied = await runMigrations(ownerUrl);
  await migrateQueues(
    ownerUrl,
    jobs.map(({ queue }) => queue),
  );
  return applied;
}
