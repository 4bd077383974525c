import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Sql, sql } from '../../src/platform/db/index.ts';
import { wake } from '../../src/webhooks/wake.ts';
import { deadline } from '../faults/ground.ts';
import { type Subscriber, subscriber, webhookGround } from './ground.ts';
import { type Hook, startHook } from './hook.ts';

const { service, queue, startWorker } = await webhookGround();
await startWorker();

/** How long a change of this workspace takes to its receiver, several times over; the longest counts. */
async function longestWait({ people }: Subscriber, hook: Hook, times = 5): Promise<number> {
  let longest = 0;
  for (let n = 0; n < times; n++) {
    const before = hook.arrivals.length;
    await people(1);
    const answered = Date.now();
    await hook.atLeast(before + 1);
    longest = Math.max(longest, hook.arrivals.at(-1)!.at - answered);
    await sleep(300);
  }
  return longest;
}

const asOwner = ({ workspace }: Subscriber, statement: Sql) =>
  service.owner.transaction(workspace.id, (tx) => tx.run(statement));

test('receivers that hang, as many as a workspace can have, delay no other: not in their workspace, nor elsewhere [webhooks.apart]', {
  ...deadline,
  timeout: 120_000,
}, async () => {
  const [troubled, quiet] = [await subscriber(service), await subscriber(service)];
  const [hanging, beside, elsewhere] = [await startHook(), await startHook(), await startHook()];
  hanging.answer(() => {});
  for (let n = 0; n < 19; n++) await troubled.register(hanging.url);
  await troubled.register(beside.url);
  await quiet.register(elsewhere.url);
  await troubled.people(40);
  await beside.atLeast(40);
  await expect.poll(() => hanging.open(), { timeout: 10_000 }).toBeGreaterThan(19 * 10);
  const waits = await Promise.all([longestWait(quiet, elsewhere), longestWait(troubled, beside)]);
  for (const wait of waits) expect(wait).toBeLessThan(5_000);
});

test('twenty thousand events that wait in one workspace delay another’s by less than five seconds [webhooks.apart jobs.fair]', {
  ...deadline,
  timeout: 120_000,
}, async () => {
  const [big, small] = [await subscriber(service), await subscriber(service)];
  const [flooded, elsewhere] = [await startHook(), await startHook()];
  const { webhook } = await big.register(flooded.url);
  await small.register(elsewhere.url);
  await big.people(100);
  await flooded.atLeast(100);
  await asOwner(
    big,
    sql`
    insert into delivery (workspace_id, id, webhook_id, event_id, event_at, event_type, next_attempt_at)
    select d.workspace_id, gen_random_uuid(), d.webhook_id, d.event_id, d.event_at, d.event_type, now()
    from delivery d, generate_series(1, 200) where d.workspace_id = ${big.workspace.id}`,
  );
  await queue.db.transaction(big.workspace.id, (tx) => wake(tx, [webhook.id], null));
  await flooded.atLeast(200);
  expect(await longestWait(small, elsewhere)).toBeLessThan(5_000);
  const [left] = await service.owner.ask<{ count: number }>(sql`
    select count(*)::int from delivery where workspace_id = ${big.workspace.id} and status = 'pending'`);
  expect(left!.count).toBeGreaterThan(0);
});

test('twenty thousand changes of one workspace delay another’s by less than five seconds [webhooks.apart jobs.fair]', {
  ...deadline,
  timeout: 120_000,
}, async () => {
  const [big, small] = [await subscriber(service), await subscriber(service)];
  const [flooded, elsewhere] = [await startHook(), await startHook()];
  await big.register(flooded.url);
  await small.register(elsewhere.url);
  await big.people(100);
  await flooded.atLeast(100);
  // As many jobs as if each of them had been a request of its own.
  await asOwner(
    big,
    sql`
    insert into pgboss.job (name, data, priority, start_after, keep_until, retry_limit, dead_letter, heartbeat_seconds)
    select name, data, priority - n, now(), keep_until, retry_limit, dead_letter, heartbeat_seconds
    from pgboss.job, generate_series(1, 20000) as n
    where name = 'dispatch-events' and data ->> 'workspaceId' = ${big.workspace.id}`,
  );
  await asOwner(
    big,
    sql`
    update queue_place set place = place + 20000
    where workspace_id = ${big.workspace.id} and queue = 'dispatch-events'`,
  );
  expect(await longestWait(small, elsewhere)).toBeLessThan(5_000);
});
