import { endpoints } from '@outcrop/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertCampaign } from '../../test/outreach.ts';
import { explainStatements, type QueryPlan } from '../../test/plans/explain-statements.ts';
import { blankSearch } from '../../test/prospects/blank-search.ts';
import { testService } from '../../test/service.ts';
import type { Call, ManageCall } from '../core/sign-in/call.ts';
import { Suppression } from '../core/suppression/suppression.ts';
import { writeValueCursor } from '../platform/cursor.ts';
import { Database, sql } from '../platform/db/index.ts';
import { getCampaigns } from './get-campaigns.ts';
import { getCampaignNumbers, getNumbers } from './get-numbers.ts';
import { manageGetCampaigns } from './manage-get-campaigns.ts';
import { postCampaigns } from './post-campaigns.ts';

const service = await testService();
const { owner } = service;
const suppression = new Suppression('a key for the plans');
const app = new Database({
  url: service.database.appUrl,
  poolSize: 4,
  timeouts: { statementMs: 30_000, lockMs: 2_000 },
  inBackground: true,
});
afterAll(() => app.close());

const { id: workspaceId } = await service.workspace();
const campaignId = await insertCampaign(owner, workspaceId);

beforeAll(async () => {
  await owner.transaction(workspaceId, async (tx) => {
    // Nearly all campaigns are archived, and every prospect is enrolled in one of them.
    await tx.run(sql`
      insert into campaign (workspace_id, id, name, status, created_at)
      select ${workspaceId}, md5('c' || n)::uuid, 'Campaign ' || n,
             (case when n % 200 = 0 then 'paused' else 'archived' end)::campaign_status, now() - n * interval '1 hour'
      from generate_series(1, 10000) as n`);
    await tx.run(sql`
      insert into prospect (workspace_id, id, email, email_key, source_type, ${blankSearch.columns})
      select ${workspaceId}, md5(n::text)::uuid, n || '@acme.example', n || '@acme.example', 'manual', ${blankSearch.values}
      from generate_series(1, 60000) as n`);
    await tx.run(sql`
      insert into enrollment (workspace_id, campaign_id, prospect_id)
      select ${workspaceId}, md5('c1')::uuid, md5(n::text)::uuid from generate_series(1, 60000) as n`);
    await tx.run(sql`
      insert into address_fact (workspace_id, id, hash, kind)
      select ${workspaceId}, gen_random_uuid(), sha256(n::text::bytea), 'bounced' from generate_series(1, 60000) as n`);
    await tx.run(sql`analyze campaign, prospect, enrollment, address_fact`);
  });
});

const read = (plans: QueryPlan[]) => plans.flatMap(({ scanned }) => scanned);
const most = (plans: QueryPlan[]) => Math.max(...plans.map(({ buffers }) => buffers));

test.each([
  {},
  { status: 'draft' },
  { cursor: writeValueCursor({ value: `2 ${Date.now()}`, id: campaignId }, {}) },
] as const)('a list of campaigns %j is read without scanning the others', async (query) => {
  const plans = await explainStatements(app, workspaceId, (tx) => getCampaigns({ tx, query }));
  expect(plans.flatMap(({ indexes }) => indexes)).toContain('campaign_listed');
  expect(read(plans)).not.toContain('campaign');
  expect(most(plans), JSON.stringify(plans)).toBeLessThan(400);
});

test.each([{}, { status: 'archived' }, { status: 'paused' }, { status: 'draft' }] as const)(
  'a page of campaigns %j is read without scanning the others',
  async (query) => {
    const plans = await explainStatements(app, workspaceId, (tx) =>
      manageGetCampaigns({ tx, query } as ManageCall<'getCampaigns'>),
    );
    const isArchived = 'status' in query && query.status === 'archived';
    const index = isArchived ? 'campaign_archived' : 'campaign_newest';
    expect(plans.flatMap(({ indexes }) => indexes)).toContain(index);
    expect(read(plans)).not.toContain('campaign');
    expect(most(plans), JSON.stringify(plans)).toBeLessThan(500);
  },
);

test('enrolling a hundred prospects reads only those prospects', async () => {
  const ids = await owner.query<{ id: string }>(
    sql`select md5((n * 500)::text)::uuid as id from generate_series(1, 100) as n`,
  );
  const body = { campaignId, prospectIds: ids.map(({ id }) => id) };
  const plans = await explainStatements(app, workspaceId, (tx) =>
    postCampaigns({
      tx,
      body: endpoints.postCampaigns.body.parse(body),
      actor: { actor: { kind: 'token', id: campaignId }, correlationId: 'plans' },
      deps: { suppression },
    } as Call<'postCampaigns', { suppression: Suppression }>),
  );
  const big = /^(prospect|enrollment|address_fact)$/;
  expect(read(plans).filter((table) => big.test(table))).toEqual([]);
  expect(most(plans), JSON.stringify(plans)).toBeLessThan(3_500);
});

test('numbers are read from the counts of days, not from emails', async () => {
  await owner.transaction(workspaceId, async (tx) => {
    await tx.run(sql`
      insert into campaign_count
      select ${workspaceId}, case when n % 10 = 0 then ${campaignId}::uuid else md5('c' || n % 10)::uuid end,
             current_date - n / 100, md5(n::text)::uuid, md5(n::text)::uuid, md5('m')::uuid, 9, 1, 1, 1, 1
      from generate_series(0, 19999) as n`);
    await tx.run(sql`analyze campaign_count`);
  });
  for (const [index, handler] of [
    ['campaign_count_pkey', getCampaignNumbers],
    ['campaign_count_day', getNumbers],
  ] as const) {
    const plans = await explainStatements(app, workspaceId, (tx) =>
      handler({
        tx,
        caller: { userId: campaignId },
        params: { campaignId },
      } as ManageCall<'getCampaignNumbers'> & ManageCall<'getNumbers'>),
    );
    expect(plans.flatMap(({ indexes }) => indexes)).toContain(index);
    expect(
      read(plans).filter((table) => /^(outbound_message|message|campaign_count)/.test(table)),
    ).toEqual([]);
  }
});
