import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { Database, sql } from '../../src/platform/db/index.ts';
import * as deliveries from '../../src/webhooks/deliveries.sql.ts';
import * as log from '../../src/webhooks/delivery-log.sql.ts';
import * as store from '../../src/webhooks/webhooks.sql.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { sizeForRun } from '../run-size.ts';
import { explainStatements, type QueryPlan } from './explain-statements.ts';

/** As many deliveries a day in CI as at night, but on fewer days. */
const days = sizeForRun(6, 30);
const rows = days * 33_333;
const batch = sizeForRun(50, 200);
const events = days * 10_000;
const workspaceId = '00000000-0000-7000-8000-000000000001';
const webhookId = '00000000-0000-7000-8000-0000000000c1';
const quietId = '00000000-0000-7000-8000-0000000000c2';
const newWorkspaceId = '00000000-0000-7000-8000-000000000002';
const newWebhookId = '00000000-0000-7000-8000-0000000000c3';
const leaseId = '00000000-0000-7000-8000-0000000000d1';

/**
 * Deliveries to one webhook: most are delivered, one in 1,000 has failed, one in 100 waits for
 * its next attempt, and a few are due. A second webhook has few deliveries. Today has as
 * many rows as any other day, since a nearly empty partition is scanned sequentially. The database has
 * yesterday's partitions if the tests started before midnight.
 */
const fill = `
  insert into workspace (id, name, plan_id) values ('${workspaceId}', 'Million', 'scale');
  insert into webhook (workspace_id, id, url, events, secret, lease_id, leased_until, due_at)
  select '${workspaceId}', id::uuid, 'https://receiver.example', array['*'], 'sealed', '${leaseId}', now() + interval '1 hour', now()
  from unnest(array['${webhookId}', '${quietId}']) as id;
  do $$
  begin
    for behind in 1..${days} loop
      execute format('create table if not exists delivery_%s partition of delivery for values from (%L) to (%L)',
        to_char(current_date - behind, 'YYYY_MM_DD'), current_date - behind, current_date - behind + 1);
      execute format('create table if not exists delivery_attempt_%s partition of delivery_attempt for values from (%L) to (%L)',
        to_char(current_date - behind, 'YYYY_MM_DD'), current_date - behind, current_date - behind + 1);
    end loop;
  end $$;
  insert into event (workspace_id, id, created_at, type, actor_kind, data)
  select '${workspaceId}', md5(n::text)::uuid, now() - n * interval '10 milliseconds', 'prospect.created', 'system', '{}'
  from generate_series(0, ${events - 1}) as n;
  insert into delivery (workspace_id, created_at, id, webhook_id, event_id, event_at, event_type, status, attempts, next_attempt_at)
  select '${workspaceId}', current_date + interval '1 day' - (n + 1) * interval '2.592 seconds', md5('d' || n)::uuid,
         case when n % 10000 = 9999 then '${quietId}' else '${webhookId}' end::uuid,
         md5((n % ${events})::text)::uuid, now() - (n % ${events}) * interval '10 milliseconds', 'prospect.created',
         case when n % 1000 = 1 then 'failed' when n % 100 = 2 then 'pending' else 'delivered' end, 1,
         case when n % 100 = 2 then now() + (n - 50000) * interval '1 second' end
  from generate_series(0, ${rows - 1}) as n;
  insert into delivery_attempt (workspace_id, created_at, delivery_id, number, ms, status, answer_headers, answer_body)
  select workspace_id, created_at, id, 1, 20, 204, '{}', '' from delivery;`;

/** Filled after the tables are analyzed. */
const fillNewWorkspace = `
  insert into workspace (id, name, plan_id) values ('${newWorkspaceId}', 'New', 'scale');
  insert into webhook (workspace_id, id, url, events, secret)
  values ('${newWorkspaceId}', '${newWebhookId}', 'https://receiver.example', array['*'], 'sealed');
  insert into event (workspace_id, id, created_at, type, actor_kind, data)
  select '${newWorkspaceId}', md5('e' || n)::uuid, now() - n * interval '10 milliseconds', 'prospect.created', 'system', '{}'
  from generate_series(0, 19999) as n;
  insert into delivery (workspace_id, id, webhook_id, event_id, event_at, event_type, next_attempt_at)
  select workspace_id, gen_random_uuid(), '${newWebhookId}', id, created_at, type, now()
  from event where workspace_id = '${newWorkspaceId}';`;

