import { expect } from 'vitest';
import { type Sql, sql } from '../../src/platform/db/index.ts';
import { scheduleDelivery } from '../../src/webhooks/schedule-delivery.ts';
import type { TestQueue } from '../queue/workers.ts';
import type { TestService } from '../service.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';
import { type WebhooksClient, webhooksClient } from './webhooks-client.ts';

/** A workspace with one webhook receiver. */
export interface WebhookListener {
  account: WebhooksClient;
  hook: WebhookReceiver;
}

interface Backlog {
  /** Receivers that must not be delayed by it. */
  listeners: WebhookListener[];
  /** The remaining size of the backlog. */
  remaining: () => Promise<number>;
}

export async function startListener(service: TestService): Promise<WebhookListener> {
  const [account, receiver] = [await webhooksClient(service), await startWebhookReceiver()];
  await account.register(receiver.url);
  return { account, hook: receiver };
}

const asOwner = (service: TestService, { workspace }: WebhooksClient, statement: Sql) =>
  service.owner.transaction(workspace.id, (tx) => tx.run(statement));

const count = async (service: TestService, statement: Sql): Promise<number> =>
  (await service.owner.query<{ count: number }>(statement))[0]!.count;

/** Hanging receivers, one fewer than a workspace can have. */
export async function hangingReceivers(service: TestService): Promise<Backlog> {
  const neighbor = await startListener(service);
  const hanging = await startWebhookReceiver();
  hanging.respondWith(() => {});
  for (let n = 0; n < 19; n++) await neighbor.account.register(hanging.url);
  await neighbor.account.addProspects(40);
  await neighbor.hook.waitForRequests(40);
  await expect.poll(() => hanging.openConnections()).toBeGreaterThan(19 * 10);
  return {
    listeners: [neighbor, await startListener(service)],
    remaining: async () => hanging.requests.length,
  };
}

/** 20,000 pending deliveries in one workspace. */
export async function pendingDeliveries(service: TestService, queue: TestQueue): Promise<Backlog> {
  const { account: big, hook: bigReceiver } = await startListener(service);
  await big.addProspects(100);
  await bigReceiver.waitForRequests(100);
  await asOwner(
    service,
    big,
    sql`
    insert into delivery (workspace_id, id, webhook_id, event_id, event_at, event_type, next_attempt_at)
    select d.workspace_id, gen_random_uuid(), d.webhook_id, d.event_id, d.event_at, d.event_type, now()
    from delivery d, generate_series(1, 200) where d.workspace_id = ${big.workspace.id}`,
  );
  const [webhook] = (await big.call('GET', '/webhooks')).webhooks;
  await queue.db.transaction(big.workspace.id, (tx) => scheduleDelivery(tx, [webhook.id], null));
  await bigReceiver.waitForRequests(200);
  return {
    listeners: [await startListener(service)],
    remaining: () =>
      count(
        service,
        sql`select count(*)::int from delivery
            where workspace_id = ${big.workspace.id} and status = 'pending'`,
      ),
  };
}

/** 20,000 dispatch jobs, as if each event came from a separate request. */
export async function pendingEvents(service: TestService): Promise<Backlog> {
  const { account: big, hook: bigReceiver } = await startListener(service);
  await big.addProspects(100);
  await bigReceiver.waitForRequests(100);
  await asOwner(
    service,
    big,
    sql`
    insert into pgboss.job (name, data, priority, start_after, keep_until, retry_limit, dead_letter, heartbeat_seconds)
    select name, data, priority - n, now(), keep_until, retry_limit, dead_letter, heartbeat_seconds
    from pgboss.job, generate_series(1, 20000) as n
    where name = 'dispatch-events' and data ->> 'workspaceId' = ${big.workspace.id}`,
  );
  await asOwner(
    service,
    big,
    sql`
    update queue_position set position = position + 20000
    where workspace_id = ${big.workspace.id} and queue = 'dispatch-events'`,
  );
  return {
    listeners: [await startListener(service)],
    remaining: () =>
      count(
        service,
        sql`select count(*)::int from pgboss.job where name = 'dispatch-events' and state = 'created'
            and data ->> 'workspaceId' = ${big.workspace.id}`,
      ),
  };
}
