import { randomUUID } from 'node:crypto';
import type { FollowUp } from '@outcrop/contract';
import { afterAll, expect, test } from 'vitest';
import { explainStatements } from '../../test/plans/explain-statements.ts';
import { workClient } from '../../test/prospects/work-client.ts';
import { testService } from '../../test/service.ts';
import { Database, sql } from '../platform/db/index.ts';
import { selectFollowUps } from './follow-ups.sql.ts';

const service = await testService();
const app = new Database({
  url: service.database.appUrl,
  poolSize: 2,
  timeouts: { statementMs: 30_000, lockMs: 2_000 },
  inBackground: true,
});
afterAll(() => app.close());

const titles = (data: { followUps: FollowUp[] }) => data.followUps.map(({ title }) => title);

test('a follow-up is planned, moved, renamed, completed, reopened and deleted', async () => {
  const client = await workClient(service);
  const { prospectId, ask, addFollowUp } = client;
  const followUp = await addFollowUp({ title: 'Call', dueOn: '2026-03-09' });
  expect(followUp).toMatchObject({
    ...{ title: 'Call', dueOn: '2026-03-09', done: false, doneAt: null },
    prospect: { id: prospectId, fullName: 'Amara Okafor', companyName: 'Saltmarsh Foods' },
  });
  const change = async (body: object) =>
    (await ask('PATCH', `/follow-ups/${followUp.id}`, body)).data.followUp;
  expect(await change({ dueOn: '2026-03-12' })).toMatchObject({
    title: 'Call',
    dueOn: '2026-03-12',
  });
  expect(await change({ title: 'Call again' })).toMatchObject({ dueOn: '2026-03-12' });
  expect(await change({ done: true })).toMatchObject({ done: true, doneAt: expect.any(String) });
  expect(await change({ done: false })).toMatchObject({ done: false, doneAt: null });
  expect((await ask('DELETE', `/follow-ups/${followUp.id}`)).status).toBe(200);
  expect((await ask('DELETE', `/follow-ups/${followUp.id}`)).status).toBe(404);
  expect((await client.audit()).map(({ action }) => action)).toEqual(['follow_up.deleted']);
});

test.each(['tomorrow', '2026-02-30', '1999-12-31', '2200-01-01', '2026-03-09T00:00:00Z'])(
  'the day %s is 422',
  async (dueOn) => {
    const { prospectId, ask } = await workClient(service);
    const path = `/prospects/${prospectId}/follow-ups`;
    const { status, error } = await ask('POST', path, { title: 'Call', dueOn });
    expect([status, Object.keys(error.fieldErrors)]).toEqual([422, ['dueOn']]);
  },
);

test('follow-ups are listed by assignee, prospect, day and state, in pages with each once', async () => {
  const { prospectId, workspace, ask, addFollowUp, addLead } = await workClient(service);
  const { userId: colleague } = await workspace.user('member');
  await addFollowUp({ title: 'Third', dueOn: '2026-03-11' });
  await addFollowUp({ title: 'First', dueOn: '2026-03-09' });
  await addFollowUp({ title: 'Second', dueOn: '2026-03-09' });
  const theirs = await addFollowUp({ title: 'Theirs', dueOn: '2026-03-10', assigneeId: colleague });
  const list = async (query = '') => (await ask('GET', `/follow-ups?${query}`)).data;
  expect(titles(await list())).toEqual(['First', 'Second', 'Theirs', 'Third']);
  expect(titles(await list('dueBefore=2026-03-10'))).toEqual(['First', 'Second']);
  expect(titles(await list(`assigneeId=${colleague}`))).toEqual(['Theirs']);
  const other = await addLead({ email: 'other@acme.example' });
  expect(titles(await list(`prospectId=${other}`))).toEqual([]);
  expect(titles(await list(`prospectId=${prospectId}&dueBefore=2026-03-11`))).toHaveLength(3);

  const read: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(`limit=1${cursor && `&cursor=${cursor}`}`);
    read.push(...titles(page));
    cursor = page.nextCursor;
  }
  expect(read).toEqual(['First', 'Second', 'Theirs', 'Third']);

  for (const { id } of (await list('dueBefore=2026-03-11')).followUps)
    await ask('PATCH', `/follow-ups/${id}`, { done: true });
  expect(titles(await list())).toEqual(['Third']);
  const done = await list('open=false&limit=2');
  expect(titles(done)).toEqual(['Theirs', 'Second']);
  expect(titles(await list(`open=false&limit=2&cursor=${done.nextCursor}`))).toEqual(['First']);
  expect(done.followUps[0].id).toBe(theirs.id);
});

