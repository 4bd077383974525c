import { randomUUID } from 'node:crypto';
import type { Notification } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { workClient } from '../../test/prospects/work-client.ts';
import { receivedMessage, receivingClient } from '../../test/receiving/receiving-client.ts';
import { testService } from '../../test/service.ts';
import { emitEvents } from '../core/events/emit-events.ts';
import { notifyAdmins } from '../core/notifications/notify-users.sql.ts';
import { failTask, updateTask } from '../core/tasks/tasks.sql.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const path = '/api/v1/manage/notifications';
const system = { actor: { kind: 'system' as const, id: null }, correlationId: null };

interface List {
  notifications: Notification[];
  unread: number;
  nextCursor: string | null;
}
const listOf = async (token: string, query: Record<string, string> = {}): Promise<List> =>
  (await service.call(token, 'GET', path, { query })).data;
const kindsOf = async (token: string) =>
  (await listOf(token)).notifications.map(({ kind }) => kind);
const markRead = async (token: string, body: object) =>
  (await service.call(token, 'POST', `${path}/read`, { body })).data.unread;

test('a reply notifies everyone from Member up, and with an owner only the owner; a second reply renews it', async () => {
  const client = await receivingClient(service);
  const { workspace } = client;
  const [anna, bo, viewer] = [
    await workspace.user('member'),
    await workspace.user('admin'),
    await workspace.user('viewer'),
  ];
  const { prospectId, header } = await client.sentTo();
  await client.receive(receivedMessage({ inReplyTo: header }));
  const [first] = (await listOf(anna.token)).notifications;
  expect(first).toMatchObject({ kind: 'reply', prospect: { id: prospectId }, readAt: null });
  expect([await kindsOf(bo.token), await kindsOf(viewer.token)]).toEqual([['reply'], []]);
  expect(await markRead(anna.token, {})).toBe(0);
  expect(await markRead(bo.token, {})).toBe(0);

  await client.edit(prospectId, { ownerId: anna.userId });
  await client.receive(receivedMessage({ inReplyTo: header, messageId: '<second@acme.example>' }));
  const again = await listOf(anna.token);
  expect(again).toMatchObject({ unread: 1, notifications: [{ subjectId: first!.subjectId }] });
  expect((await listOf(bo.token)).unread).toBe(0);
});

test('a reply in a private mailbox notifies only its owner, also if the prospect is owned by another user or by no one', async () => {
  const client = await receivingClient(service);
  const { workspace, mailboxId } = client;
  const [anna, bo] = [await workspace.user('member'), await workspace.user('owner')];
  const { prospectId, header } = await client.sentTo();
  const setMailbox = (ownerId: string) =>
    client.rows(sql`
      update mailbox set shared = false, owner_id = ${ownerId} where id = ${mailboxId}`);
  const unreadAfterReply = async () => {
    await client.receive(receivedMessage({ inReplyTo: header }));
    return [await markedRead(anna.token), await markedRead(bo.token)];
  };
  const markedRead = async (token: string) => {
    const { unread } = await listOf(token);
    await markRead(token, {});
    return unread;
  };

  await setMailbox(anna.userId);
  expect(await unreadAfterReply()).toEqual([1, 0]);
  await client.edit(prospectId, { ownerId: bo.userId });
  expect(await unreadAfterReply()).toEqual([1, 0]);
  await client.edit(prospectId, { ownerId: anna.userId });
  expect(await unreadAfterReply()).toEqual([1, 0]);
});

test('a mention notifies the member once and not the author; a deleted prospect takes it along', async () => {
  const { prospectId, workspace, ask, addNote, bulk } = await workClient(service);
  const anna = await workspace.user('member');
  const bo = await workspace.user('viewer');
  const stranger = await (await service.workspace()).user('member');
  const author = await workspace.user('member');
  const text = `@[${anna.userId}] @[${author.userId}] and @[${stranger.userId}], see @[${anna.userId}]`;
  const note = await addNote({ text }, author.token);
  expect(await listOf(anna.token)).toMatchObject({
    unread: 1,
    notifications: [
      { kind: 'mention', subjectId: note.id, actorId: author.userId, prospect: { id: prospectId } },
    ],
  });
  for (const { token } of [author, stranger]) expect(await kindsOf(token)).toEqual([]);
  await markRead(anna.token, {});
  await ask('PATCH', `/notes/${note.id}`, { text: `${text} @[${bo.userId}]` }, author.token);
  expect([(await listOf(anna.token)).unread, (await listOf(bo.token)).unread]).toEqual([0, 1]);
  await bulk({ action: 'delete', prospectIds: [prospectId] });
  expect(await kindsOf(bo.token)).toEqual([]);
});