async function fillLog({ adminUrl }: TestDatabase): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(
    `set timezone = 'UTC'; set session_replication_role = replica; set synchronous_commit = off`,
  );
  await admin.query(fill);
  await admin.query('vacuum analyze delivery, delivery_attempt, event, webhook');
  await admin.query(fillNewWorkspace);
  await admin.end();
}

let db: Database;
beforeAll(async () => {
  const database = await testDatabase();
  await fillLog(database);
  db = new Database({
    url: database.appUrl,
    poolSize: 2,
    timeouts: { statementMs: 60_000, lockMs: 2_000 },
    inBackground: true,
  });
  return () => db.close();
}, 600_000);

const failedAttempts = (due: deliveries.DueDelivery[]): deliveries.AttemptResult[] =>
  due.map(({ id, at, event }) => ({
    ...{ id, at, event: event!, sentAt: new Date(), ms: 20, answerHeaders: {}, answerBody: '' },
    ...{ status: 500, problem: 'The receiver answered 500.', nextStatus: 'pending' },
    retrySeconds: 5,
  }));

const plansOf = (work: Parameters<typeof explainStatements>[2]) =>
  explainStatements(db, workspaceId, work);

/** Today and the weeks before it. Other partitions are small, so a scan is cheaper than the index. */
const filledDays = Array.from({ length: days - 2 }, (_, n) =>
  new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '_'),
);
const bigTables = (plans: QueryPlan[]) =>
  plans
    .flatMap(({ scanned }) => scanned)
    .filter(
      (table) =>
        filledDays.includes(table.slice(-10)) || table === `event_${filledDays[0]!.slice(0, 7)}`,
    );
const maxBuffers = (plans: QueryPlan[]) => Math.max(...plans.map(({ buffers }) => buffers));

function expectWithin(plans: QueryPlan[], bound: number, index: RegExp): void {
  expect(bigTables(plans)).toEqual([]);
  expect(plans.flatMap(({ indexes }) => indexes).join(' ')).toMatch(index);
  expect(maxBuffers(plans), JSON.stringify(plans, null, 1)).toBeLessThan(bound);
}

