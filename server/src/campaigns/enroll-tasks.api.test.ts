import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bulkClient } from '../../test/bulk/bulk-client.ts';
import { insertAddressFact, insertCampaign } from '../../test/outreach.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { testService } from '../../test/service.ts';
import { taskRunner } from '../../test/task-runner.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;
const queue = await testQueue([], service.database);
await queue.startWorker([]);
const manage = '/api/v1/manage';

async function createCampaignAccount() {
  const account = await bulkClient(service);
  const { token, workspace } = account;
  const campaignId = await insertCampaign(owner, workspace.id);
  const { ended } = taskRunner(service, token);
  const path = `${manage}/campaigns/${campaignId}`;
  const begin = (body: object) => service.call(token, 'POST', `${path}/enroll-tasks`, { body });
  const get = (rest: string, query = {}) =>
    service.call(token, 'GET', `${manage}${rest}`, { query });
  return {
    ...account,
    campaignId,
    path,
    begin,
    get,
    run: async (body: object) => ended((await begin(body)).data.task.id),
    enrolled: async () =>
      (
        await owner.query<{ id: string }>(sql`
          select prospect_id as id from enrollment where campaign_id = ${campaignId} order by 1`)
      ).map(({ id }) => id),
  };
}

/** A list with five prospects to enroll, and one prospect for each reason to skip it. */
async function mixedList() {
  const base = await createCampaignAccount();
  const { token, workspace, campaignId, path } = base;
  const leads = [
    ...Array.from({ length: 5 }, (_, n) => ({
      fullName: `Ok ${n}`,
      title: 'Buyer',
      email: `ok${n}@acme.example`,
    })),
    { fullName: 'In Already', title: 'Buyer', email: 'in@acme.example' },
    { fullName: 'Not Wanted', email: 'no@acme.example' },
    { fullName: 'Un Subscribed', email: 'un@acme.example' },
    { fullName: 'Bo Unced', email: 'bo@acme.example' },
    { fullName: 'No Address', linkedinUrl: 'https://www.linkedin.com/in/no-address' },
    { fullName: 'No Title', email: 'title@acme.example' },
  ];
  const { data } = await service.call(token, 'POST', '/leads', {
    body: { leads, listName: 'Fair' },
  });
  const ids: string[] = data.prospectIds;
  await owner.query(
    sql`update campaign_step set body = 'As {{title}}' where campaign_id = ${campaignId}`,
  );
  await service.call(token, 'POST', `${path}/enroll`, { body: { prospectIds: [ids[5]] } });
  await service.call(token, 'POST', '/bulk', {
    body: { action: 'suppress', prospectIds: [ids[6]] },
  });
  await insertAddressFact(owner, workspace.id, 'un@acme.example', 'unsubscribed');
  await insertAddressFact(owner, workspace.id, 'bo@acme.example', 'bounced');
  const boards = await service.call(token, 'GET', '/boards');
  const listId: string = boards.data.lists[0].id;
  return { ...base, ids, campaignId, listId };
}

const counts = {
  enrolled: 5,
  alreadyEnrolled: 1,
  suppressed: 1,
  unsubscribed: 1,
  bounced: 1,
  noEmail: 1,
  missingValues: 1,
};

test('a check counts who would be enrolled and lists the others with reasons, and changes nothing', async () => {
  const { ids, listId, campaignId, run, get, enrolled } = await mixedList();
  const task = await run({ filter: { listId }, checkOnly: true });
  expect(task).toMatchObject({
    kind: 'enroll_dry_run',
    ...{ status: 'done', total: 11, done: 11, failed: 6, counts, campaignId },
  });
  expect(await enrolled()).toEqual([ids[5]]);
  const { data } = await get(`/tasks/${task.id}/failures`);
  expect(data.failures).toContainEqual({
    number: expect.any(Number),
    reason: 'No email address. Add one and enroll again.',
    row: { prospectId: ids[9], fullName: 'No Address', email: null, companyName: null },
  });
  expect(data.failures).toContainEqual({
    number: expect.any(Number),
    reason: 'No value for {{title}}. Fill it in, or add a fallback to the email.',
    row: {
      prospectId: ids[10],
      fullName: 'No Title',
      email: 'title@acme.example',
      companyName: null,
    },
  });
});

test('a list is enrolled, and those left out are listed with reasons, also as CSV', async () => {
  const { ids, listId, run, get, enrolled, token, expectExactCounts } = await mixedList();
  const task = await run({ filter: { listId } });
  expect(task).toMatchObject({ kind: 'enroll', status: 'done', total: 11, failed: 6, counts });
  expect(await enrolled()).toEqual(ids.slice(0, 6).toSorted());
  const { data: file } = await get(`/tasks/${task.id}/failures.csv`);
  expect(file).toContain('"prospectId","fullName","email","companyName","reason"');
  expect(file).toContain('"Un Subscribed","un@acme.example","","Unsubscribed or complained');
  await expectExactCounts();

  await service.call(token, 'POST', '/bulk', { body: { action: 'delete', prospectIds: ids } });
  const { data } = await get(`/tasks/${task.id}/failures`);
  expect(JSON.stringify(data)).not.toContain('acme.example');
  expect(data.failures[0].row).toMatchObject({ fullName: null, email: null });
});

test('everyone who matches is enrolled once with one event, even if the enrollment ends the match [campaigns.never-twice]', async () => {
  const { addProspects, run, events, enrolled, campaignId } = await createCampaignAccount();
  const ids = await addProspects(1_150);
  const [task, again] = [await run({ filter: {} }), await run({ filter: {} })];
  expect(task.counts).toEqual({ enrolled: 1_150 });
  expect(again.counts).toEqual({ enrolled: 0, alreadyEnrolled: 1_150 });
  expect(await enrolled()).toEqual(ids.toSorted());
  const enrolledEvents = await events('campaign.enrolled');
  expect(enrolledEvents.map(({ prospectId }) => prospectId).sort()).toEqual(ids.toSorted());
  expect((await run({ filter: { campaignId }, checkOnly: true })).failed).toBe(1_150);
});

test('a selection is enrolled by its ids; one that was deleted since is left out', async () => {
  const { addProspects, begin, run, get, token, path } = await createCampaignAccount();
  const prospectIds = await addProspects(120);
  expect((await begin({ prospectIds: [...prospectIds, randomUUID()] })).status).toBe(404);
  const check = await run({ prospectIds, checkOnly: true });
  expect(check).toMatchObject({ total: 120, failed: 0, counts: { enrolled: 120 } });
  const { data } = await begin({ prospectIds });
  expect(data.task).toMatchObject({ total: 120 });
  const gone = { action: 'delete', prospectIds: prospectIds.slice(0, 1) };
  await service.call(token, 'POST', '/bulk', { body: gone });
  const { ended } = taskRunner(service, token);
  const task = await ended(data.task.id);
  const { enrolled = 0, missing = 0 } = task.counts;
  expect([task.status, enrolled + missing]).toEqual(['done', 120]);
  const listed = await get(`${path.slice(manage.length)}/tasks`);
  expect(listed.data.tasks.map(({ kind }: { kind: string }) => kind)).toEqual([
    'enroll',
    'enroll_dry_run',
  ]);
  const rehearsals = await get(`${path.slice(manage.length)}/tasks`, { kind: 'rehearsal' });
  expect(rehearsals.data.tasks).toEqual([]);
});
