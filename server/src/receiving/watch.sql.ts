import { type Database, sql } from '../platform/db/index.ts';

/** The right to connect to a mailbox, and to store its messages. */
export interface WatchLease {
  workspaceId: string;
  mailboxId: string;
  fence: string;
}

export interface WatchCounts {
  mailboxes: number;
  free: number;
  workers: number;
}

const columns = sql`workspace_id as "workspaceId", mailbox_id as "mailboxId", fence`;

/** Uses the clock of the database, because the clocks of the workers may differ. */
const instantAfter = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;

export const acquireWatches = (
  db: Database,
  holder: string,
  { leaseMs, most }: { leaseMs: number; most: number },
): Promise<WatchLease[]> =>
  db.query<WatchLease>(
    sql`select ${columns} from acquire_watches(${holder}, now(), ${instantAfter(leaseMs)}, ${most})`,
  );

/** Returns all leases that the worker still holds. */
export const renewWatches = (
  db: Database,
  holder: string,
  leaseMs: number,
): Promise<WatchLease[]> =>
  db.query<WatchLease>(
    sql`select ${columns} from renew_watches(${holder}, now(), ${instantAfter(leaseMs)})`,
  );

export async function selectWatchCounts(db: Database, holder: string): Promise<WatchCounts> {
  const [counts] = await db.query<WatchCounts>(sql`
    select mailboxes, free, workers from count_watches(${holder}, now())`);
  return counts!;
}

/** Any worker may acquire them, at once or after `retryMs`. */
export async function releaseWatches(
  db: Database,
  holder: string,
  leases: WatchLease[],
  retryMs = 0,
): Promise<void> {
  const ids = leases.map(({ mailboxId }) => mailboxId);
  const fences = leases.map(({ fence }) => fence);
  const again = retryMs > 0 ? instantAfter(retryMs) : sql`'-infinity'`;
  await db.query(sql`
    select release_watches(${holder}, ${ids}::uuid[], ${fences}::bigint[], ${again})`);
}

export const endWatcher = (db: Database, holder: string): Promise<unknown[]> =>
  db.query(sql`select end_watcher(${holder})`);

export interface InboxReading {
  lease: WatchLease;
  /** When the reading began. */
  at: Date;
}

/** Returns the mailboxes whose reading was recorded; the others are busy. */
export async function recordInboxReadings(
  db: Database,
  holder: string,
  readings: InboxReading[],
): Promise<Set<string>> {
  const ids = readings.map(({ lease }) => lease.mailboxId);
  const fences = readings.map(({ lease }) => lease.fence);
  const instants = readings.map(({ at }) => at);
  const recorded = await db.query<{ id: string }>(sql`
    select mailbox_id as id
    from record_synced(${holder}, ${ids}::uuid[], ${fences}::bigint[], ${instants}::timestamptz[])`);
  return new Set(recorded.map(({ id }) => id));
}