describe('in a log of many deliveries, statements read only what they need', () => {
  test('100 events are dispatched', async () => {
    const sentAt = new Date();
    await db.transaction(workspaceId, (tx) =>
      tx.run(sql`
        insert into event (workspace_id, id, created_at, type, actor_kind, data)
        select ${workspaceId}, md5('new' || n)::uuid, ${sentAt}, 'prospect.created', 'system', '{}'
        from generate_series(1, 100) as n`),
    );
    const eventIds = await db.read(workspaceId, (tx) =>
      tx.rows<{ id: string }>(
        sql`select md5('new' || n)::uuid as id from generate_series(1, 100) as n`,
      ),
    );
    const batches = [{ eventIds: eventIds.map(({ id }) => id), sentAt, webhookId: null }];
    const plans = await plansOf(async (tx) => {
      const receivers = await deliveries.insertDeliveries(tx, batches);
      expect(receivers.toSorted()).toEqual([webhookId, quietId]);
      await store.acquireWebhookLeases(tx, receivers);
    });
    // 200 rows in three indexes each, plus their events.
    expectWithin(plans, 6_000, /event_\d+_\d+_pkey/);
  });

  test.each([
    ['many are pending', webhookId],
    ['few are pending', quietId],
  ])('due deliveries are selected when %s', async (_, id) => {
    const plans = await plansOf(async (tx) => {
      await store.selectReceiver(tx, id);
      const due = await deliveries.selectDueDeliveries(tx, id, 100);
      expect(due.length).toBe(id === webhookId ? 100 : 0);
    });
    expectWithin(plans, 2_500, /delivery_.*next_attempt_at/);
  });

  test('100 attempts are recorded, and the lease is released', async () => {
    const due = await db.read(workspaceId, (tx) =>
      deliveries.selectDueDeliveries(tx, webhookId, 100),
    );
    const plans = await plansOf(async (tx) => {
      deliveries.recordAttempts(tx, webhookId, failedAttempts(due));
      store.lockWebhook(tx, webhookId);
      store.countAttempts(tx, webhookId, { delivered: 0, failed: 100 });
      store.releaseWebhookLease(tx, webhookId, leaseId);
    });
    expectWithin(plans, 6_000, /delivery_.*next_attempt_at/);
  });

  test('events are dispatched and attempts recorded in a workspace that is new to the statistics', async () => {
    const due = await db.read(newWorkspaceId, (tx) =>
      deliveries.selectDueDeliveries(tx, newWebhookId, 100),
    );
    const batches = due.map(({ event }) => ({
      eventIds: [event!.id],
      sentAt: new Date(event!.createdAt),
      webhookId: null,
    }));
    const plans = await explainStatements(db, newWorkspaceId, async (tx) => {
      expect(await deliveries.insertDeliveries(tx, batches)).toEqual([newWebhookId]);
      deliveries.recordAttempts(tx, newWebhookId, failedAttempts(due));
    });
    expect(maxBuffers(plans), JSON.stringify(plans, null, 1)).toBeLessThan(6_000);
  });

  const page = (status: Parameters<typeof log.selectDeliveries>[2], daysAgo = 0) =>
    plansOf(async (tx) => {
      const after =
        daysAgo === 0
          ? null
          : {
              at: new Date(Date.now() - daysAgo * 86_400_000),
              id: '00000000-0000-7000-8000-000000000000',
            };
      const found = await log.selectDeliveries(tx, webhookId, status, after, 51);
      expect(found).toHaveLength(51);
    });
  test.each([
    ['the first page', null, 0],
    ['a deep page', null, days / 2],
    ['failed deliveries', 'failed', 0],
    ['pending deliveries', 'pending', 0],
    ['delivered ones', 'delivered', 0],
    ['deliveries that failed long ago', 'failed', days / 2],
  ] as const)('a page of the log: %s', async (_, status, daysAgo) => {
    const index = status === 'failed' ? /webhook_id_status/ : /delivery_/;
    expectWithin(await page(status, daysAgo), 600, index);
  });

  test('one delivery with its event and attempts', async () => {
    const plans = await plansOf(async (tx) => {
      const [one] = await log.selectDeliveries(tx, webhookId, 'delivered', null, 1);
      const found = await log.selectDelivery(tx, one!.id);
      expect(found).toMatchObject({ id: one!.id, event: { type: 'prospect.created' } });
      expect(await log.selectDeliveryAttempts(tx, found!)).toHaveLength(1);
    });
    expectWithin(plans, 500, /delivery_.*pkey/);
  });

  test('a batch of failed deliveries and a batch of events are replayed', async () => {
    const plans = await plansOf(async (tx) => {
      const failed = await log.resetFailedDeliveries(tx, webhookId, null, batch);
      expect(failed).toHaveLength(batch);
      expect(await log.resetFailedDeliveries(tx, webhookId, failed.at(-1)!, batch)).toHaveLength(
        batch,
      );
      const span = { from: '2020-01-01', before: '2100-01-01', after: null, most: batch };
      const events = await log.selectReplayedEvents(tx, webhookId, span);
      expect(events).toHaveLength(batch);
      await log.insertReplays(tx, webhookId, events);
    });
    expectWithin(plans, 12_000, /webhook_id_status/);
  });

  test('webhooks with due deliveries are found without reading deliveries', async () => {
    const plans = await plansOf((tx) => tx.rows(sql`select * from due_webhooks(1000)`));
    expect(maxBuffers(plans)).toBeLessThan(100);
  });
});
