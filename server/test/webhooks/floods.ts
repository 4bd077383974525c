import { expect } from 'vitest';
import { type Sql, sql } from '../../src/platform/db/index.ts';
import { wake } from '../../src/webhooks/wake.ts';
import type { TestQueue } from '../queue/workers.ts';
import type { TestService } from '../service.ts';
import { type Subscriber, subscriber } from './ground.ts';
import { type Hook, startHook } from './hook.ts';

/** A workspace and one receiver of its changes. */
export interface Listener {
  account: Subscriber;
  hook: Hook;
}

interface Flood {
  /** Those who must not be held up by it. */
  listeners: Listener[];
  /** How much of the flood is still there. */
  left: () => Promise<number>;
}

export async function listener(service: TestService): Promise<Listener> {
  const [account, hook] = [await subscriber(service), await startHook()];
  await account.register(hook.url);
  return { account, hook };
}

const asOwner = (service: TestService, { workspace }: Subscriber, statement: Sql) =>
  service.owner.transaction(workspace.id, (tx) => tx.run(statement));

const count = async (service: TestService, statement: Sql): Promise<number> =>
  (await service.owner.ask<{ count: number }>(statement))[0]!.count;

/** Receivers that hang, as many as a workspace can have but one. */
export async function hangingReceivers(service: TestService): Promise<Flood> {
  const beside = await listener(service);
  const hanging = await startHook();
  hanging.answer(() => {});
  for (let n = 0; n < 19; n++) await beside.account.register(hanging.url);
  await beside.account.people(40);
  await beside.hook.atLeast(40);
  await expect.poll(() => hanging.open()).toBeGreaterThan(19 * 10);
  return {
    listeners: [beside, await listener(service)],
    left: async () => hanging.arrivals.length,
  };
}

/** Twenty thousand deliveries that wait in one workspace. */
export async function waitingDeliveries(service: TestService, queue: TestQueue): Promise<Flood> {
  const { account: big, hook: flooded } = await listener(service);
  await big.people(100);
  await flooded.atLeast(100);
  await asOwner(
    service,
    big,
    sql`
    insert into delivery (workspace_id, id, webhook_id, event_id, event_at, event_type, next_attempt_at)
    select d.workspace_id, gen_random_uuid(), d.webhook_id, d.event_id, d.event_at, d.event_type, now()
    from delivery d, generate_series(1, 200) where d.workspace_id = ${big.workspace.id}`,
  );
  const [webhook] = (await big.call('GET', '/webhooks')).webhooks;
  await queue.db.transaction(big.workspace.id, (tx) => wake(tx, [webhook.id], null));
  await flooded.atLeast(200);
  return {
    listeners: [await listener(service)],
    left: () =>
      count(
        service,
        sql`select count(*)::int from delivery
            where workspace_id = ${big.workspace.id} and status = 'pending'`,
      ),
  };
}

/** As many jobs as if each of twenty thousand changes had been a request of its own. */
export async function waitingChanges(service: TestService): Promise<Flood> {
  const { account: big, hook: flooded } = await listener(service);
  await big.people(100);
  await flooded.atLeast(100);
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
    update queue_place set place = place + 20000
    where workspace_id = ${big.workspace.id} and queue = 'dispatch-events'`,
  );
  return {
    listeners: [await listener(service)],
    left: () =>
      count(
        service,
        sql`select count(*)::int from pgboss.job where name = 'dispatch-events' and state = 'created'
            and data ->> 'workspaceId' = ${big.workspace.id}`,
      ),
  };
}
