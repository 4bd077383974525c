import { createHash } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../src/platform/db/index.ts';
import {
  isToken,
  nextScanPosition,
  type RequestLogFilters,
  selectRequests,
} from '../../src/request-log/request-log.sql.ts';
import { testDatabase } from '../database.ts';
import { sizeForRun } from '../run-size.ts';
import { explainStatements, type QueryPlan } from './explain-statements.ts';

const rows = sizeForRun(400_000, 2_000_000);
const workspaceId = '00000000-0000-7000-8000-000000000001';
const busyToken = '00000000-0000-7000-8000-0000000000a1';
const quietToken = '00000000-0000-7000-8000-0000000000a2';
const one = createHash('md5')
  .update(String(rows / 2))
  .digest('hex');
const none = '00000000-0000-7000-8000-000000000000';
const path = '/api/v1/ext/leads';
const rarePath = '/api/v1/manage/audit';
const today = new Date().toISOString().slice(0, 10);

/**
 * Two weeks with requests of one workspace and as many of others: one in 100 is rejected, 100 fail,
 * and one token made 100 requests.
 */
const fill = `
  do $$
  begin
    for behind in 1..14 loop
      execute format('create table if not exists request_log_%s partition of request_log for values from (%L) to (%L)',
        to_char(date '${today}' - behind, 'YYYY_MM_DD'), date '${today}' - behind, date '${today}' - behind + 1);
    end loop;
  end $$;
  insert into request_log (workspace_id, at, correlation_id, method, path, status, ms, token_id, user_id,
                           replayed, request_bytes, sent, problems)
  select case n % 2 when 0 then '${workspaceId}' else md5((n % 1000)::text) end::uuid,
         date '${today}' - n * interval '${(14 * 86_400) / rows} seconds', md5(n::text)::uuid, 'POST',
         case when n % 100000 = 98 then '${rarePath}' else '${path}' end,
         case when n % ${rows / 100} = 4 then 503 when n % 200 = 2 then 422 else 200 end, 12,
         case when n % ${rows / 100} = 6 then '${quietToken}' else '${busyToken}' end::uuid,
         '${none}', false, 412, '{"body": {"leads": [{"email": "(text of 20)", "fullName": "(text of 12)"}]}}', '[]'
  from generate_series(1, ${rows}) as n;`;

let db: Database;
beforeAll(async () => {
  const { adminUrl, appUrl } = await testDatabase();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`set timezone = 'UTC'; set synchronous_commit = off`);
  await admin.query(fill);
  await admin.query('vacuum analyze request_log');
  await admin.end();
  const timeouts = { statementMs: 60_000, lockMs: 2_000 };
  db = new Database({ url: appUrl, poolSize: 2, timeouts, inBackground: true });
  return () => db.close();
}, 600_000);

const noFilters: RequestLogFilters = {
  correlationId: null,
  status: null,
  path: null,
  tokenId: null,
  caller: null,
  from: null,
  before: null,
};
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Reads one page like the endpoint does. */
const page = async (
  given: Partial<RequestLogFilters>,
  found: number,
  after: { at: Date; id: string } | null = null,
) => {
  const filters = { ...noFilters, ...given };
  const plans = await explainStatements(db, workspaceId, async (tx) => {
    const rows = await selectRequests(tx, filters, after, 51);
    expect(rows).toHaveLength(found);
    if (found === 0 && filters.tokenId) await isToken(tx, filters.tokenId);
    if (found < 51) await nextScanPosition(tx, filters, after);
  });
  return plans.filter(({ statement }) => statement !== 'triggers');
};

const buffersOf = (plans: QueryPlan[]) => Math.max(...plans.map(({ buffers }) => buffers));

describe('in a log of many requests, a page costs only its own rows', () => {
  const pages: [string, Partial<RequestLogFilters>, number, ({ at: Date; id: string } | null)?][] =
    [
      ['the newest page', {}, 51],
      ['a deep page', {}, 51, { at: daysAgo(10), id: none }],
      ['a request by its correlation id', { correlationId: one }, 1],
      ['rejected requests', { status: '4xx' }, 51],
      ['failed requests', { status: '5xx' }, 51],
      ['successful requests', { status: '2xx' }, 51],
      ['a token with many requests', { tokenId: busyToken }, 51],
      ['a token with few requests', { tokenId: quietToken }, 51],
      ['a token without requests', { tokenId: none }, 0],
      ['rejected requests of a token', { tokenId: busyToken, status: '4xx' }, 51],
      ['a day', { from: daysAgo(9), before: daysAgo(8) }, 51],
      ['a common path', { path }, 51],
    ];
  test.each(pages)('%s', async (_, filters, found, after = null) => {
    const plans = await page(filters, found, after);
    expect(plans.flatMap(({ scanned }) => scanned.filter(isFilled))).toEqual([]);
    expect(buffersOf(plans), JSON.stringify(plans, null, 1)).toBeLessThan(700);
  });

  test('a rare path scans only part of the log, and the next page continues from there', async () => {
    const plans = await page({ path: rarePath }, 1);
    expect(plans.flatMap(({ scanned }) => scanned.filter(isFilled))).toEqual([]);
    expect(buffersOf(plans)).toBeLessThan(60_000);
  });
});

/** From today on the log is empty, so a sequential scan is cheaper than the index. */
const isFilled = (table: string): boolean => table < `request_log_${today.replaceAll('-', '_')}`;
