import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { leadsClient, newLeads } from '../../test/leads-client.ts';
import { insertCampaign } from '../../test/outreach.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;
const path = '/api/v1/manage/campaigns';

const page = async (token: string, query: Record<string, string> = {}) =>
  service.call(token, 'GET', path, { query });
const idsOf = (campaigns: { id: string }[]) => campaigns.map(({ id }) => id);

test('campaigns are listed by status, with step and prospect counts; archived ones only on request', async () => {
  const { workspace, post, token } = await leadsClient(service);
  const { prospectIds } = (await post(newLeads(2))).data;
  const ids: Record<string, string> = {};
  for (const status of ['draft', 'running', 'paused', 'archived'] as const)
    ids[status] = await insertCampaign(owner, workspace.id, { status, steps: ['email', 'wait'] });
  await service.call(token, 'POST', '/campaigns', {
    body: { campaignId: ids['paused'], prospectIds },
  });
  const viewer = await workspace.token('viewer');
  const { data } = await page(viewer);
  expect(new Set(idsOf(data.campaigns))).toEqual(
    new Set([ids['draft'], ids['running'], ids['paused']]),
  );
  for (const status of ['draft', 'running', 'paused', 'archived'])
    expect((await page(viewer, { status })).data).toEqual({
      campaigns: [
        {
          id: ids[status],
          name: 'Trade fair',
          status,
          enrolled: status === 'paused' ? 2 : 0,
          contacted: 0,
          replied: 0,
          stepCount: 2,
          pause: null,
          createdAt: expect.any(String),
        },
      ],
      nextCursor: null,
    });
});

test('pages are newest first, without gaps or repeats, also for campaigns created at the same time', async () => {
  const workspace = await service.workspace();
  const ids = Array.from({ length: 23 }, () => randomUUIDv7()).sort();
  await owner.query(sql`
    insert into campaign (workspace_id, id, name, status, created_at)
    select ${workspace.id}, id, 'Campaign ' || n, 'archived',
           timestamptz '2026-03-01T00:00:00Z' + (n / 3) * interval '1 second'
    from unnest(${ids}::uuid[]) with ordinality as made (id, n)`);
  const token = await workspace.token('viewer');
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { data } = await page(token, {
      status: 'archived',
      limit: '4',
      ...(cursor && { cursor }),
    });
    seen.push(...idsOf(data.campaigns));
    cursor = data.nextCursor;
  } while (cursor);
  expect(seen).toEqual(ids.toReversed());
});
