import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type LeadsClient, leadsClient, newLeads } from '../../test/leads-client.ts';
import { insertAddressFact, insertCampaign } from '../../test/outreach.ts';
import { testService } from '../../test/service.ts';
import { workspaceChecksums } from '../../test/workspace-checksums.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;

const enroll = ({ token }: LeadsClient, campaignId: string, prospectIds: string[], more = {}) =>
  service.call(token, 'POST', '/campaigns', { body: { campaignId, prospectIds, ...more } });

/** A workspace with a campaign that sends email, and new prospects to enroll. */
async function createCampaignAndProspects(people: number) {
  const account = await leadsClient(service);
  const leads = newLeads(people);
  const ids: string[] = (await account.post(leads)).data.prospectIds;
  const campaignId = await insertCampaign(owner, account.workspace.id);
  return { account, leads, ids, campaignId };
}

const bulk = ({ token }: LeadsClient, action: string, prospectIds: string[]) =>
  service.call(token, 'POST', '/bulk', { body: { action, prospectIds } });

const enrolledIn = async (campaignId: string) => {
  const rows = await owner.query<{ id: string }>(
    sql`select prospect_id as id from enrollment where campaign_id = ${campaignId} order by 1`,
  );
  return rows.map(({ id }) => id);
};

test('prospects are enrolled, with results in the order of the ids [campaigns.enroll]', async () => {
  const { account, ids, campaignId } = await createCampaignAndProspects(3);
  const sent = [ids[2]!, ids[0]!.toUpperCase(), ids[2]!, ids[1]!];
  const { status, data } = await enroll(account, campaignId, sent);
  expect(status).toBe(200);
  expect(data).toEqual({
    enrolled: 3,
    skipped: 0,
    campaignName: 'Trade fair',
    results: [ids[2], ids[0], ids[1]].map((prospectId) => ({ prospectId, status: 'enrolled' })),
  });
  expect(await enrolledIn(campaignId)).toEqual(ids.toSorted());
  const record = await account.prospect(ids[0]!);
  expect(record.campaigns).toEqual([
    { id: campaignId, name: 'Trade fair', status: 'running', enrollmentStatus: 'waiting' },
  ]);
});

test('a prospect is never enrolled twice [campaigns.never-twice campaigns.skip]', async () => {
  const { account, ids, campaignId } = await createCampaignAndProspects(3);
  await enroll(account, campaignId, ids.slice(0, 2));
  const { data } = await enroll(account, campaignId, ids);
  expect(data).toMatchObject({ enrolled: 1, skipped: 2 });
  expect(data.results).toEqual([
    { prospectId: ids[0], status: 'skipped', reason: 'already_enrolled' },
    { prospectId: ids[1], status: 'skipped', reason: 'already_enrolled' },
    { prospectId: ids[2], status: 'enrolled' },
  ]);
  expect(await enrolledIn(campaignId)).toEqual(ids.toSorted());
});

test('every reason to skip a prospect is returned [campaigns.skip suppression.not-enrolled]', async () => {
  const { account, leads, ids, campaignId } = await createCampaignAndProspects(6);
  const [enrolled, suppressed, unsubscribed, complained, bounced, anyone] = ids;
  const [noEmail] = (await account.post([{ fullName: 'Jane Doe', companyName: 'Acme' }])).data
    .prospectIds;
  await enroll(account, campaignId, [enrolled!]);
  await bulk(account, 'suppress', [suppressed!]);
  for (const [index, kind] of [
    [2, 'unsubscribed'],
    [3, 'complained'],
    [4, 'bounced'],
  ] as const)
    await insertAddressFact(owner, account.workspace.id, leads[index]!.email!, kind);

  const { data } = await enroll(account, campaignId, [...ids, noEmail]);
  expect(data).toMatchObject({ enrolled: 1, skipped: 6 });
  const reasons = data.results.map((result: { prospectId: string; reason?: string }) => [
    result.prospectId,
    result.reason,
  ]);
  expect(reasons).toEqual([
    [enrolled, 'already_enrolled'],
    [suppressed, 'suppressed'],
    [unsubscribed, 'unsubscribed'],
    [complained, 'unsubscribed'],
    [bounced, 'bounced'],
    [anyone, undefined],
    [noEmail, 'no_email'],
  ]);
  expect(await enrolledIn(campaignId)).toEqual([enrolled, anyone].toSorted());
});

const byName = { fullName: 'Jane Doe', companyName: 'Acme' };

test('a prospect without a value that an email or the footer needs is skipped, with the variables that have none [campaigns.skip]', async () => {
  const { account, campaignId } = await createCampaignAndProspects(1);
  const email = (name: string) => `${name}@acme.example`;
  const { prospectIds } = (
    await account.post([
      { ...byName, title: 'Buyer', phone: '+49 30 1', email: email('whole') },
      { fullName: 'Ann', companyName: 'Acme', phone: '+49 30 2', email: email('ann') },
      { email: email('bare') },
    ])
  ).data;
  const [whole, ann, bare] = prospectIds;
  await owner.query(sql`
    update campaign_step set subject = 'For {{companyName}}', body = 'Dear {{firstName|reader}}, as {{title}}, {{senderName}}'
    where campaign_id = ${campaignId}`);
  await owner.query(
    sql`update campaign set footer = '{{phone}} {{unsubscribeUrl}}' where id = ${campaignId}`,
  );
  expect((await enroll(account, campaignId, prospectIds)).data).toMatchObject({
    enrolled: 1,
    skipped: 2,
    results: [
      { prospectId: whole, status: 'enrolled' },
      { prospectId: ann, status: 'skipped', reason: 'missing_values', missing: ['title'] },
      {
        prospectId: bare,
        status: 'skipped',
        reason: 'missing_values',
        missing: ['companyName', 'title', 'phone'],
      },
    ],
  });
  expect(await enrolledIn(campaignId)).toEqual([whole]);
});

