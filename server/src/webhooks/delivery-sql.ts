import type { DeliveryStatus, EventKind } from '@outcrop/contract';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';

/** `at` is when it was made: it tells the day that it is kept under. */
export interface DeliveryKey {
  id: string;
  at: Date;
}

/** Events that happened together, for all webhooks or for one. */
export interface News {
  eventIds: string[];
  sentAt: Date;
  webhookId: string | null;
}

/**
 * Puts events on their way to each enabled webhook that wants them, or to the one that is meant, and
 * tells to which. A change may have begun before a webhook was made and be committed after it: hence
 * the minute.
 */
export async function insertDeliveries(tx: Tx, news: News[]): Promise<string[]> {
  const rows = news.flatMap(({ eventIds, sentAt, webhookId }) =>
    eventIds.map((id) => ({ id, at: sentAt, webhook_id: webhookId })),
  );
  const times = distinct(rows.map(({ at }) => at));
  const receivers = await tx.rows<{ id: string }>(sql`
    with made as (
      insert into delivery (workspace_id, id, webhook_id, event_id, event_at, event_type, next_attempt_at)
      select e.workspace_id, gen_random_uuid(), w.id, e.id, e.created_at, e.type, now()
      from json_to_recordset(${JSON.stringify(rows)}) as news (id uuid, at timestamptz, webhook_id uuid)
      join event e on e.workspace_id = ${tx.workspaceId} and e.created_at = news.at and e.id = news.id
        and e.created_at = any(${times}::timestamptz[])
      join webhook w on w.workspace_id = e.workspace_id and w.enabled
        and (w.id = news.webhook_id or (news.webhook_id is null and w.events && array[e.type, '*']))
        and w.created_at <= e.created_at + interval '1 minute'
      returning webhook_id
    )
    select distinct webhook_id as id from made`);
  return receivers.map(({ id }) => id);
}

export interface Letter extends DeliveryKey {
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

/** The event of a delivery `d`, for selecting after `withEvent`. */
export const event = sql`
  case when e.id is not null then json_build_object(
    'id', e.id, 'type', e.type, 'createdAt', e.created_at,
    'actor', json_build_object('kind', e.actor_kind, 'id', e.actor_id),
    'correlationId', e.correlation_id, 'data', e.data, 'previous', e.previous) end as event`;

export const withEvent = sql`
  left join event e on e.workspace_id = d.workspace_id and e.created_at = d.event_at and e.id = d.event_id`;

/** The deliveries to a webhook that are due, those longest due first, each with its event. */
export const selectDue = (tx: Tx, webhookId: string, most: number): Promise<Letter[]> =>
  tx.rows<Letter>(sql`
    select d.id, d.created_at as at, d.tries, ${event}
    from (select * from delivery
          where workspace_id = ${tx.workspaceId} and webhook_id = ${webhookId}
            and status = 'pending' and next_attempt_at <= now()
          order by next_attempt_at, event_id limit ${most}) d ${withEvent}`);

/** By their times too, so that only the days in question are looked through. */
const among = (tx: Tx, deliveries: DeliveryKey[]): Sql => sql`
  d.workspace_id = ${tx.workspaceId} and d.id = any(${deliveries.map(({ id }) => id)}::uuid[])
  and d.created_at = any(${distinct(deliveries.map(({ at }) => at))}::timestamptz[])`;

const distinct = (times: Date[]): string[] => [...new Set(times.map((time) => time.toISOString()))];

/** What came of one attempt. */
export interface Report extends DeliveryKey {
  sentAt: Date;
  ms: number;
  status: number | null;
  problem: string | null;
  answerHeaders: Record<string, string>;
  answerBody: string;
  becomes: DeliveryStatus;
  /** Seconds until the next attempt; null if there is none. */
  wait: number | null;
}

/** Another may have sent the same meanwhile; what has arrived stays so. */
export function recordAttempts(tx: Tx, reports: Report[]): void {
  tx.atCommit(sql`
    with report as (
      select * from json_to_recordset(${JSON.stringify(reports)}) as report (
        id uuid, at timestamptz, "sentAt" timestamptz, ms int, status int, problem text, "answerHeaders" jsonb,
        "answerBody" text, becomes text, wait float8)
    ), moved as (
      update delivery d
      set status = becomes, attempts = attempts + 1, tries = tries + 1,
          last_status = report.status, last_problem = problem,
          next_attempt_at = now() + make_interval(secs => wait),
          delivered_at = case when becomes = 'delivered' then now() end
      from report
      where d.id = report.id and d.created_at = report.at and ${among(tx, reports)} and d.delivered_at is null
      returning d.id, d.attempts
    )
    insert into delivery_attempt
      (workspace_id, created_at, delivery_id, number, at, ms, status, problem, answer_headers, answer_body)
    select ${tx.workspaceId}, at, id, attempts, "sentAt", ms, status, problem, "answerHeaders", "answerBody"
    from report join moved using (id)`);
}

/** These are not sent. */
export function giveUp(tx: Tx, deliveries: DeliveryKey[], problem: string): void {
  if (deliveries.length === 0) return;
  tx.atCommit(sql`
    update delivery d
    set status = 'failed', last_problem = ${problem}, next_attempt_at = null
    where ${among(tx, deliveries)} and d.next_attempt_at is not null`);
}
