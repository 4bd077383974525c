import { jobRegistrations } from '../job-registrations.ts';
import {
  defaultLockRetry,
  type LockRetry,
  retryWhileLocked,
  runMigrations,
  withLockTimeout,
} from '../platform/db/schema-migrations.ts';
import { migrateQueues } from '../platform/queue/migrate-queues.ts';

interface MigrateOptions {
  lockRetry?: LockRetry;
  /** Also removes what processes of the previous version need. */
  finish?: boolean;
}

/** Migrates tables and queues as their owner. Safe to repeat. */
export async function migrateTablesAndQueues(
  ownerUrl: string,
  { lockRetry = defaultLockRetry, finish = true }: MigrateOptions = {},
): Promise<string[]> {
  const applied = await runMigrations(ownerUrl, { lockRetry, finish });
  const queues = jobRegistrations.map(({ queue }) => queue);
  await retryWhileLocked(lockRetry, () => migrateQueues(withLockTimeout(ownerUrl), queues));
  return applied;
}
