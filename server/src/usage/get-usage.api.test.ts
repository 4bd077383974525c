import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPlan, type LeadsClient, leadsClient, newLeads } from '../../test/leads-client.ts';
import { insertCampaign, insertMailbox } from '../../test/outreach.ts';
import { testService } from '../../test/service.ts';
import { lockCredits, reserveCredits, settleCredits } from '../core/usage/credits.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;

const usageOf = async ({ workspace }: Pick<LeadsClient, 'workspace'>) =>
  (await service.call(await workspace.token('viewer'), 'GET', '/api/v1/manage/usage')).data;

const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test('new prospects count on their day, and the days of the month add up to the used quota', async () => {
  const account = await leadsClient(service, await createPlan(service, 10));
  const leads = newLeads(4);
  await account.post(leads.slice(0, 3));
  await account.post(leads, { dryRun: true });
  await account.post(leads);
  await account.post(newLeads(9));
  const { quota, imports } = await usageOf(account);
  expect(quota).toMatchObject({ used: 10, remaining: 0, runsOutOn: today() });
  expect(imports.at(-1)).toEqual({ day: today(), count: 10 });
});

test('older days and other workspaces are not included', async () => {
  const [one, two] = [await service.workspace(), await service.workspace()];
  await owner.query(sql`
    insert into import_day (workspace_id, day, imports)
    select id, (now() at time zone 'UTC')::date - ago, ago + case id when ${one.id} then 1 else 100 end
    from unnest(array[${one.id}, ${two.id}]::uuid[]) as id, unnest(array[0, 5, 29, 30]) as ago`);
  const { imports } = await usageOf({ workspace: one });
  expect(imports.filter(({ count }: { count: number }) => count > 0)).toEqual([
    { day: daysAgo(29), count: 30 },
    { day: daysAgo(5), count: 6 },
    { day: daysAgo(0), count: 1 },
  ]);
  expect(imports).toHaveLength(30);
});

/** Reserves one credit per item, and spends or refunds each. */
async function settleReservation(workspaceId: string, isSpent: boolean[]): Promise<void> {
  const ids = isSpent.map(() => randomUUID());
  const month = await owner.transaction(workspaceId, async (tx) => {
    const credits = await lockCredits(tx);
    reserveCredits(tx, credits, ids);
    return credits.month;
  });
  await owner.transaction(workspaceId, async (tx) =>
    settleCredits(
      tx,
      ids.map((enrichmentId, n) => ({ enrichmentId, month, isSpent: isSpent[n]! })),
    ),
  );
}

test('concurrent credit use matches the ledger', async () => {
  const account = await leadsClient(service);
  await settleReservation(account.workspace.id, [true]);
  await Promise.all(
    Array.from({ length: 8 }, () => settleReservation(account.workspace.id, [true, true, false])),
  );
  const { days } = await usageOf(account);
  const [ledger] = await owner.query<{ spent: number }>(sql`
    select count(*)::int as spent from credit_entry
    where workspace_id = ${account.workspace.id} and kind = 'capture'`);
  expect(ledger!.spent).toBe(17);
  expect(days.at(-1).creditsSpent).toBe(17);
});

test('lists, tags, campaigns and mailboxes are counted with their limits', async () => {
  const account = await leadsClient(service);
  const manage = (path: string, name: string) =>
    service.call(account.token, 'POST', `/api/v1/manage/${path}`, { body: { name } });
  for (const name of ['A', 'B', 'C']) await manage('lists', name);
  await manage('tags', 'A');
  for (const status of ['draft', 'archived'] as const)
    await insertCampaign(owner, account.workspace.id, { status });
  await insertCampaign(owner, (await service.workspace()).id);
  const { userId: ownerId } = await account.workspace.user('member');
  await insertMailbox(owner, account.workspace.id, { ownerId, shared: false });
  expect(await usageOf(account)).toMatchObject({
    lists: { used: 3 },
    tags: { used: 1 },
    campaigns: { used: 2 },
    mailboxes: { used: 1 },
  });
});
