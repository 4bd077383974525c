import type { DisabledReason, Webhook } from '@outcrop/contract';
import { lockInWorkspace, type Sql, sql, type Tx } from '../platform/db/index.ts';
import type { StoredRecord } from '../platform/stored-record.ts';

export const maxWebhooks = 20;
export const webhookIsDisabled = 'is the id of a disabled webhook; enable the webhook first';

export type StoredWebhook = StoredRecord<Webhook, 'createdAt' | 'failingSince'>;

export const selectWebhooks = (tx: Tx, id: string | null = null): Promise<StoredWebhook[]> =>
  tx.rows<StoredWebhook>(sql`
    select w.id, w.url, w.events, w.enabled, w.disabled_reason as "disabledReason",
           w.failing_since as "failingSince", w.created_at as "createdAt",
           (select json_build_object('delivered', coalesce(sum(delivered), 0), 'failed', coalesce(sum(failed), 0))
            from webhook_hour h
            where h.workspace_id = w.workspace_id and h.webhook_id = w.id
              and h.hour > now() - interval '24 hours') as "lastDay"
    from webhook w
    where w.workspace_id = ${tx.workspaceId} ${id === null ? sql`` : sql`and w.id = ${id}`}
    order by w.created_at, w.id`);

/** Returns 0 at the limit. The lock makes the limit exact. */
export async function insertWebhook(
  tx: Tx,
  webhook: { id: string; url: string; events: string[]; secret: string },
): Promise<number> {
  const [, inserted] = await Promise.all([
    lockInWorkspace(tx, 'webhook'),
    tx.run(sql`
      insert into webhook (workspace_id, id, url, events, secret)
      select ${tx.workspaceId}, ${webhook.id}, ${webhook.url}, ${webhook.events}::text[], ${webhook.secret}
      where (select count(*) from webhook where workspace_id = ${tx.workspaceId}) < ${maxWebhooks}`),
  ]);
  return inserted;
}

/** Enabling a webhook or changing its URL clears `failing_since`. */
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

export interface WebhookReceiver {
  url: string;
  enabled: boolean;
  failingSince: Date | null;
  leaseId: string | null;
  secret: string;
  previousSecret: string | null;
}

/** The URL and the valid secrets, sealed. */
export async function selectReceiver(tx: Tx, id: string): Promise<WebhookReceiver | undefined> {
  const [row] = await tx.rows<WebhookReceiver>(sql`
    select url, enabled, failing_since as "failingSince", lease_id as "leaseId", secret,
           case when previous_secret_until > now() then previous_secret end as "previousSecret"
    from webhook where workspace_id = ${tx.workspaceId} and id = ${id}`);
  return row;
}

/** A webhook is failing from its first failure until a delivery succeeds. */
export function countAttempts(
  tx: Tx,
  id: string,
  { delivered, failed }: { delivered: number; failed: number },
): void {
  const isFailing = delivered === 0;
  tx.defer(sql`
    with updated as (
      update webhook set failing_since = ${isFailing ? sql`now()` : sql`null`}
      where workspace_id = ${tx.workspaceId} and id = ${id} and (failing_since is null) = ${isFailing}
    )
    insert into webhook_hour (workspace_id, webhook_id, hour, delivered, failed)
    select workspace_id, id, date_trunc('hour', now()), ${delivered}, ${failed}
    from webhook where workspace_id = ${tx.workspaceId} and id = ${id}
    on conflict (workspace_id, webhook_id, hour) do update
    set delivered = webhook_hour.delivered + excluded.delivered, failed = webhook_hour.failed + excluded.failed`);
}

/** Returns 0 if it was disabled already, or a delivery has succeeded meanwhile. */
export const disableWebhook = (tx: Tx, id: string, reason: DisabledReason): Promise<number> =>
  tx.run(sql`
    update webhook set enabled = false, disabled_reason = ${reason}
    where workspace_id = ${tx.workspaceId} and id = ${id} and enabled
      and (${reason} = 'gone' or failing_since is not null)`);

/** Must exceed queue delay plus retry delay. */
const leaseEnd = sql`now() + interval '10 minutes'`;

/**
 * Marks webhooks as due and leases those that are free; returns the new leases. The row locks keep a
 * running job from releasing its lease before this transaction ends.
 */
export const acquireWebhookLeases = (
  tx: Tx,
  ids: string[],
): Promise<{ webhookId: string; leaseId: string }[]> =>
  tx.rows(sql`
    with locked as (
      select id, leased_until is null or leased_until < now() as free from webhook
      where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])
      order by id for no key update
    ), marked as (
      update webhook w
      set due_at = least(w.due_at, now()),
          lease_id = case when free then gen_random_uuid() else lease_id end,
          leased_until = case when free then ${leaseEnd} else leased_until end
      from locked
      where w.workspace_id = ${tx.workspaceId} and w.id = locked.id
        and (free or w.due_at is null or w.due_at > now())
      returning w.id, lease_id, free
    )
    select id as "webhookId", lease_id as "leaseId" from marked where free`);

/** Later statements see everything that earlier holders of the lock have added. */
export const lockWebhook = (tx: Tx, id: string): void =>
  tx.defer(sql`
    select from webhook where workspace_id = ${tx.workspaceId} and id = ${id} for no key update`);

/** Releases the lease unless more is due. Needs the lock of the webhook. */
export const releaseWebhookLease = (tx: Tx, id: string, leaseId: string): void =>
  tx.defer(sql`
    update webhook
    set (due_at, leased_until) = (
      select min(at), case when min(at) <= now() then ${leaseEnd} end
      from (select next_attempt_at as at from delivery
            where workspace_id = ${tx.workspaceId} and webhook_id = ${id} and status = 'pending'
            order by next_attempt_at limit 1) next)
    where workspace_id = ${tx.workspaceId} and id = ${id} and lease_id = ${leaseId}`);

export const holdsWebhookLease = (tx: Tx, id: string, leaseId: string): Sql => sql`exists (
  select from webhook
  where workspace_id = ${tx.workspaceId} and id = ${id} and lease_id = ${leaseId} and leased_until is not null)`;
