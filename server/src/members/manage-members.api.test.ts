import { errorMessages } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import type { TestSession } from '../../test/accounts.ts';
import { insertConversation, insertMailbox } from '../../test/outreach.ts';
import { recordCreator } from '../../test/record-creator.ts';
import { workerDatabase } from '../../test/sending/mail-workspace.ts';
import { testService } from '../../test/service.ts';
import { insertMember } from '../core/workspaces/workspaces.sql.ts';
import { sql } from '../platform/db/index.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import { runHandOverBelongings } from './hand-over-belongings.job.ts';

const service = await testService();
const manage = (session: TestSession, method: string, path: string, body?: object) =>
  service.call(session, method, `/api/v1/manage${path}`, body ? { body } : {});
const setRole = (session: TestSession, { userId }: { userId: string }, role: string) =>
  manage(session, 'PATCH', `/members/${userId}`, { role });
const removeMember = (session: TestSession, { userId }: { userId: string }, body: object = {}) =>
  manage(session, 'POST', `/members/${userId}/remove`, body);
const selectOwners = (workspaceId: string) =>
  service.owner.query(
    sql`select 1 from member where workspace_id = ${workspaceId} and role = 'owner'`,
  );

test('an Admin changes roles and removes members, effective immediately', async () => {
  const workspace = await service.workspace();
  const [admin, someone] = [await workspace.session('admin'), await workspace.session('member')];
  const list = () => manage(someone, 'POST', '/lists', { name: `List ${Math.random()}` });
  expect((await list()).status).toBe(200);
  const changed = await setRole(admin, someone, 'viewer');
  expect(changed.data.member).toMatchObject({ userId: someone.userId, role: 'viewer' });
  expect((await list()).error.message).toBe(
    errorMessages.insufficientRole('member', { role: 'viewer', byToken: false }),
  );
  const { data } = await manage(someone, 'POST', '/tokens', { name: 'Mine' });
  expect((await service.call(data.secret, 'GET', '/session')).status).toBe(200);
  expect((await removeMember(admin, someone)).data).toEqual({
    ...{ tokensEnded: 1, mailboxesDisconnected: 0, successorId: admin.userId },
  });
  expect((await service.call(data.secret, 'GET', '/session')).status).toBe(401);
  expect((await manage(someone, 'GET', '/usage')).status).toBe(404);
  expect((await manage(someone, 'GET', '/me')).data.workspaces).toEqual([]);
  expect((await removeMember(admin, someone)).status).toBe(404);
});

test('every member sees the members', async () => {
  const workspace = await service.workspace();
  const viewer = await workspace.session('viewer');
  const { userId } = await workspace.user('member');
  const { members } = (await manage(viewer, 'GET', '/members')).data;
  expect(members).toMatchObject([
    {
      userId: viewer.userId,
      email: viewer.email,
      role: 'viewer',
      kind: 'person',
      activeTokens: 0,
      lastSeenAt: expect.any(String),
    },
    { userId, role: 'member', activeTokens: 1, lastSeenAt: null },
  ]);
});

test('only an Owner can promote, change or remove an Owner', async () => {
  const workspace = await service.workspace();
  const [owner, admin] = [await workspace.session('owner'), await workspace.session('admin')];
  const member = await workspace.session('member');
  const refused = {
    status: 403,
    error: { message: 'Only an Owner can do this; you are an admin.' },
  };
  expect(await setRole(admin, member, 'owner')).toMatchObject(refused);
  expect(await setRole(admin, owner, 'viewer')).toMatchObject(refused);
  expect(await removeMember(admin, owner)).toMatchObject(refused);
  const invited = await manage(admin, 'POST', '/invitations', {
    email: 'x@outcrop.example',
    role: 'owner',
  });
  expect(invited).toMatchObject(refused);
  expect((await setRole(owner, member, 'owner')).status).toBe(200);
  expect((await setRole(owner, owner, 'admin')).status).toBe(200);
  expect(await selectOwners(workspace.id)).toHaveLength(1);
});

test('the last Owner cannot be removed, even by concurrent changes', async () => {
  const alone = await service.workspace();
  const only = await alone.session('owner');
  expect((await setRole(only, only, 'admin')).error.fieldErrors.role[0]).toContain(
    'the last Owner',
  );
  expect((await removeMember(only, only)).error.fieldErrors.userId[0]).toContain('the last Owner');
  for (let round = 0; round < 12; round++) {
    const workspace = await service.workspace();
    const [a, b] = [await workspace.session('owner'), await workspace.session('owner')];
    await Promise.all(
      round % 2
        ? [setRole(a, b, 'viewer'), setRole(b, a, 'viewer')]
        : [removeMember(a, b), setRole(b, b, 'admin')],
    );
    expect((await selectOwners(workspace.id)).length).toBeGreaterThan(0);
  }
});

