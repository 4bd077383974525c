import { jobs } from '../jobs.ts';
import {
  defaultLockRetry,
  type LockRetry,
  retryWhileLocked,
  runMigrations,
  withLockTimeout,
} from '../platform/db/migrate.ts';
import { buildOnline } from '../platform/db/online-index.ts';
import { migrateQueues } from '../platform/queue/migrate.ts';
import { upgradeMail } from './upgrade-mail.ts';
import { upgradeSearch } from './upgrade-search.ts';

interface MigrateOptions {
  lockRetry?: LockRetry;
  /** Also takes away what processes of the previous version need. */
  finish?: boolean;
}

/** Tells whether a workspace has any, for the column of migration 0043. */
const formerSuppressions = {
  name: 'suppression_former',
  table: 'suppression',
  columns: 'workspace_id',
  where: 'is_former',
};

/** Migrates tables and queues as their owner. Safe to repeat. */
export async function migrate(
  ownerUrl: string,
  { lockRetry = defaultLockRetry, finish = true }: MigrateOptions = {},
): Promise<string[]> {
  const prepared = await runMigrations(ownerUrl, { lockRetry });
  await upgradeSearch(ownerUrl);
  await buildOnline(ownerUrl, [formerSuppressions]);
  await upgradeMail(ownerUrl);
  const finished = finish ? await runMigrations(ownerUrl, { lockRetry, finish }) : [];
  const queues = jobs.map(({ queue }) => queue);
  await retryWhileLocked(lockRetry, () => migrateQueues(withLockTimeout(ownerUrl), queues));
  return [...prepared, ...finished];
}
