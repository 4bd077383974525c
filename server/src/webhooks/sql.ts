import type { DisabledReason, Webhook } from '@outcrop/contract';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';

export const mostWebhooks = 20;

type Shown = Omit<Webhook, 'createdAt' | 'failingSince'> & {
  createdAt: Date;
  failingSince: Date | null;
};

export async function selectWebhooks(tx: Tx, id: string | null = null): Promise<Webhook[]> {
  const rows = await tx.rows<Shown>(sql`
    select w.id, w.url, w.events, w.enabled, w.disabled_reason as "disabledReason",
           w.failing_since as "failingSince", w.created_at as "createdAt",
           (select json_build_object('delivered', coalesce(sum(delivered), 0), 'failed', coalesce(sum(failed), 0))
            from webhook_hour h
            where h.workspace_id = w.workspace_id and h.webhook_id = w.id
              and h.hour > now() - interval '24 hours') as "lastDay"
    from webhook w
    where w.workspace_id = ${tx.workspaceId} ${id === null ? sql`` : sql`and w.id = ${id}`}
    order by w.created_at, w.id`);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    failingSince: row.failingSince?.toISOString() ?? null,
  }));
}

/** Returns 0 when the workspace has as many as it may. The lock makes the limit exact. */
export async function insertWebhook(
  tx: Tx,
  webhook: { id: string; url: string; events: string[]; secret: string },
): Promise<number> {
  const [, made] = await Promise.all([
    tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`webhook ${tx.workspaceId}`}, 0))`),
    tx.run(sql`
      insert into webhook (workspace_id, id, url, events, secret)
      select ${tx.workspaceId}, ${webhook.id}, ${webhook.url}, ${webhook.events}::text[], ${webhook.secret}
      where (select count(*) from webhook where workspace_id = ${tx.workspaceId}) < ${mostWebhooks}`),
  ]);
  return made;
}

/** Switched on again, or with another address, a receiver begins anew. */
export const updateWebhook = (
  tx: Tx,
  id: string,
  { url, events, enabled }: Pick<Webhook, 'url' | 'events' | 'enabled'>,
): Promise<number> =>
  tx.run(sql`
    update webhook
    set url = ${url}, events = ${events}::text[], enabled = ${enabled},
        disabled_reason = case when not ${enabled} then coalesce(disabled_reason, 'by_hand') end,
        failing_since = case when url = ${url} and enabled = ${enabled} then failing_since end
    where workspace_id = ${tx.workspaceId} and id = ${id}`);

export const deleteWebhook = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`delete from webhook where workspace_id = ${tx.workspaceId} and id = ${id}`);

export async function rotateSecret(tx: Tx, id: string, secret: string): Promise<Date | undefined> {
  const [row] = await tx.rows<{ until: Date }>(sql`
    update webhook
    set previous_secret = secret, previous_secret_until = now() + interval '24 hours', secret = ${secret}
    where workspace_id = ${tx.workspaceId} and id = ${id}
    returning previous_secret_until as until`);
  return row?.until;
}

export interface Receiver {
  url: string;
  enabled: boolean;
  failingSince: Date | null;
  attendant: string | null;
  secret: string;
  previousSecret: string | null;
}

/** Where to send, and how to sign: the secrets that are valid now, sealed. */
export async function selectReceiver(tx: Tx, id: string): Promise<Receiver | undefined> {
  const [row] = await tx.rows<Receiver>(sql`
    select url, enabled, failing_since as "failingSince", attendant, secret,
           case when previous_secret_until > now() then previous_secret end as "previousSecret"
    from webhook where workspace_id = ${tx.workspaceId} and id = ${id}`);
  return row;
}

/** A receiver is failing from when nothing arrives until something does. */
export function countAttempts(
  tx: Tx,
  id: string,
  { delivered, failed }: { delivered: number; failed: number },
): void {
  const isFailing = delivered === 0;
  tx.atCommit(sql`
    with judged as (
      update webhook set failing_since = ${isFailing ? sql`now()` : sql`null`}
      where workspace_id = ${tx.workspaceId} and id = ${id} and (failing_since is null) = ${isFailing}
    )
    insert into webhook_hour (workspace_id, webhook_id, hour, delivered, failed)
    select workspace_id, id, date_trunc('hour', now()), ${delivered}, ${failed}
    from webhook where workspace_id = ${tx.workspaceId} and id = ${id}
    on conflict (workspace_id, webhook_id, hour) do update
    set delivered = webhook_hour.delivered + excluded.delivered, failed = webhook_hour.failed + excluded.failed`);
}

/** Returns 0 if somebody else has switched it off, or something has arrived meanwhile. */
export const disableWebhook = (tx: Tx, id: string, reason: DisabledReason): Promise<number> =>
  tx.run(sql`
    update webhook set enabled = false, disabled_reason = ${reason}
    where workspace_id = ${tx.workspaceId} and id = ${id} and enabled
      and (${reason} = 'gone' or failing_since is not null)`);

/** Longer than whoever attends to a webhook waits for a turn, or until it is tried again. */
const attention = sql`now() + interval '10 minutes'`;

/**
 * Notes that there is something to send. Returns those that nobody attends to, each with the new
 * attendant. Until the transaction ends, nobody else finds that there is nothing more to send.
 */
export const attend = (
  tx: Tx,
  ids: string[],
): Promise<{ webhookId: string; attendant: string }[]> =>
  tx.rows(sql`
    with locked as (
      select id, attended_until is null or attended_until < now() as free from webhook
      where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])
      order by id for no key update
    ), noted as (
      update webhook w
      set wake_at = least(w.wake_at, now()),
          attendant = case when free then gen_random_uuid() else attendant end,
          attended_until = case when free then ${attention} else attended_until end
      from locked
      where w.workspace_id = ${tx.workspaceId} and w.id = locked.id
        and (free or w.wake_at is null or w.wake_at > now())
      returning w.id, attendant, free
    )
    select id as "webhookId", attendant from noted where free`);

/** What is asked after this sees all that others who held the lock have added. */
export const lockWebhook = (tx: Tx, id: string): void =>
  tx.atCommit(sql`
    select from webhook where workspace_id = ${tx.workspaceId} and id = ${id} for no key update`);

/** Ends the attention to a webhook, under its lock, unless more is due. */
export const settle = (tx: Tx, id: string, attendant: string): void =>
  tx.atCommit(sql`
    update webhook
    set (wake_at, attended_until) = (
      select min(at), case when min(at) <= now() then ${attention} end
      from (select next_attempt_at as at from delivery
            where workspace_id = ${tx.workspaceId} and webhook_id = ${id} and status = 'pending'
            order by next_attempt_at limit 1) next)
    where workspace_id = ${tx.workspaceId} and id = ${id} and attendant = ${attendant}`);

/** Whether this one still attends to it. */
export const isAttended = (tx: Tx, id: string, attendant: string): Sql => sql`exists (
  select from webhook
  where workspace_id = ${tx.workspaceId} and id = ${id} and attendant = ${attendant} and attended_until is not null)`;