test('a follow-up notifies its assignee once on its day, and again after it was moved or reopened', async () => {
  const { workspace, ask, addFollowUp } = await workClient(service);
  const anna = await workspace.user('member');
  const assigneeId = anna.userId;
  const call = await addFollowUp({ title: 'Call', dueOn: '2031-03-09', assigneeId });
  await addFollowUp({ title: 'Later', dueOn: '2031-03-20', assigneeId });
  const at = (time: string) =>
    service.owner.query(sql`select notify_of_follow_ups(${time}::timestamptz, 100)`);
  const unread = async () => (await listOf(anna.token)).unread;
  await at('2031-03-08T23:59:00Z');
  expect(await kindsOf(anna.token)).toEqual([]);
  await at('2031-03-09T00:01:00Z');
  await at('2031-03-09T01:01:00Z');
  expect(await listOf(anna.token)).toMatchObject({
    notifications: [{ kind: 'follow_up', detail: 'Call' }],
  });

  const change = async (body: object) => {
    await markRead(anna.token, {});
    await ask('PATCH', `/follow-ups/${call.id}`, body);
  };
  await change({ title: 'Call again' });
  await at('2031-03-09T02:01:00Z');
  expect(await unread()).toBe(0);
  await change({ dueOn: '2031-03-10' });
  await at('2031-03-09T03:01:00Z');
  expect(await kindsOf(anna.token)).toEqual([]);
  await at('2031-03-10T00:01:00Z');
  expect(await unread()).toBe(1);
  await change({ done: true });
  await change({ done: false });
  await at('2031-03-10T01:01:00Z');
  expect(await unread()).toBe(1);
});

test('a task that failed or took a while notifies the user who started it', async () => {
  const workspace = await service.workspace();
  const anna = await workspace.user('member');
  const insertTask = async (age: string) => {
    const id = randomUUID();
    await service.owner.query(sql`
      insert into task (workspace_id, id, kind, status, input, actor_kind, actor_id, created_at)
      values (${workspace.id}, ${id}, 'import', 'running', '{}', 'user', ${anna.userId}, now() - ${age}::interval)`);
    return id;
  };
  const ended = {
    ...{ kind: 'import' as const, status: 'done' as const, total: 1, done: 1, failed: 0 },
    ...{ counts: {}, position: null, cancelRequested: false, undoOf: null, campaignId: null },
    ...{ actor: { kind: 'user' as const, id: anna.userId }, correlationId: null },
  };
  const [failed, long, quick] = [
    await insertTask('0s'),
    await insertTask('1 minute'),
    await insertTask('0s'),
  ];
  await service.owner.transaction(workspace.id, async (tx) => {
    await failTask(tx, failed, 'No.');
    await updateTask(tx, { ...ended, id: long });
    await updateTask(tx, { ...ended, id: quick });
  });
  const { notifications } = await listOf(anna.token);
  expect(new Set(notifications.map(({ subjectId, detail }) => [subjectId, detail]))).toEqual(
    new Set([
      [failed, 'import failed'],
      [long, 'import done'],
    ]),
  );
});

test('a failing mailbox and a disabled webhook notify Admins and Owners', async () => {
  const workspace = await service.workspace();
  const [member, admin] = [await workspace.user('member'), await workspace.user('admin')];
  await service.owner.transaction(workspace.id, async (tx) => {
    const data = { mailboxId: randomUUID(), address: 'a@b.example', reason: 'auth', detail: null };
    emitEvents({ tx, actor: system }, [{ type: 'mailbox.failing', prospectId: null, data }]);
    notifyAdmins(tx, 'webhook', [randomUUID()]);
  });
  expect((await kindsOf(admin.token)).sort()).toEqual(['mailbox', 'webhook']);
  expect(await kindsOf(member.token)).toEqual([]);
});

test('notifications are paged, marked as read one by one or all, by their own user only, and end with the membership', async () => {
  const workspace = await service.workspace();
  const [anna, bo] = [await workspace.user('admin'), await workspace.user('admin')];
  await service.owner.transaction(workspace.id, async (tx) =>
    notifyAdmins(tx, 'webhook', [randomUUID(), randomUUID(), randomUUID()]),
  );
  const first = await listOf(anna.token, { limit: '2' });
  const rest = await listOf(anna.token, { limit: '2', cursor: first.nextCursor! });
  const ids = [...first.notifications, ...rest.notifications].map(({ id }) => id);
  expect([new Set(ids).size, first.unread, rest.nextCursor]).toEqual([3, 3, null]);
  expect(await markRead(bo.token, { ids })).toBe(3);
  expect(await markRead(anna.token, { ids: ids.slice(0, 1) })).toBe(2);
  expect(await markRead(anna.token, {})).toBe(0);
  expect((await listOf(bo.token)).unread).toBe(3);

  await service.owner.query(sql`
    update notification set created_at = now() - interval '91 days' where id = ${ids[0]!}`);
  await service.owner.query(sql`select purge_notifications(100)`);
  expect((await listOf(anna.token)).notifications).toHaveLength(2);
  await service.owner.query(sql`
    delete from member where workspace_id = ${workspace.id} and user_id = ${bo.userId}`);
  const [left] = await service.owner.query<{ count: number }>(sql`
    select count(*)::int as count from notification where workspace_id = ${workspace.id} and user_id = ${bo.userId}`);
  expect(left!.count).toBe(0);
});
