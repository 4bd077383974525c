import { describe, expect, test } from 'vitest';
import { testService } from '../../test/service.ts';
import { upsertPlan } from '../operator/accounts.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;

const sessionOf = async (token: string) => (await service.call(token, 'GET', '/session')).data;

/** A workspace with a caller, and functions that set its usage and credits. */
async function accountOn(plan: string) {
  const workspace = await service.workspace(plan);
  const token = await workspace.token('viewer');
  const use = (imports: number, monthsAgo: number) =>
    owner.query(sql`
      update workspace_usage
      set imports = ${imports}, month = current_month() - make_interval(months => ${monthsAgo}::int)
      where workspace_id = ${workspace.id}`);
  const hold = (balance: number, reserved: number, monthsAgo: number) =>
    owner.query(sql`
      insert into credit_account (workspace_id, month, balance, reserved)
      values (${workspace.id}, current_month() - make_interval(months => ${monthsAgo}::int),
              ${balance}, ${reserved})
      on conflict (workspace_id) do update
      set month = excluded.month, balance = excluded.balance, reserved = excluded.reserved`);
  return { token, use, hold };
}

describe('the session of a viewer', async () => {
  const workspace = await service.workspace('starter');
  const { token, userId, tokenId } = await workspace.user('viewer');
  const { status, data } = await service.call(token, 'GET', '/session');

  test('contains their user and workspace, and no undocumented fields [session.reads]', () => {
    expect(status).toBe(200);
    expect(Object.keys(data)).toEqual([
      ...[
        'user',
        'workspace',
        'plan',
        'quota',
        'credits',
        'enrichmentAvailable',
        'token',
        'limits',
      ],
    ]);
    expect(data.user).toEqual({
      id: userId,
      name: 'A viewer',
      email: expect.stringMatching(/@outcrop\.example$/),
      role: 'viewer',
    });
    const { id } = workspace;
    expect(data.workspace).toEqual({ id, name: expect.stringMatching(/^Workspace /) });
  });

  test('contains the plan and the remaining quota and credits', () => {
    expect(data.plan).toEqual({ id: 'starter', name: 'Starter' });
    const resetsAt = expect.any(String);
    expect(data.quota).toEqual({ monthlyImports: 2500, remaining: 2500, resetsAt });
    expect(data.credits).toEqual({ monthly: 500, remaining: 500, reserved: 0 });
  });

  test('describes its token and the limits that apply to it', () => {
    const createdAt = expect.any(String);
    expect(data.token).toEqual({ id: tokenId, name: 'test', createdAt, expiresAt: null });
    expect(Math.abs(Date.now() - Date.parse(data.token.createdAt))).toBeLessThan(60_000);
    expect(data.limits['POST /leads']).toEqual({ requestsPerMinute: 60, maxItems: { leads: 100 } });
  });
});

test('the session takes no parameters [session.no-parameters]', async () => {
  const token = await (await service.workspace()).token('viewer');
  expect((await service.call(token, 'GET', '/session')).status).toBe(200);
  const { status, error } = await service.call(token, 'GET', '/session', { query: { page: '1' } });
  expect(status).toBe(422);
  expect(error.fieldErrors).toHaveProperty('page');
});

test('each plan has its own number of imports and credits [quota.per-plan]', async () => {
  for (const [plan, imports, credits] of [
    ['free', 250, 50],
    ['starter', 2_500, 500],
    ['growth', 25_000, 5_000],
    ['scale', 250_000, 50_000],
  ] as const) {
    const { token } = await accountOn(plan);
    expect(await sessionOf(token)).toMatchObject({
      plan: { id: plan },
      quota: { monthlyImports: imports, remaining: imports },
      credits: { monthly: credits, remaining: credits, reserved: 0 },
    });
  }
});

test('a plan change by an operator applies immediately, and the remaining quota is never negative', async () => {
  await owner.query(upsertPlan('custom', 'Custom', 100, 10, true));
  const { token, use } = await accountOn('custom');
  await use(40, 0);
  expect((await sessionOf(token)).quota).toMatchObject({ monthlyImports: 100, remaining: 60 });
  await owner.query(upsertPlan('custom', 'Customised', 30, 10, true));
  const { plan, quota } = await sessionOf(token);
  expect(plan).toEqual({ id: 'custom', name: 'Customised' });
  expect(quota).toMatchObject({ monthlyImports: 30, remaining: 0 });
});

test('imports of this month count, and those of earlier months do not [quota.fields]', async () => {
  const { token, use } = await accountOn('free');
  await use(100, 0);
  expect((await sessionOf(token)).quota).toMatchObject({ monthlyImports: 250, remaining: 150 });
  await use(250, 0);
  expect((await sessionOf(token)).quota.remaining).toBe(0);
  for (const monthsAgo of [1, 12]) {
    await use(250, monthsAgo);
    expect((await sessionOf(token)).quota.remaining).toBe(250);
  }
});

test('the quota resets at the first instant of the next month in UTC', async () => {
  const { token } = await accountOn('free');
  const { resetsAt } = (await sessionOf(token)).quota;
  const now = new Date();
  expect(new Date(Date.parse(resetsAt) - 1).toISOString()).toMatch(/T23:59:59\.999Z$/);
  expect(resetsAt).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/);
  expect(Date.parse(resetsAt)).toBeGreaterThan(now.getTime());
  expect(Date.parse(resetsAt) - now.getTime()).toBeLessThanOrEqual(31 * 86_400_000);
});

test('the database uses the month in UTC, whatever its session time zone', async () => {
  const { id } = await service.workspace();
  for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles'])
    await owner.transaction(id, async (tx) => {
      await tx.run(sql`select set_config('timezone', ${zone}, true)`);
      const [row] = await tx.rows<{ month: string }>(
        sql`select to_char(current_month(), 'YYYY-MM-DD') as month`,
      );
      expect(row!.month).toBe(`${new Date().toISOString().slice(0, 7)}-01`);
    });
});

test('a new month has its own credits, and credits reserved earlier stay reserved', async () => {
  const { token, hold } = await accountOn('starter');
  await hold(480, 30, 1);
  expect((await sessionOf(token)).credits).toEqual({ monthly: 500, remaining: 500, reserved: 30 });
  await hold(480, 0, 1);
  expect((await sessionOf(token)).credits).toEqual({ monthly: 500, remaining: 500, reserved: 0 });
});
