import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { leadsClient, newLeads } from '../../test/leads-client.ts';
import { insertCampaign } from '../../test/outreach.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;

const campaignsOf = async (token: string) =>
  (await service.call(token, 'GET', '/campaigns')).data.campaigns;

test('draft, running and paused campaigns are listed with their prospect counts; archived ones are not [campaigns.fields campaigns.statuses]', async () => {
  const { workspace, post, token } = await leadsClient(service);
  const { prospectIds } = (await post(newLeads(3))).data;
  const ids: Record<string, string> = {};
  for (const status of ['draft', 'running', 'paused', 'archived'] as const)
    ids[status] = await insertCampaign(owner, workspace.id, { name: `A ${status} one`, status });
  for (const [status, count] of [
    ['draft', 3],
    ['paused', 1],
  ] as const)
    await service.call(token, 'POST', '/campaigns', {
      body: { campaignId: ids[status], prospectIds: prospectIds.slice(0, count) },
    });
  const campaigns = await campaignsOf(await workspace.token('viewer'));
  expect(new Set(campaigns)).toEqual(
    new Set([
      { id: ids['draft'], name: 'A draft one', status: 'draft', enrolled: 3 },
      { id: ids['running'], name: 'A running one', status: 'running', enrolled: 0 },
      { id: ids['paused'], name: 'A paused one', status: 'paused', enrolled: 1 },
    ]),
  );
});

test('the 50 newest campaigns are listed, newest first, and by id when created at the same time [campaigns.max-50]', async () => {
  const workspace = await service.workspace();
  const ids = Array.from({ length: 120 }, () => randomUUIDv7()).sort();
  // Each second has two campaigns, and the newest ten are archived.
  await owner.ask(sql`
    insert into campaign (workspace_id, id, name, status, created_at)
    select ${workspace.id}, id, 'Campaign ' || n, (case when n > 110 then 'archived' else 'paused' end)::campaign_status,
           timestamptz '2026-03-01T00:00:00Z' + (n / 2) * interval '1 second'
    from unnest(${ids}::uuid[]) with ordinality as made (id, n)
    order by md5(id::text)`);
  const campaigns = await campaignsOf(await workspace.token('viewer'));
  const newest = ids.slice(0, 110).toReversed().slice(0, 50);
  expect(campaigns.map(({ id }: { id: string }) => id)).toEqual(newest);
});

test('hasMore shows whether there are more than 50 campaigns', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('viewer');
  const make = (count: number) =>
    owner.ask(sql`
      insert into campaign (workspace_id, id, name, status)
      select ${workspace.id}, gen_random_uuid(), 'Campaign', 'draft' from generate_series(1, ${count}::int)`);
  const hasMore = async () => (await service.call(token, 'GET', '/campaigns')).data.hasMore;
  expect(await hasMore()).toBe(false);
  await make(50);
  expect(await hasMore()).toBe(false);
  await make(1);
  expect(await hasMore()).toBe(true);
});
