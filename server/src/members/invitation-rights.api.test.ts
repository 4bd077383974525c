import { randomUUID } from 'node:crypto';
import type { Role } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { newVisitor, type TestSession, type TestWorkspace } from '../../test/accounts.ts';
import { codeInEmail } from '../../test/mail-server.ts';
import { testService } from '../../test/service.ts';
import { operatorCommands } from '../operator/operator-commands.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const manage = (session: TestSession, method: string, path: string, body?: object) =>
  service.call(session, method, `/api/v1/manage${path}`, body ? { body } : {});
const acceptInvitation = (code: string) =>
  service.call(newVisitor(), 'POST', '/api/v1/manage/invitations/accept', {
    body: { code, name: 'Aiko Mori', password: 'nine slow tortoises' },
  });
const lookAtInvitation = (code: string) =>
  service.call(newVisitor(), 'POST', '/api/v1/manage/invitations/look', { body: { code } });

async function invite(session: TestSession, role: Role): Promise<string> {
  const email = `${randomUUID()}@outcrop.example`;
  return codeInEmail((await manage(session, 'POST', '/invitations', { email, role })).data.link);
}

async function pendingInvitations(workspace: TestWorkspace): Promise<string[]> {
  const rows = await service.owner.query<{ role: string }>(
    sql`select role from invitation where workspace_id = ${workspace.id} order by role`,
  );
  return rows.map(({ role }) => role);
}

test('an invitation becomes invalid when a member or an operator removes its sender', async () => {
  const workspace = await service.workspace();
  const owner = await workspace.session('owner');
  const removals = [
    (userId: string) => manage(owner, 'POST', `/members/${userId}/remove`, {}),
    (userId: string) =>
      operatorCommands['remove-user']!(service.owner, 'a', {
        workspace: workspace.id,
        user: userId,
      }),
  ];
  for (const remove of removals) {
    const admin = await workspace.session('admin');
    const code = await invite(admin, 'admin');
    expect((await lookAtInvitation(code)).status).toBe(200);
    await remove(admin.userId);
    expect(await pendingInvitations(workspace)).toEqual([]);
    expect((await lookAtInvitation(code)).status).toBe(422);
    expect((await acceptInvitation(code)).error.message).toContain('This invitation has expired');
  }
});

test('an invitation becomes invalid if its sender could no longer send it, and only then', async () => {
  const workspace = await service.workspace();
  const [owner, other] = [await workspace.session('owner'), await workspace.session('owner')];
  const setRole = (role: Role) => manage(owner, 'PATCH', `/members/${other.userId}`, { role });
  const [asOwner, asAdmin] = [await invite(other, 'owner'), await invite(other, 'admin')];
  await setRole('admin');
  expect(await pendingInvitations(workspace)).toEqual(['admin']);
  expect((await acceptInvitation(asOwner)).status).toBe(422);
  expect((await acceptInvitation(asAdmin)).status).toBe(200);
  const late = await invite(other, 'viewer');
  await setRole('member');
  expect(await pendingInvitations(workspace)).toEqual([]);
  expect((await acceptInvitation(late)).status).toBe(422);
  const { entries } = (await manage(owner, 'GET', '/audit')).data;
  expect(entries[0].detail).toMatchObject({ role: 'member', invitationsEnded: 1 });
});

test('a member removed during an invitation or its acceptance leaves no valid invitation', async () => {
  for (let round = 0; round < 4; round++) {
    const workspace = await service.workspace();
    const [owner, admin] = [await workspace.session('owner'), await workspace.session('admin')];
    const code = await invite(admin, 'viewer');
    const email = `${randomUUID()}@outcrop.example`;
    const [accepted, invited, removed] = await Promise.all([
      acceptInvitation(code),
      manage(admin, 'POST', '/invitations', { email, role: 'admin' }),
      manage(owner, 'POST', `/members/${admin.userId}/remove`, {}),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 422]).toContain(accepted.status);
    expect([200, 403, 404]).toContain(invited.status);
    expect(await pendingInvitations(workspace)).toEqual([]);
  }
});

test('a workspace can send 50 invitations in 24 hours, including concurrent and revoked ones', async () => {
  const workspace = await service.workspace();
  const admin = await workspace.session('admin');
  const sent = (count: number, ago: string) =>
    service.owner.query(sql`
      insert into audit_entry (workspace_id, id, action, actor_kind, detail, created_at)
      select ${workspace.id}, gen_random_uuid(), 'member.invited', 'system', '{}',
             now() - ${ago}::interval
      from generate_series(1, ${count}::int)`);
  await sent(30, '25 hours');
  await sent(48, '20 hours');
  const email = () => `${randomUUID()}@outcrop.example`;
  const wish = () => manage(admin, 'POST', '/invitations', { email: email(), role: 'viewer' });
  const outcomes = await Promise.all([wish(), wish(), wish(), wish()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
  const created = outcomes.find(({ status }) => status === 200)!.data.invitation.id;
  await manage(admin, 'DELETE', `/invitations/${created}`);
  const refused = await wish();
  expect(refused.error.message).toBe(
    'A workspace can send 50 invitations in 24 hours. Try again in 4 h.',
  );
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14_000);
  const elsewhere = await (await service.workspace()).session('admin');
  expect(await invite(elsewhere, 'viewer')).toHaveLength(43);
});