test('a page is read by index, also behind many that are done or of others', async () => {
  const { prospectId, workspace } = await workClient(service);
  const { userId } = await workspace.user('member');
  await service.owner.query(sql`
    insert into follow_up (workspace_id, id, prospect_id, title, due_on, assignee_id, done_at, is_open, created_at, updated_at)
    select ${workspace.id}, gen_random_uuid(), ${prospectId}, 'Call', date '2026-01-01' + n / 100,
           case when n % 100 = 0 then ${userId}::uuid end, case when n % 10 > 0 then now() end, n % 10 = 0, now(), now()
    from generate_series(1, 20000) n`);
  await service.owner.query(sql`analyze follow_up`);
  const none = { assigneeId: undefined, prospectId: undefined, dueBefore: undefined };
  for (const filters of [
    { ...none, open: true },
    { ...none, open: false, dueBefore: '2026-02-01' },
    { ...none, open: true, assigneeId: userId, dueBefore: '2026-07-01' },
    { ...none, open: true, prospectId },
  ])
    for (const after of [null, { at: new Date('2026-01-15'), id: randomUUID() }]) {
      const [plan] = await explainStatements(app, workspace.id, (tx) =>
        selectFollowUps(tx, filters, after, 21),
      );
      expect(plan!.scanned).toEqual([]);
      expect(plan!.indexes).toContainEqual(expect.stringMatching(/^follow_up_/));
      expect(plan!.buffers).toBeLessThan(150);
    }
});

test('an assignee is a member of the workspace', async () => {
  const { prospectId, workspace, ask, addFollowUp } = await workClient(service);
  const stranger = await (await service.workspace()).user('member');
  const { userId } = await workspace.user('member');
  const body = { title: 'Call', dueOn: '2026-03-09', assigneeId: stranger.userId };
  expect((await ask('POST', `/prospects/${prospectId}/follow-ups`, body)).status).toBe(404);
  expect((await ask('GET', `/follow-ups?assigneeId=${stranger.userId}`)).status).toBe(404);
  const followUp = await addFollowUp({ ...body, assigneeId: userId });
  expect(followUp.assigneeId).toBe(userId);
});

test('completing twice at once is one event, and changes of different fields are both kept', async () => {
  const { prospectId, ask, addFollowUp, events, timeline } = await workClient(service);
  const { id } = await addFollowUp({ title: 'Call', dueOn: '2026-03-09' });
  const bodies = [{ done: true }, { done: true }, { dueOn: '2026-03-10' }, { title: 'Write' }];
  const changes = await Promise.all(bodies.map((body) => ask('PATCH', `/follow-ups/${id}`, body)));
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { data } = await ask('GET', '/follow-ups?open=false');
  expect(data.followUps).toMatchObject([{ id, dueOn: '2026-03-10', title: 'Write', done: true }]);
  const types = (await events()).map(({ type }) => type).filter((type) => /follow/.test(type));
  expect(types).toEqual(['follow_up.added', 'follow_up.completed']);
  const { entries } = await timeline(prospectId, { limit: '1' });
  expect(entries).toMatchObject([{ type: 'follow_up.completed', data: { followUpId: id } }]);
});
