import type { Delivery, DeliveryStatus } from '@outcrop/contract';
import type { PagePosition } from '../platform/cursor.ts';
import { sql, type Tx } from '../platform/db/index.ts';
import type { StoredRecord } from '../platform/stored-record.ts';
import { type DueDelivery, eventJson, joinedEvent } from './deliveries.sql.ts';

type StoredDelivery = StoredRecord<Delivery, 'createdAt' | 'deliveredAt' | 'nextAttemptAt'>;

const deliveryColumns = sql`
  d.id, d.webhook_id as "webhookId", d.event_id as "eventId", d.event_type as "eventType", d.status, d.attempts,
  d.last_status as "lastStatus", d.last_problem as "lastProblem", d.next_attempt_at as "nextAttemptAt",
  d.created_at as "createdAt", d.delivered_at as "deliveredAt"`;

export const selectDeliveries = (
  tx: Tx,
  webhookId: string,
  status: DeliveryStatus | null,
  after: PagePosition | null,
  limit: number,
): Promise<StoredDelivery[]> =>
  tx.rows<StoredDelivery>(sql`
    select ${deliveryColumns} from delivery d
    where d.workspace_id = ${tx.workspaceId} and d.webhook_id = ${webhookId}
      ${status === null ? sql`` : sql`and d.status = ${status}`}
      ${after ? sql`and (d.created_at, d.id) < (${after.at}, ${after.id})` : sql``}
    order by d.created_at desc, d.id desc limit ${limit}`);

export type LoggedDelivery = StoredDelivery & Pick<DueDelivery, 'event'> & { enabled: boolean };

/** One delivery with its event. Deliveries of a deleted webhook are not found. */
export async function selectDelivery(tx: Tx, id: string): Promise<LoggedDelivery | undefined> {
  const [delivery] = await tx.rows<LoggedDelivery>(sql`
    select ${deliveryColumns}, ${eventJson(tx)}, w.enabled
    from delivery d
    join webhook w on w.workspace_id = d.workspace_id and w.id = d.webhook_id ${joinedEvent}
    where d.workspace_id = ${tx.workspaceId} and d.id = ${id}`);
  return delivery;
}

export const selectDeliveryAttempts = (tx: Tx, { id, createdAt }: StoredDelivery) =>
  tx.rows<{
    number: number;
    at: Date;
    ms: number;
    status: number | null;
    problem: string | null;
    answerHeaders: Record<string, string>;
    answerBody: string;
  }>(sql`
    select number, at, ms, status, problem, answer_headers as "answerHeaders", answer_body as "answerBody"
    from delivery_attempt
    where workspace_id = ${tx.workspaceId} and created_at = ${createdAt} and delivery_id = ${id}
    order by number`);

const resetToPending = sql`status = 'pending', tries = 0, next_attempt_at = now(), delivered_at = null`;

export const resetDelivery = (tx: Tx, { id, createdAt }: StoredDelivery): Promise<number> =>
  tx.run(sql`
    update delivery set ${resetToPending}
    where workspace_id = ${tx.workspaceId} and id = ${id} and created_at = ${createdAt}`);

/** A position in the order of time and id, as stored by a task. */
export interface StoredPosition {
  at: string;
  id: string;
}
const positionColumns = sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, id`;

/** Resets the next failed deliveries after a position, oldest first. */
export const resetFailedDeliveries = (
  tx: Tx,
  webhookId: string,
  after: StoredPosition | null,
  limit: number,
): Promise<StoredPosition[]> =>
  tx.rows<StoredPosition>(sql`
    with reset as (
      update delivery d set ${resetToPending}
      from (select created_at, id from delivery
            where workspace_id = ${tx.workspaceId} and webhook_id = ${webhookId} and status = 'failed'
              ${after ? sql`and (created_at, id) > (${after.at}, ${after.id})` : sql``}
            order by created_at, id limit ${limit} for update) failed
      where d.workspace_id = ${tx.workspaceId} and d.created_at = failed.created_at and d.id = failed.id
      returning d.created_at, d.id
    )
    select ${positionColumns} from reset order by created_at, id`);

/** The next events in a time range, oldest first, and whether the webhook subscribes to each. */
export const selectReplayedEvents = (
  tx: Tx,
  webhookId: string,
  range: { from: string; before: string; after: StoredPosition | null; most: number },
): Promise<(StoredPosition & { isSubscribed: boolean })[]> =>
  tx.rows(sql`
    select ${positionColumns}, type <> 'webhook.test' and exists (
      select from webhook w
      where w.workspace_id = e.workspace_id and w.id = ${webhookId} and w.events && array[e.type, '*']) as "isSubscribed"
    from event e
    where workspace_id = ${tx.workspaceId} and created_at >= ${range.from} and created_at < ${range.before}
      ${range.after ? sql`and (created_at, id) > (${range.after.at}, ${range.after.id})` : sql``}
    order by created_at, id limit ${range.most}`);

export const insertReplays = (
  tx: Tx,
  webhookId: string,
  events: StoredPosition[],
): Promise<number> =>
  tx.run(sql`
    insert into delivery (workspace_id, id, webhook_id, event_id, event_at, event_type, next_attempt_at)
    select e.workspace_id, gen_random_uuid(), ${webhookId}, e.id, e.created_at, e.type, now()
    from json_to_recordset(${JSON.stringify(events)}) as selected (at timestamptz, id uuid)
    join event e on e.workspace_id = ${tx.workspaceId} and e.created_at = selected.at and e.id = selected.id
      and e.created_at = any(${events.map(({ at }) => at)}::timestamptz[])`);
