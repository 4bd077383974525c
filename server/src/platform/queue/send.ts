import { insertJobs } from 'pg-boss/dist/plans.js';
import { raw, type Sql, sql, type Tx } from '../db/index.ts';
import type { Job } from './job.ts';

interface SendOptions {
  /** Of the request that asked for it, so that the worker's log lines are found by it too. */
  correlationId: string | null;
  /** Nothing is sent unless this holds, in the database, when the transaction ends. */
  onlyIf?: Sql;
  /** For a short while only: looking for work costs more with every job that is not due. */
  startAfterSeconds?: number;
}

/**
 * Queues work in the transaction that makes it necessary: both are committed, or neither. It is one
 * statement, which travels with COMMIT and costs no round trip.
 *
 * The statement is pg-boss's own. Its parameter, the jobs, is put together by the database, which
 * gives each the next place of its workspace (docs/decisions/0010-jobs.md).
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
      'priority', ${rows.length} - number - place,
      'data', job -> 'data' || jsonb_build_object('sentAt', now()::timestamptz(3))))
    from taken, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as sent (job, number))`;
  const [before, after] = insertJobs('pgboss', {
    table: 'job',
    name: job.name,
    returnId: false,
  }).split('$1');
  tx.atCommit(sql`
    with taken as (
      insert into queue_place as known (workspace_id, queue, place)
      select ${workspaceId}, ${job.name},
             (select place from queue_clock where queue = ${job.name}) + ${rows.length}::int
      where ${onlyIf}
      on conflict (workspace_id, queue) do update
        set place = greatest(known.place + ${rows.length}, excluded.place)
      returning place
    )
    ${raw(before!)}${placed}${raw(after!)}`);
}