test.each([
  ['without steps takes only people with an address', [], 1],
  ['whose steps send no email takes anyone', ['wait' as const], 2],
])('a campaign %s [campaigns.skip]', async (_, steps, enrolled) => {
  const account = await leadsClient(service);
  const { prospectIds } = (await account.post([...newLeads(1), byName])).data;
  const campaignId = await insertCampaign(owner, account.workspace.id, { status: 'draft', steps });
  expect((await enroll(account, campaignId, prospectIds)).data.enrolled).toBe(enrolled);
});

test('after unsuppress a prospect can be enrolled again, unless its address unsubscribed', async () => {
  const { account, leads, ids, campaignId } = await createCampaignAndProspects(2);
  await insertAddressFact(owner, account.workspace.id, leads[0]!.email!, 'unsubscribed');
  await bulk(account, 'suppress', ids);
  expect((await enroll(account, campaignId, ids)).data.skipped).toBe(2);
  await bulk(account, 'unsuppress', ids);
  expect((await enroll(account, campaignId, ids)).data.results).toEqual([
    { prospectId: ids[0], status: 'skipped', reason: 'unsubscribed' },
    { prospectId: ids[1], status: 'enrolled' },
  ]);
});

test('people whose campaign was stopped by suppression continue with resume, once they are unsuppressed', async () => {
  const { account, ids, campaignId } = await createCampaignAndProspects(3);
  const [stopped, suppressed, waiting] = ids;
  await enroll(account, campaignId, ids);
  await bulk(account, 'suppress', [stopped!, suppressed!]);
  await bulk(account, 'unsuppress', [stopped!]);
  const others = [
    { prospectId: suppressed, status: 'skipped', reason: 'suppressed' },
    { prospectId: waiting, status: 'skipped', reason: 'already_enrolled' },
  ];
  expect((await enroll(account, campaignId, ids)).data.results).toEqual([
    { prospectId: stopped, status: 'skipped', reason: 'stopped', stoppedBy: 'suppressed' },
    ...others,
  ]);
  const { data } = await enroll(account, campaignId, ids, { resume: true });
  expect(data).toMatchObject({ enrolled: 1, skipped: 2 });
  expect(data.results).toEqual([
    { prospectId: stopped, status: 'enrolled', resumed: true },
    ...others,
  ]);
  const statuses = await owner.query<{ status: string }>(
    sql`select status from enrollment where campaign_id = ${campaignId} order by prospect_id = ${suppressed!}`,
  );
  expect(statuses.map(({ status }) => status)).toEqual(['waiting', 'waiting', 'suppressed']);
  const again = await enroll(account, campaignId, [stopped!], { resume: true });
  expect(again.data.results).toMatchObject([{ reason: 'already_enrolled' }]);
  expect(await account.events('campaign.enrolled')).toHaveLength(3);
});

test('each enrollment emits one event, and a skipped prospect none', async () => {
  const { account, ids, campaignId } = await createCampaignAndProspects(3);
  await enroll(account, campaignId, ids.slice(0, 1));
  const { headers } = await enroll(account, campaignId, ids);
  const events = await account.events('campaign.enrolled');
  expect(events).toHaveLength(3);
  const campaign = { id: campaignId, name: 'Trade fair' };
  expect(events.slice(1)).toEqual(
    ids.slice(1).map((prospectId) => ({
      type: 'campaign.enrolled',
      prospectId,
      actor: account.tokenId,
      correlationId: headers.get('x-correlation-id'),
      data: { prospectId, campaign },
      previous: null,
    })),
  );
});

test('the manage API enrolls prospects by the same rules [campaigns.enroll]', async () => {
  const { account, ids, campaignId } = await createCampaignAndProspects(3);
  const enrolling = (body: object) =>
    service.call(account.token, 'POST', `/api/v1/manage/campaigns/${campaignId}/enroll`, { body });
  await enroll(account, campaignId, ids.slice(0, 1));
  const before = await workspaceChecksums(owner, account.workspace.id);
  const missing = randomUUID();
  const body = { prospectIds: [missing, ...ids], ignoreMissing: true };
  const dry = await enrolling({ ...body, dryRun: true });
  expect(await workspaceChecksums(owner, account.workspace.id)).toEqual(before);
  expect(dry.data).toEqual({
    ...(await enroll(account, campaignId, body.prospectIds, { ...body, dryRun: true })).data,
    enrolled: 2,
    skipped: 1,
    notFound: [missing],
  });
  expect((await enrolling(body)).data).toMatchObject({ enrolled: 2, skipped: 1 });
  expect(await enrolledIn(campaignId)).toEqual(ids.toSorted());
});
