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

/** Inserts as many campaigns as there are statuses; each second has two. Returns their ids, newest first. */
async function insertCampaigns(workspaceId: string, statuses: string[]): Promise<string[]> {
  const ids = statuses.map(() => randomUUIDv7()).sort();
  await owner.query(sql`
    insert into campaign (workspace_id, id, name, status, created_at)
    select ${workspaceId}, id, 'Campaign ' || n, status::campaign_status,
           timestamptz '2026-03-01T00:00:00Z' + (n / 2) * interval '1 second'
    from unnest(${ids}::uuid[], ${statuses}::text[]) with ordinality as made (id, status, n)
    order by md5(id::text)`);
  return ids.toReversed();
}

test('running campaigns are listed first, then paused ones, then drafts, the newest of each first, 50 to a page [campaigns.max-50 campaigns.running-first]', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('viewer');
  const statuses = Array.from(
    { length: 120 },
    (_, n) => ['running', 'draft', 'archived', 'paused', 'draft'][n % 5]!,
  );
  const newest = await insertCampaigns(workspace.id, statuses);
  const idsOf = (status: string) =>
    newest.filter((_, n) => statuses[statuses.length - 1 - n] === status);
  const pages = async (query: object) => {
    const found: string[][] = [];
    let cursor: string | null = null;
    do {
      const { data } = await service.call(token, 'GET', '/campaigns', {
        query: { ...query, ...(cursor !== null && { cursor }) },
      });
      found.push(data.campaigns.map(({ id }: { id: string }) => id));
      cursor = data.nextCursor;
      expect(data.hasMore).toBe(cursor !== null);
    } while (cursor !== null);
    return found;
  };
  const all = ['running', 'paused', 'draft'].flatMap(idsOf);
  expect(await pages({})).toEqual([all.slice(0, 50), all.slice(50)]);
  for (const status of ['running', 'paused', 'draft'])
    expect(await pages({ status })).toEqual([idsOf(status)]);
});

test('hasMore and nextCursor say whether there are more than 50 campaigns', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('viewer');
  const list = async () => (await service.call(token, 'GET', '/campaigns')).data;
  await insertCampaigns(workspace.id, Array(50).fill('draft'));
  expect(await list()).toMatchObject({ hasMore: false, nextCursor: null });
  await insertCampaigns(workspace.id, ['draft']);
  const { hasMore, nextCursor: cursor } = await list();
  expect(hasMore).toBe(true);
  const query = { cursor, status: 'paused' };
  const { status, error } = await service.call(token, 'GET', '/campaigns', { query });
  expect([status, Object.keys(error.fieldErrors)]).toEqual([422, ['cursor']]);
});
