import { randomUUIDv7 } from 'node:crypto';
import { atLeast, type ManageData, type Member, type manageEndpoints } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { causeOf } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError, invalid, noSuch } from '../platform/error.ts';
import { aRole } from '../platform/http/admission.ts';
import type { Call, Caller } from '../platform/http/call.ts';
import { rolesToInvite } from './invitation-rules.ts';
import * as members from './members-sql.ts';
import { deleteMember as deleteMembership, updateRole } from './sql.ts';
import { lockWorkspace } from './workspaces.ts';

type Lines = typeof manageEndpoints;

export async function getMembers({
  caller,
  tx,
}: Call<Lines['getMembers']>): Promise<ManageData<'getMembers'>> {
  const everyone = await members.selectMembers(tx);
  // What others did is written every half minute; the caller is here now.
  const lastSeenAt = new Date().toISOString();
  return {
    members: everyone.map((member) =>
      member.userId === caller.userId ? { ...member, lastSeenAt } : member,
    ),
    invitations: atLeast(caller.role, 'admin') ? await members.selectInvitations(tx) : [],
  };
}

/** A user of the workspace's own, who has neither a password nor an address to get one by. */
export async function postMembersIntegration(
  call: Call<Lines['postMembersIntegration']>,
): Promise<ManageData<'postMembersIntegration'>> {
  const { body, tx } = call;
  const id = randomUUIDv7();
  const email = members.integrationEmail(id);
  await members.addUser(tx, { id, name: body.name, email, isProven: false, passwordHash: null });
  await members.insertIntegration(tx, id, body.role);
  record(tx, causeOf(call), { action: 'member.added', target: id, detail: { ...body } });
  return { member: (await members.selectMember(tx, id))! };
}

export async function patchMember(
  call: Call<Lines['patchMember']>,
): Promise<ManageData<'patchMember'>> {
  const { caller, params, body, tx } = call;
  const member = await lockMember(tx, params.userId);
  if (member.role === body.role) return { member };
  if (member.role === 'owner' || body.role === 'owner') requireOwner(caller);
  if (member.kind === 'integration' && body.role === 'owner')
    throw invalid('role', 'cannot be owner for an integration user');
  if (member.role === 'owner') await requireAnotherOwner(tx, 'role');
  await updateRole(tx, member.userId, body.role);
  const invitationsEnded = await members.endInvitationsOf(
    tx,
    member.userId,
    rolesToInvite(body.role),
  );
  const detail = { role: body.role, previousRole: member.role, invitationsEnded };
  record(tx, causeOf(call), { action: 'member.role_changed', target: member.userId, detail });
  return { member: { ...member, role: body.role } };
}

export async function deleteMember(
  call: Call<Lines['deleteMember']>,
): Promise<ManageData<'deleteMember'>> {
  const { caller, params, tx } = call;
  const member = await lockMember(tx, params.userId);
  if (member.role === 'owner') {
    requireOwner(caller);
    await requireAnotherOwner(tx, 'userId');
  }
  await deleteMembership(tx, member.userId);
  const invitationsEnded = await members.endInvitationsOf(tx, member.userId, []);
  const detail = { role: member.role, tokensEnded: member.activeTokens, invitationsEnded };
  record(tx, causeOf(call), { action: 'member.removed', target: member.userId, detail });
  return { tokensEnded: member.activeTokens };
}

export async function patchWorkspace(
  call: Call<Lines['patchWorkspace']>,
): Promise<ManageData<'patchWorkspace'>> {
  const { body, tx } = call;
  await members.renameWorkspace(tx, body.name);
  record(tx, causeOf(call), {
    action: 'workspace.renamed',
    target: tx.workspaceId,
    detail: { name: body.name },
  });
  return { workspace: { id: tx.workspaceId, name: body.name } };
}

/** Roles are changed by one at a time, so that two Owners cannot each remove the other. */
async function lockMember(tx: Tx, userId: string): Promise<Member> {
  await lockWorkspace(tx);
  const member = await members.selectMember(tx, userId);
  if (!member) throw noSuch('member', userId);
  return member;
}

export function requireOwner({ role }: Caller): void {
  if (role !== 'owner')
    throw new ApiError('insufficient_role', `Only an Owner can do this; you are ${aRole(role)}.`);
}

async function requireAnotherOwner(tx: Tx, field: string): Promise<void> {
  if ((await members.countOwners(tx)) < 2)
    throw invalid(field, 'is that of the last Owner: make someone else an Owner first');
}
