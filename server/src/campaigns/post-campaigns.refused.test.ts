import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { importer, newLeads } from '../../test/importer.ts';
import { makeCampaign } from '../../test/outreach.ts';
import { recordsIn } from '../../test/records.ts';
import { testService } from '../../test/service.ts';
import { workspaceRows } from '../../test/workspace-rows.ts';

const service = await testService();
const { owner } = service;

async function ground() {
  const account = await importer(service);
  const ids: string[] = (await account.post(newLeads(2))).data.prospectIds;
  const campaignId = await makeCampaign(owner, account.workspace.id);
  const enroll = (body: object, token = account.token) =>
    service.call(token, 'POST', '/campaigns', { body });
  return { account, ids, campaignId, enroll };
}

test('404: one unknown prospect, and nobody is enrolled; all unknown ones are named as sent [ids.all-or-404 ids.not-found-order]', async () => {
  const { account, ids, campaignId, enroll } = await ground();
  const before = await workspaceRows(owner, account.workspace.id);
  const foreign = await recordsIn(owner, (await service.workspace()).id)('prospect');
  const [a, b] = [randomUUID(), randomUUID()].sort().reverse() as [string, string];
  const prospectIds = [a, ids[0], foreign, b.toUpperCase(), ids[1], a];
  const { status, error } = await enroll({ campaignId, prospectIds });
  expect([status, error.code]).toEqual([404, 'not_found']);
  expect(error.notFound).toEqual([a, foreign, b]);
  expect(error.message).toMatch(/^3 of the prospects are not in the workspace/);
  expect(await workspaceRows(owner, account.workspace.id)).toEqual(before);
});

test('with ignoreMissing the known ones are enrolled and the others named [ids.ignore-missing]', async () => {
  const { ids, campaignId, enroll } = await ground();
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

test('404: a campaign that is not in the workspace, whatever the prospects', async () => {
  const { ids, enroll } = await ground();
  const foreign = await makeCampaign(owner, (await service.workspace()).id);
  for (const campaignId of [randomUUID(), foreign])
    for (const prospectIds of [ids, [randomUUID()]]) {
      const { status, error } = await enroll({ campaignId, prospectIds, ignoreMissing: true });
      expect([status, error.notFound]).toEqual([404, [campaignId]]);
    }
});

test('422: an archived campaign takes nobody [campaigns.archived]', async () => {
  const { account, ids, enroll } = await ground();
  const campaignId = await makeCampaign(owner, account.workspace.id, { status: 'archived' });
  const before = await workspaceRows(owner, account.workspace.id);
  for (const prospectIds of [ids, [randomUUID()]]) {
    const { status, error } = await enroll({ campaignId, prospectIds });
    expect([status, error.code]).toEqual([422, 'validation_error']);
    expect(Object.keys(error.fieldErrors)).toEqual(['campaignId']);
  }
  expect(await workspaceRows(owner, account.workspace.id)).toEqual(before);
});

test('422: none, or more than 100 prospects; exactly 100 are served [campaigns.max-100]', async () => {
  const { account, campaignId, enroll } = await ground();
  const { prospectIds } = (await account.post(newLeads(100))).data;
  expect((await enroll({ campaignId, prospectIds })).data.enrolled).toBe(100);
  for (const wrong of [[], [...prospectIds, prospectIds[0]]]) {
    const { status, error } = await enroll({ campaignId, prospectIds: wrong });
    expect([status, Object.keys(error.fieldErrors)]).toEqual([422, ['prospectIds']]);
  }
});

test('403: a Viewer enrolls nobody; Members, Admins and Owners do', async () => {
  const { account, ids, campaignId, enroll } = await ground();
  const body = { campaignId, prospectIds: ids };
  const viewer = await enroll(body, await account.workspace.token('viewer'));
  expect([viewer.status, viewer.error.code]).toEqual([403, 'insufficient_role']);
  for (const role of ['member', 'admin', 'owner'] as const)
    expect((await enroll(body, await account.workspace.token(role))).status).toBe(200);
});
