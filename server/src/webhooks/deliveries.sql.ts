import type { DeliveryStatus, EventKind } from '@outcrop/contract';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';

/** `at` is when the delivery was created; it selects the partition. */
export interface DeliveryKey {
  id: string;
  at: Date;
}

/** Events of one change, for all webhooks or for one. */
export interface EventBatch {
  eventIds: string[];
  sentAt: Date;
  webhookId: string | null;
}

/**
 * Creates deliveries to each enabled webhook that subscribes to the events, or to the given one, and
 * returns the ids of these webhooks. The minute covers changes that began before a webhook was
 * created and were committed after it.
 */
export async function insertDeliveries(tx: Tx, batches: EventBatch[]): Promise<string[]> {
  const rows = batches.flatMap(({ eventIds, sentAt, webhookId }) =>
    eventIds.map((id) => ({ id, at: sentAt, webhook_id: webhookId })),
  );
  const times = distinct(rows.map(({ at }) => at));
  const receivers = await tx.rows<{ id: string }>(sql`
    with inserted as (
      insert into delivery (workspace_id, id, webhook_id, event_id, event_at, event_type, next_attempt_at)
      select e.workspace_id, gen_random_uuid(), w.id, e.id, e.created_at, e.type, now()
      from json_to_recordset(${JSON.stringify(rows)}) as batch (id uuid, at timestamptz, webhook_id uuid)
      join event e on e.workspace_id = ${tx.workspaceId} and e.created_at = batch.at and e.id = batch.id
        and e.created_at = any(${times}::timestamptz[])
      join webhook w on w.workspace_id = e.workspace_id and w.enabled
        and (w.id = batch.webhook_id or (batch.webhook_id is null and w.events && array[e.type, '*']))
        and w.created_at <= e.created_at + interval '1 minute'
      returning webhook_id
    )
    select distinct webhook_id as id from inserted`);
  return receivers.map(({ id }) => id);
}

export interface DueDelivery extends DeliveryKey {
  tries: number;
  event: {
    id: string;
    type: EventKind;
    createdAt: string;
    actor: { kind: string; id: string | null };
    correlationId: string | null;
    data: object;
    previous: object | null;
  } | null;
}

/** The event of a delivery `d`; needs `withEvent`. */
export const event = sql`
  case when e.id is not null then json_build_object(
    'id', e.id, 'type', e.type, 'createdAt', e.created_at,
    'actor', json_build_object('kind', e.actor_kind, 'id', e.actor_id),
    'correlationId', e.correlation_id, 'data', e.data, 'previous', e.previous) end as event`;

export const withEvent = sql`
  left join event e on e.workspace_id = d.workspace_id and e.created_at = d.event_at and e.id = d.event_id`;

/** Due deliveries of a webhook with their events, oldest first. */
export const selectDue = (tx: Tx, webhookId: string, limit: number): Promise<DueDelivery[]> =>
  tx.rows<DueDelivery>(sql`
    select d.id, d.created_at as at, d.tries, ${event}
    from (select * from delivery
          where workspace_id = ${tx.workspaceId} and webhook_id = ${webhookId}
            and status = 'pending' and next_attempt_at <= now()
          order by next_attempt_at, event_id limit ${limit}) d ${withEvent}`);

/** Also by time, so that only the partitions in question are read. */
const matching = (tx: Tx, deliveries: DeliveryKey[]): Sql => sql`
  d.workspace_id = ${tx.workspaceId} and d.id = any(${deliveries.map(({ id }) => id)}::uuid[])
  and d.created_at = any(${distinct(deliveries.map(({ at }) => at))}::timestamptz[])`;

const distinct = (times: Date[]): string[] => [...new Set(times.map((time) => time.toISOString()))];

export interface AttemptResult extends DeliveryKey {
  sentAt: Date;
  ms: number;
  status: number | null;
  problem: string | null;
  answerHeaders: Record<string, string>;
  answerBody: string;
  nextStatus: DeliveryStatus;
  /** Null if there is no further attempt. */
  retrySeconds: number | null;
}

/** Another worker may have sent the same delivery: once delivered, it stays delivered. */
export function recordAttempts(tx: Tx, results: AttemptResult[]): void {
  tx.defer(sql`
    with result as (
      select * from json_to_recordset(${JSON.stringify(results)}) as result (
        id uuid, at timestamptz, "sentAt" timestamptz, ms int, status int, problem text, "answerHeaders" jsonb,
        "answerBody" text, "nextStatus" text, "retrySeconds" float8)
    ), moved as (
      update delivery d
      set status = "nextStatus", attempts = attempts + 1, tries = tries + 1,
          last_status = result.status, last_problem = problem,
          next_attempt_at = now() + make_interval(secs => "retrySeconds"),
          delivered_at = case when "nextStatus" = 'delivered' then now() end
      from result
      where d.id = result.id and d.created_at = result.at and ${matching(tx, results)} and d.delivered_at is null
      returning d.id, d.attempts
    )
    insert into delivery_attempt
      (workspace_id, created_at, delivery_id, number, at, ms, status, problem, answer_headers, answer_body)
    select ${tx.workspaceId}, at, id, attempts, "sentAt", ms, status, problem, "answerHeaders", "answerBody"
    from result join moved using (id)`);
}

export function giveUp(tx: Tx, deliveries: DeliveryKey[], problem: string): void {
  if (deliveries.length === 0) return;
  tx.defer(sql`
    update delivery d
    set status = 'failed', last_problem = ${problem}, next_attempt_at = null
    where ${matching(tx, deliveries)} and d.next_attempt_at is not null`);
}
