import { insertJobs } from 'pg-boss/dist/plans.js';
import { raw, type Sql, sql, type Tx } from '../db/index.ts';
import type { Job } from './job.ts';

interface SendOptions {
  /** Lets the worker's log lines be found by the id of the request. */
  correlationId: string | null;
  /** SQL condition, evaluated at the end of the transaction. Nothing is sent if it is false. */
  onlyIf?: Sql;
  /** For short delays only: every job that is not due yet makes polling slower. */
  startAfterSeconds?: number;
}

/**
 * Queues jobs in the current transaction, so both are committed or neither. It is one statement
 * sent with COMMIT, without a round trip of its own. The statement is pg-boss's own, with a
 * parameter built in the database, which gives each job the next position of its workspace
 * (docs/decisions/0010-jobs.md).
 */
export function send<Payload extends object>(
  tx: Tx,
  job: Job<Payload>,
  payloads: Payload[],
  { correlationId, onlyIf = sql`true`, startAfterSeconds = 0 }: SendOptions,
): void {
  if (payloads.length === 0) return;
  const { workspaceId } = tx;
  const rows = payloads.map((payload) => ({
    data: { ...job.payload.parse(payload), workspaceId, correlationId },
    startAfter: String(startAfterSeconds),
  }));
  const placed = sql`(
    select json_agg(job || jsonb_build_object(
      'priority', ${rows.length} - number - position,
      'data', job -> 'data' || jsonb_build_object('sentAt', now()::timestamptz(3))))
    from taken, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as sent (job, number))`;
  const [before, after] = insertJobs('pgboss', {
    table: 'job',
    name: job.name,
    returnId: false,
  }).split('$1');
  tx.defer(sql`
    with taken as (
      insert into queue_position as known (workspace_id, queue, position)
      select ${workspaceId}, ${job.name},
             (select position from queue_clock where queue = ${job.name}) + ${rows.length}::int
      where ${onlyIf}
      on conflict (workspace_id, queue) do update
        set position = greatest(known.position + ${rows.length}, excluded.position)
      returning position
    )
    ${raw(before!)}${placed}${raw(after!)}`);
}
