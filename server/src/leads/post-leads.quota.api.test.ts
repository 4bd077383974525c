import { describe, expect, test } from 'vitest';
import { createPlan, type LeadsClient, leadsClient, newLeads } from '../../test/leads-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const smallPlan = (imports: number) => createPlan(service, imports);

const usageOf = async ({ workspace }: LeadsClient) => {
  const [row] = await service.owner.query<{ month: string; imports: number }>(sql`
    select to_char(month, 'YYYY-MM') as month, imports from workspace_usage
    where workspace_id = ${workspace.id}`);
  return row!;
};

const setUsage = ({ workspace }: LeadsClient, imports: number, monthsFromNow: number) =>
  service.owner.query(sql`
    update workspace_usage
    set imports = ${imports}, month = current_month() + make_interval(months => ${monthsFromNow}::int)
    where workspace_id = ${workspace.id}`);

const thisMonth = () => new Date().toISOString().slice(0, 7);

test('only new prospects use the quota, and the response shows what is left and when it resets [leads.quota]', async () => {
  const { post, token } = await leadsClient(service, await smallPlan(10));
  const leads = newLeads(3);
  const first = await post([...leads, leads[0]]);
  const { data: session } = await service.call(token, 'GET', '/session');
  const { resetsAt } = session.quota;
  expect(first.data.quota).toEqual({ monthlyImports: 10, remaining: 7, resetsAt });
  const second = await post(
    leads.map((lead) => ({ ...lead, title: 'CEO' })),
    { listName: 'Fair' },
  );
  expect(second.data).toMatchObject({ updated: 3, quota: { monthlyImports: 10, remaining: 7 } });
  const { data } = await service.call(token, 'GET', '/session');
  expect(data.quota).toMatchObject({ monthlyImports: 10, remaining: 7 });
});

test('new prospects use the remaining quota in the order sent; the others are blocked, and the response is 200', async () => {
  const { post, prospects } = await leadsClient(service, await smallPlan(3));
  const [a, b, c, d, e] = newLeads(5);
  await post([a]);
  const { status, data } = await post([b, a, c, d, b, e, d]);
  expect(status).toBe(200);
  expect(data.results.map((result: { status: string }) => result.status)).toEqual([
    'inserted',
    'skipped',
    'inserted',
    'quota_blocked',
    'skipped',
    'quota_blocked',
    'quota_blocked',
  ]);
  expect(data.results[3]).toEqual({
    index: 3,
    status: 'quota_blocked',
    reason: 'quota_exceeded',
  });
  expect(data).toMatchObject({
    received: 7,
    processed: 4,
    inserted: 2,
    skipped: 2,
    quotaBlocked: 3,
    quota: { monthlyImports: 3, remaining: 0 },
  });
  expect(await prospects()).toHaveLength(3);
});

test('a plan reduced below its usage leaves a quota of zero, never a negative one', async () => {
  const account = await leadsClient(service, await smallPlan(5));
  await account.post(newLeads(4));
  const smaller = await smallPlan(2);
  await service.owner.query(
    sql`update workspace set plan_id = ${smaller} where id = ${account.workspace.id}`,
  );
  const { data } = await account.post(newLeads(1));
  expect(data).toMatchObject({ quotaBlocked: 1, quota: { monthlyImports: 2, remaining: 0 } });
  expect((await usageOf(account)).imports).toBe(4);
});

describe('the quota month', () => {
  test('starts with the first import in it, and then counts', async () => {
    const account = await leadsClient(service, await smallPlan(3));
    await setUsage(account, 3, -1);
    const { data } = await account.post(newLeads(2));
    expect(data).toMatchObject({ inserted: 2, quota: { monthlyImports: 3, remaining: 1 } });
    expect(await usageOf(account)).toEqual({ month: thisMonth(), imports: 2 });
    expect((await account.post(newLeads(2))).data).toMatchObject({ inserted: 1, quotaBlocked: 1 });
  });

  test('is not moved back by a request that began in the previous month', async () => {
    const account = await leadsClient(service, await smallPlan(3));
    // Simulates a request that began in the last second of a month and waited for the lock.
    await setUsage(account, 2, 1);
    const next = await usageOf(account);
    const { data } = await account.post(newLeads(2));
    expect(data).toMatchObject({ inserted: 1, quotaBlocked: 1 });
    expect(await usageOf(account)).toEqual({ month: next.month, imports: 3 });
  });
});

describe('quota.low', () => {
  test('is emitted once a month, when a tenth of the quota is left', async () => {
    const account = await leadsClient(service, await smallPlan(20));
    const quotaEvents = async () => (await account.events('quota.low')).map(({ data }) => data);
    await account.post(newLeads(17));
    expect(await quotaEvents()).toEqual([]);
    await account.post(newLeads(1));
    const event = { monthlyImports: 20, remaining: 2, resetsAt: expect.any(String) };
    expect(await quotaEvents()).toEqual([event]);
    expect((await quotaEvents())[0].resetsAt).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/);
    await account.post(newLeads(1));
    await account.post(newLeads(5));
    expect(await quotaEvents()).toEqual([event]);

    await setUsage(account, 20, -1);
    await account.post(newLeads(1));
    expect(await quotaEvents()).toHaveLength(1);
    await account.post(newLeads(19));
    expect(await quotaEvents()).toEqual([event, { ...event, remaining: 0 }]);
  });

  test('refers to the workspace and no prospect, and is not emitted for a batch without imports', async () => {
    const account = await leadsClient(service, await smallPlan(10));
    const leads = newLeads(10);
    await account.post(leads);
    await account.post(leads);
    await account.post(newLeads(3));
    expect(await account.events('quota.low')).toMatchObject([
      { prospectId: null, data: { remaining: 0 } },
    ]);
  });
});
