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

/** Made by migration 0058 in an empty database. */
const auditByActor = {
  name: 'audit_entry_actor',
  table: 'audit_entry',
  columns: 'workspace_id, actor_id, created_at desc, id desc',
};

/** Made by migration 0064 in an empty database. */
const prospectsByOwner = {
  name: 'prospect_owner',
  table: 'prospect',
  columns: 'workspace_id, owner_id, id',
};

/** Made by migration 0065 in an empty database. */
const followUpsByDay = {
  name: 'follow_up_day',
  table: 'follow_up',
  columns: 'due_on, workspace_id, id',
  where: 'is_open',
};

/** Made by migration 0067 in an empty database. */
const conversationsByKind = {
  name: 'conversation_by_kind',
  table: 'conversation',
  columns: 'workspace_id, mailbox_id, last_kind, status, last_message_at desc, id desc',
  where: 'last_kind is not null',
};

const lateIndexes = [
  formerSuppressions,
  auditByActor,
  prospectsByOwner,
  followUpsByDay,
  conversationsByKind,
];

/** Migrates tables and queues as their owner. Safe to repeat. */
export async function migrate(
  ownerUrl: string,
  { lockRetry = defaultLockRetry, finish = true }: MigrateOptions = {},
): Promise<string[]> {
  const prepared = await runMigrations(ownerUrl, { lockRetry });
  await upgradeSearch(ownerUrl);
  await buildOnline(ownerUrl, lateIndexes);
  await upgradeMail(ownerUrl);
  const finished = finish ? await runMigrations(ownerUrl, { lockRetry, finish }) : [];
  const queues = jobs.map(({ queue }) => queue);
  await retryWhileLocked(lockRetry, () => migrateQueues(withLockTimeout(ownerUrl), queues));
  return [...prepared, ...finished];
}
