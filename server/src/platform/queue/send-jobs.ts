import { type Sql, sql, type Tx } from '../db/index.ts';
import { traceparentFor } from '../observe/tracing.ts';
import type { Job } from './job.ts';
import { withBossInTransaction } from './queue-engine.ts';
import { reservePositions } from './queue-positions.ts';

interface SendOptions {
  /** Lets the worker's log lines be found by the id of the request. */
  correlationId: string | null;
  /** SQL condition, evaluated at the end of the transaction. Nothing is sent if it is false. */
  onlyIf?: Sql;
  /** For short delays only: every job that is not due yet makes polling slower. */
  startAfterSeconds?: number;
}

/**
 * Queues jobs in the current transaction, so both are committed or neither. All jobs of a
 * transaction share one round trip for their positions; pg-boss inserts them with COMMIT.
 */
export function sendJobs<Payload extends object>(
  tx: Tx,
  job: Job<Payload>,
  payloads: Payload[],
  { correlationId, onlyIf = sql`true`, startAfterSeconds = 0 }: SendOptions,
): void {
  if (payloads.length === 0) return;
  const { workspaceId } = tx;
  // A job for later starts its own trace, so that no trace stays open for hours.
  const trace = startAfterSeconds > 0 ? {} : traceparentFor(job.name);
  const jobData = payloads.map((payload) => ({
    ...job.payload.parse(payload),
    workspaceId,
    correlationId,
    ...trace,
  }));
  tx.beforeCommit(async () => {
    const reserved = await reservePositions(tx, job.name, jobData.length, onlyIf);
    if (!reserved) return;
    const { first, sentAt } = reserved;
    const jobs = jobData.map((data, index) => ({
      data: { ...data, sentAt },
      priority: -(first + index),
      startAfter: startAfterSeconds,
    }));
    await withBossInTransaction(tx, (boss) => boss.insert(job.name, jobs, { db: deferredIn(tx) }));
  });
}

/** For statements whose result pg-boss does not need. */
const deferredIn = (tx: Tx) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    tx.defer({ text, values });
    return { rows: [] };
  },
});