test('an integration user has a token, cannot sign in, and stays when its creator leaves', async () => {
  const workspace = await service.workspace();
  const [owner, admin] = [await workspace.session('owner'), await workspace.session('admin')];
  const created = await manage(admin, 'POST', '/members/integration', {
    name: 'CRM',
    role: 'member',
  });
  const { userId } = created.data.member;
  expect(created.data.member).toMatchObject({
    name: 'CRM',
    email: null,
    kind: 'integration',
    role: 'member',
  });
  const { data } = await manage(admin, 'POST', '/tokens', { name: 'CRM sync', userId });
  expect(data.token.user).toEqual({ id: userId, name: 'CRM', kind: 'integration' });
  const session = () => service.call(data.secret, 'GET', '/session');
  expect((await session()).data.user).toMatchObject({ id: userId, name: 'CRM', role: 'member' });
  await removeMember(owner, admin);
  expect((await session()).status).toBe(200);
  expect(
    await service.owner.query(sql`select 1 from auth."account" where "userId" = ${userId}`),
  ).toEqual([]);
  expect((await setRole(owner, { userId }, 'owner')).status).toBe(422);
  const member = await workspace.session('member');
  expect((await manage(member, 'POST', '/tokens', { name: 'Mine', userId })).status).toBe(403);
  const other = await manage(owner, 'POST', '/tokens', { name: 'Theirs', userId: member.userId });
  expect(other.status).toBe(404);
});

test('all changes to members and tokens are in the audit log with their actor', async () => {
  const workspace = await service.workspace();
  const [owner, member] = [await workspace.session('owner'), await workspace.session('member')];
  const created = await manage(owner, 'POST', '/members/integration', {
    name: 'CRM',
    role: 'member',
  });
  const token = (await manage(owner, 'POST', '/tokens', { name: 'Mine' })).data.token;
  await manage(owner, 'DELETE', `/tokens/${token.id}`);
  await manage(owner, 'POST', '/tokens/rotate', { workspaceName: workspace.name, name: 'New' });
  await manage(owner, 'POST', '/tokens/revoke-all', { workspaceName: workspace.name });
  const email = 'aiko@outcrop.example';
  const { invitation } = (await manage(owner, 'POST', '/invitations', { email, role: 'viewer' }))
    .data;
  await manage(owner, 'DELETE', `/invitations/${invitation.id}`);
  await setRole(owner, member, 'viewer');
  await removeMember(owner, member);
  await manage(owner, 'PATCH', '/workspace', { name: 'Fernhill Optics' });
  const { entries } = (await manage(owner, 'GET', '/audit')).data;
  expect(entries.toReversed().map(({ action }: { action: string }) => action)).toEqual([
    'member.added',
    'token.created',
    'token.revoked',
    'tokens.rotated',
    'tokens.revoked',
    'member.invited',
    'invitation.revoked',
    'member.role_changed',
    'member.removed',
    'workspace.renamed',
  ]);
  for (const { actor } of entries) expect(actor).toEqual({ kind: 'user', id: owner.userId });
  expect(entries.at(-1).target).toBe(created.data.member.userId);
  expect(JSON.stringify(entries)).not.toContain(email);
});

