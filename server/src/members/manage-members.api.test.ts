import { errorMessages } from '@outcrop/contract';
import { expect, test } from 'vitest';
import type { TestSession } from '../../test/accounts.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const manage = (session: TestSession, method: string, path: string, body?: object) =>
  service.call(session, method, `/api/v1/manage${path}`, body ? { body } : {});
const setRole = (session: TestSession, { userId }: { userId: string }, role: string) =>
  manage(session, 'PATCH', `/members/${userId}`, { role });
const removeMember = (session: TestSession, { userId }: { userId: string }) =>
  manage(session, 'DELETE', `/members/${userId}`);
const selectOwners = (workspaceId: string) =>
  service.owner.ask(
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
  expect((await removeMember(admin, someone)).data).toEqual({ tokensEnded: 1 });
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
    await service.owner.ask(sql`select 1 from auth."account" where "userId" = ${userId}`),
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
