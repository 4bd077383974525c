import type { LeadResult } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { leadsClient, newLeads } from '../../test/leads-client.ts';
import { insertCampaign } from '../../test/outreach.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

test('prospectIds can be sent unchanged to POST /campaigns, /enrich and /bulk [leads.prospect-ids]', async () => {
  const { post, token, workspace } = await leadsClient(service);
  const [known, ...others] = newLeads(4);
  await post([known]);
  const { prospectIds } = (await post([others[0], known, ...others])).data;
  expect(prospectIds).toHaveLength(4);
  const call = (path: string, body: object) =>
    service.call(token, 'POST', path, { body: { prospectIds, ...body } });

  const campaignId = await insertCampaign(service.owner, workspace.id);
  expect((await call('/campaigns', { campaignId })).data).toMatchObject({
    enrolled: 4,
    skipped: 0,
  });
  const enriched = await call('/enrich', { mode: 'enrich_only' });
  expect(enriched.data).toMatchObject({ queued: 4, skipped: 0 });
  expect((await call('/bulk', { action: 'stage', stage: 'replied' })).data).toMatchObject({
    requested: 4,
    affected: 4,
  });
});

test('the result shows whether a new or existing prospect is marked do not contact', async () => {
  const { post, token } = await leadsClient(service);
  const leads = newLeads(2);
  const [id] = (await post(leads)).data.prospectIds;
  const bulk = (action: string) =>
    service.call(token, 'POST', '/bulk', { body: { action, prospectIds: [id] } });
  const marks = async () =>
    (await post(leads)).data.results.map(({ status, doNotContact }: LeadResult) => [
      status,
      doNotContact,
    ]);
  await bulk('suppress');
  expect(await marks()).toEqual([
    ['skipped', true],
    ['skipped', undefined],
  ]);
  await bulk('delete');
  expect(await marks()).toEqual([
    ['inserted', true],
    ['skipped', undefined],
  ]);
});