describe('a member who owns things', () => {
  /** As the worker runs it, until the member's row is deleted. */
  async function handOver(workspaceId: string, userId: string): Promise<void> {
    const db = workerDatabase(service);
    const job: JobContext = {
      ...({ correlationId: null } as JobContext),
      finish: (work) => db.transaction(workspaceId, work),
    };
    await runHandOverBelongings({ userId }, job);
  }

  async function setUp() {
    const workspace = await service.workspace();
    const { owner } = service;
    const [admin, dana] = [await workspace.session('admin'), await workspace.session('member')];
    const create = recordCreator(owner, workspace.id);
    const [ownMailbox, shared] = await Promise.all(
      [false, true].map((isShared) =>
        insertMailbox(owner, workspace.id, { ownerId: dana.userId, shared: isShared }),
      ),
    );
    await owner.query(sql`
      update mailbox set status = 'ok', reason = null, secret = 'sealed', send_at = now()
      where id = ${ownMailbox}`);
    const prospectId = await create('prospect');
    await owner.query(sql`update prospect set owner_id = ${dana.userId} where id = ${prospectId}`);
    const [secret, open] = await Promise.all(
      [ownMailbox!, shared!].map((mailboxId) =>
        insertConversation(owner, workspace.id, { mailboxId, prospectId }),
      ),
    );
    await owner.query(sql`
      insert into outbound_reply (workspace_id, id, conversation_id, mailbox_id, user_id, recipient, subject,
                                  message_id, created_at, send_at, wake_at, stored_at)
      values (${workspace.id}, ${open}, ${open}, ${shared}, ${dana.userId}, 'jane@acme.example', 'Re: An idea',
              '<reply@x>', now(), now(), now(), date_trunc('second', now()))`);
    await owner.query(sql`
      insert into message_body (workspace_id, message_id, stored_at, text)
      values (${workspace.id}, ${open}, date_trunc('second', now()), 'See you on Tuesday.')`);
    for (const [path, body] of [
      [`/prospects/${prospectId}/follow-ups`, { title: 'Call', dueOn: '2026-12-01' }],
      ['/views', { name: 'Nordics', query: 'stage=new', shared: true }],
    ] as const) {
      const sender = path === '/views' ? admin : dana;
      await manage(sender, 'POST', path, body);
    }
    await owner.query(
      sql`update saved_view set owner_id = ${dana.userId} where workspace_id = ${workspace.id}`,
    );
    await owner.query(sql`
      update follow_up set assignee_id = ${dana.userId} where workspace_id = ${workspace.id}`);
    return { workspace, admin, dana, ownMailbox, shared, prospectId, secret, open };
  }

  test('ends at once, and has a successor before their row goes', async () => {
    const { workspace, admin, dana, ownMailbox, shared, prospectId, secret, open } = await setUp();
    const { owner } = service;
    const { data } = await manage(admin, 'GET', `/members/${dana.userId}/belongings`);
    expect(data.belongings).toEqual({
      ...{ sharedMailboxes: 1, privateMailboxes: 1, privateConversations: 1, prospects: 1 },
      ...{ followUps: expect.any(Number), sharedViews: 1, waitingReplies: 1 },
    });
    const removed = await removeMember(admin, dana, { successorId: admin.userId });
    expect(removed.data).toEqual({
      ...{ tokensEnded: 0, mailboxesDisconnected: 1, successorId: admin.userId },
    });

    const [mailbox] = await owner.query(sql`
      select status, secret, send_at, owner_id as "ownerId" from mailbox where id = ${ownMailbox}`);
    expect(mailbox).toEqual({
      status: 'removed',
      secret: null,
      send_at: null,
      ownerId: dana.userId,
    });
    const [reply] = await owner.query(sql`
      select status, wake_at as "wakeAt", (select text from message_body where message_id = ${open})
      from outbound_reply where id = ${open}`);
    expect(reply).toEqual({ status: 'canceled', wakeAt: null, text: 'See you on Tuesday.' });
    const { members } = (await manage(admin, 'GET', '/members')).data;
    expect(members.map(({ userId }: { userId: string }) => userId)).toEqual([admin.userId]);
    const assigned = await manage(admin, 'PATCH', `/prospects/${prospectId}`, {
      ownerId: dana.userId,
    });
    expect(assigned.status).toBe(404);
    // The foreign key of the mailboxes refuses it.
    const deleted = owner.query(sql`delete from member where user_id = ${dana.userId}`);
    await expect(deleted).rejects.toThrow();

    await handOver(workspace.id, dana.userId);
    const owners = await owner.query<{ id: string }>(sql`
      select owner_id as id, 'mailbox' as of from mailbox where id = any(${[ownMailbox, shared]}::uuid[])
      union all select owner_id, 'prospect' from prospect where id = ${prospectId}
      union all select owner_id, 'view' from saved_view where workspace_id = ${workspace.id}
      union all select assignee_id, 'follow-up' from follow_up where workspace_id = ${workspace.id}`);
    expect(owners.length).toBeGreaterThanOrEqual(4);
    expect(owners.filter(({ id }) => id !== admin.userId)).toEqual([]);
    const left = await owner.query<{ id: string }>(sql`
      select id from conversation where workspace_id = ${workspace.id}`);
    expect(left).toEqual([{ id: open }]);
    expect(left).not.toContainEqual({ id: secret });
    expect(await owner.query(sql`select from member where user_id = ${dana.userId}`)).toEqual([]);
    const seen = await manage(admin, 'GET', '/conversations');
    expect(seen.data.conversations.map(({ id }: { id: string }) => id)).toEqual([open]);
  });

  test('a successor must be another Member, Admin or Owner', async () => {
    const { workspace, admin, dana } = await setUp();
    const viewer = await workspace.user('viewer');
    for (const successorId of [dana.userId, viewer.userId])
      expect((await removeMember(admin, dana, { successorId })).error.fieldErrors).toEqual({
        successorId: [expect.any(String)],
      });
    const stranger = await (await service.workspace()).user('member');
    const unknown = await removeMember(admin, dana, { successorId: stranger.userId });
    expect(unknown.status).toBe(404);
  });

  test('who is invited again before everything was handed over keeps the rest', async () => {
    const { workspace, admin, dana, prospectId } = await setUp();
    await removeMember(admin, dana);
    await service.owner.transaction(workspace.id, (tx) => insertMember(tx, dana.userId, 'viewer'));
    await handOver(workspace.id, dana.userId);
    expect((await manage(dana, 'GET', '/members')).status).toBe(200);
    const [prospect] = await service.owner.query(sql`
      select owner_id as "ownerId" from prospect where id = ${prospectId}`);
    expect(prospect).toEqual({ ownerId: dana.userId });
  });
});
