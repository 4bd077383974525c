import { basePath, type Endpoint, endpoints, pathOf } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sql } from '../src/platform/db/index.ts';
import { insertCampaign } from './outreach.ts';
import { sampleRequests } from './sample-requests.ts';
import { testService } from './service.ts';

const service = await testService();
const plans = await service.owner.query<{ id: string }>(sql`select id from plan order by id`);

/** A valid body for each write, in a workspace with one prospect and one campaign. */
const bodies: Partial<Record<string, (prospectId: string, campaignId: string) => object>> = {
  postLeads: () => ({ leads: [{ email: 'second@kelptide.example' }] }),
  postCampaigns: (prospectId, campaignId) => ({ campaignId, prospectIds: [prospectId] }),
  postEnrich: (prospectId) => ({ prospectIds: [prospectId], mode: 'enrich_only' }),
  postBulk: (prospectId) => ({ action: 'stage', stage: 'replied', prospectIds: [prospectId] }),
};

async function workspaceOn(plan: string) {
  const workspace = await service.workspace(plan);
  const token = await workspace.token('member');
  const body = { leads: [{ email: 'first@kelptide.example' }] };
  const { data } = await service.call(token, 'POST', '/leads', { body });
  const campaignId = await insertCampaign(service.owner, workspace.id);
  return { token, prospectId: data.prospectIds[0] as string, campaignId };
}

test('all plans are tested', () => {
  expect(plans.map(({ id }) => id)).toEqual(['free', 'growth', 'scale', 'starter']);
});

test.each(plans)(
  'the plan $id includes every endpoint of the public API [roles.every-plan]',
  async ({ id }) => {
    const { token, prospectId, campaignId } = await workspaceOn(id);
    for (const endpoint of Object.values(endpoints) as Endpoint[]) {
      const { method, path, params } = endpoint;
      const body = bodies[endpoint.id]?.(prospectId, campaignId);
      if (method !== 'GET') expect(body, `a body for ${method} ${path}`).toBeDefined();
      const address = pathOf(endpoint, sampleRequests(endpoint)[0]?.params);
      const answer = await service.call(token, method, basePath.ext + address, body && { body });
      // Ids in paths are example ids and do not exist; everything else succeeds.
      expect([`${method} ${path}`, answer.status]).toEqual([
        `${method} ${path}`,
        params ? 404 : 200,
      ]);
    }
  },
);
