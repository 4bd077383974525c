import { jobs } from '../jobs.ts';
import {
  defaultLockRetry,
  type LockRetry,
  retryWhileLocked,
  runMigrations,
  withLockTimeout,
} from '../platform/db/migrate.ts';
import { migrateQueues } from '../platform/queue/migrate.ts';

/** Migrates tables and queues as their owner. Safe to repeat. */
export async function migrate(
  ownerUrl: string,
  lockRetry: LockRetry = defaultLockRetry,
): Promise<string[]> {
  const applied = await runMigrations(ownerUrl, lockRetry);
  const queues = jobs.map(({ queue }) => queue);
  await retryWhileLocked(lockRetry, () => migrateQueues(withLockTimeout(ownerUrl), queues));
  return applied;
}
