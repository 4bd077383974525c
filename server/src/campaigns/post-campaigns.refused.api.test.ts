import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { leadsClient, newLeads } from '../../test/leads-client.ts';
import { insertCampaign } from '../../test/outreach.ts';
import { recordCreator } from '../../test/record-creator.ts';
import { testService } from '../../test/service.ts';
import { workspaceChecksums } from '../../test/workspace-checksums.ts';

const service = await testService();
const { owner } = service;

async function createCampaignAndProspects() {
  const account = await leadsClient(service);
  const ids: string[] = (await account.post(newLeads(2))).data.prospectIds;
  const campaignId = await insertCampaign(owner, account.workspace.id);
  const enroll = (body: object, token = account.token) =>
    service.call(token, 'POST', '/campaigns', { body });
  return { account, ids, campaignId, enroll };
}

test('404: with an unknown prospect none is enrolled, and all unknown ids are returned as sent', async () => {
  const { account, ids, campaignId, enroll } = await createCampaignAndProspects();
  const before = await workspaceChecksums(owner, account.workspace.id);
  const foreign = await recordCreator(owner, (await service.workspace()).id)('prospect');
  const [a, b] = [randomUUID(), randomUUID()].sort().reverse() as [string, string];
  const prospectIds = [a, ids[0], foreign, b.toUpperCase(), ids[1], a];
  const { status, error } = await enroll({ campaignId, prospectIds });
  expect([status, error.code]).toEqual([404, 'not_found']);
  expect(error.notFound).toEqual([a, foreign, b]);
  expect(error.message).toMatch(/^3 of the prospects do not exist in this workspace/);
  expect(await workspaceChecksums(owner, account.workspace.id)).toEqual(before);
});

test('with ignoreMissing the existing prospects are enrolled and the missing ids returned', async () => {
  const { ids, campaignId, enroll } = await createCampaignAndProspects();
  const [a, b] = [randomUUID(), randomUUID()];
  const asked = { campaignId, ignoreMissing: true };
  const { data } = await enroll({ ...asked, prospectIds: [a, ids[1], b, ids[0]] });
  expect(data).toEqual({
    enrolled: 2,
    skipped: 0,
    campaignName: 'Trade fair',
    notFound: [a, b],
    results: [ids[1], ids[0]].map((prospectId) => ({ prospectId, status: 'enrolled' })),
  });
  expect((await enroll({ ...asked, prospectIds: ids })).data.notFound).toEqual([]);
  const { data: nobody } = await enroll({ ...asked, prospectIds: [a] });
  expect(nobody).toMatchObject({ enrolled: 0, skipped: 0, results: [], notFound: [a] });
});

test('422: an archived campaign accepts no prospects', async () => {
  const { account, ids, enroll } = await createCampaignAndProspects();
  const campaignId = await insertCampaign(owner, account.workspace.id, { status: 'archived' });
  const before = await workspaceChecksums(owner, account.workspace.id);
  for (const prospectIds of [ids, [randomUUID()]]) {
    const { status, error } = await enroll({ campaignId, prospectIds });
    expect([status, error.code]).toEqual([422, 'validation_error']);
    expect(Object.keys(error.fieldErrors)).toEqual(['campaignId']);
  }
  expect(await workspaceChecksums(owner, account.workspace.id)).toEqual(before);
});

test('422: no prospects, or more than 100; exactly 100 are accepted [campaigns.max-100]', async () => {
  const { account, campaignId, enroll } = await createCampaignAndProspects();
  const { prospectIds } = (await account.post(newLeads(100))).data;
  expect((await enroll({ campaignId, prospectIds })).data.enrolled).toBe(100);
  for (const wrong of [[], [...prospectIds, prospectIds[0]]]) {
    const { status, error } = await enroll({ campaignId, prospectIds: wrong });
    expect([status, Object.keys(error.fieldErrors)]).toEqual([422, ['prospectIds']]);
  }
});
