import { jobs } from './jobs.ts';
import {
  type Patience,
  runMigrations,
  usualPatience,
  whileInUse,
  withLockTimeout,
} from './platform/db/migrate.ts';
import { migrateQueues } from './platform/queue/migrate.ts';

/** Brings tables and queues up to this version, as the role that owns them; can be repeated. */
export async function migrate(
  ownerUrl: string,
  patience: Patience = usualPatience,
): Promise<string[]> {
  const applied = await runMigrations(ownerUrl, patience);
  const queues = jobs.map(({ queue }) => queue);
  await whileInUse(patience, () => migrateQueues(withLockTimeout(ownerUrl), queues));
  return applied;
}
