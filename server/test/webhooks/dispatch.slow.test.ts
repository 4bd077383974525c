import { randomUUIDv7 } from 'node:crypto';
import { eventDefinitions } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { emitEvents } from '../../src/core/events/emit-events.ts';
import { sql } from '../../src/platform/db/index.ts';
import { sizeForRun } from '../run-size.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';
import { setUpWebhooks, webhooksClient } from './webhooks-client.ts';

const count = sizeForRun(400, 2_000);
const { service, startWorker } = await setUpWebhooks();

const deadlocks = async (): Promise<number> => {
  const [row] = await service.owner.query<{ deadlocks: number }>(sql`
    select deadlocks::int from pg_stat_database where datname = current_database()`);
  return row!.deadlocks;
};

test('a backlog of one workspace is dispatched without deadlocks, and each result is recorded once', async () => {
  const [account, receiver] = [await webhooksClient(service), await startWebhookReceiver()];
  const { webhook } = await account.register(receiver.url);
  const actor = { actor: { kind: 'system', id: null } as const, correlationId: null };
  const data = eventDefinitions['prospect.created'].example.data as never;
  const change = () =>
    service.owner.transaction(account.workspace.id, async (tx) => {
      emitEvents({ tx, actor }, [{ type: 'prospect.created', prospectId: randomUUIDv7(), data }]);
    });
  for (let sent = 0; sent < count; sent += 10)
    await Promise.all(Array.from({ length: 10 }, change));
  await startWorker();
  await receiver.waitForRequests(count);
  expect(await deadlocks()).toBe(0);
  await expect
    .poll(async () => (await account.webhook(webhook.id)).lastDay)
    .toEqual({ delivered: count, failed: 0 });
  const recorded = await service.owner.transaction(account.workspace.id, (tx) =>
    tx.rows(sql`
      select status, attempts, count(*)::int from delivery where workspace_id = ${tx.workspaceId}
      group by status, attempts`),
  );
  expect(recorded).toEqual([{ status: 'delivered', attempts: 1, count }]);
});
