import { randomUUIDv7 } from 'node:crypto';
import { atLeast, type ManageResult, withArticle } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { countBelongings } from '../core/members/member-belongings.sql.ts';
import { removeMember } from '../core/members/remove-member.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { rolesToInvite } from '../core/workspaces/invitation-rules.ts';
import { lockWorkspace } from '../core/workspaces/lock-workspace.ts';
import * as members from '../core/workspaces/members.sql.ts';
import { requireMember } from '../core/workspaces/require-member.ts';
import { updateMemberRole } from '../core/workspaces/workspaces.sql.ts';
import type { Caller } from '../platform/caller.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError, invalidField, notFound } from '../platform/error.ts';

export async function getMembers({
  caller,
  tx,
}: ManageCall<'getMembers'>): Promise<ManageResult<'getMembers'>> {
  const everyone = await members.selectMembers(tx);
  // Activity is written every 30 seconds; the caller is active now.
  const lastSeenAt = new Date();
  return {
    members: everyone.map((member) =>
      member.userId === caller.userId ? { ...member, lastSeenAt } : member,
    ),
    invitations: atLeast(caller.role, 'admin') ? await members.selectInvitations(tx) : [],
  };
}

/** An integration user has no password and no real email address. */
export async function postMembersIntegration(
  call: ManageCall<'postMembersIntegration'>,
): Promise<ManageResult<'postMembersIntegration'>> {
  const { body, tx } = call;
  const id = randomUUIDv7();
  const email = members.integrationEmail(id);
  await members.addUser(tx, { id, name: body.name, email, isProven: false, passwordHash: null });
  await members.insertIntegration(tx, id, body.role);
  recordAudit(call, { action: 'member.added', target: id, detail: { ...body } });
  return { member: (await members.selectMember(tx, id))! };
}

export async function patchMember(
  call: ManageCall<'patchMember'>,
): Promise<ManageResult<'patchMember'>> {
  const { caller, params, body, tx } = call;
  const member = await lockMember(tx, params.userId);
  if (member.role === body.role) return { member };
  if (member.role === 'owner' || body.role === 'owner') requireOwner(caller);
  if (member.kind === 'integration' && body.role === 'owner')
    throw invalidField('role', 'cannot be owner for an integration user');
  if (member.role === 'owner') await requireAnotherOwner(tx, 'role');
  await updateMemberRole(tx, member.userId, body.role);
  const invitationsEnded = await members.endInvitationsOf(
    tx,
    member.userId,
    rolesToInvite(body.role),
  );
  const detail = { role: body.role, previousRole: member.role, invitationsEnded };
  recordAudit(call, { action: 'member.role_changed', target: member.userId, detail });
  return { member: { ...member, role: body.role } };
}

/** What a member owns, for those who are about to remove them. */
export async function getMemberBelongings({
  params: { userId },
  tx,
}: ManageCall<'getMemberBelongings'>): Promise<ManageResult<'getMemberBelongings'>> {
  const [, belongings] = await Promise.all([
    requireMember(tx, userId),
    countBelongings(tx, userId),
  ]);
  return { belongings };
}

export async function postMemberRemove(
  call: ManageCall<'postMemberRemove'>,
): Promise<ManageResult<'postMemberRemove'>> {
  const { caller, params, body, tx, correlationId } = call;
  const member = await lockMember(tx, params.userId);
  if (member.role === 'owner') {
    requireOwner(caller);
    await requireAnotherOwner(tx, 'userId');
  }
  const { successorId = null } = body;
  if (successorId !== null) await requireSuccessor(tx, member, successorId);
  const removal = await removeMember(tx, member.userId, successorId, correlationId);
  const detail = { role: member.role, tokensEnded: member.activeTokens, ...removal };
  recordAudit(call, { action: 'member.removed', target: member.userId, detail });
  const { successorId: chosenId, mailboxesDisconnected } = removal;
  return { tokensEnded: member.activeTokens, mailboxesDisconnected, successorId: chosenId };
}

async function requireSuccessor(
  tx: Tx,
  { userId }: members.StoredMember,
  successorId: string,
): Promise<void> {
  const successor = await members.selectMember(tx, successorId);
  if (!successor) throw notFound('member', successorId);
  if (successorId === userId) throw invalidField('successorId', 'must be another member');
  if (successor.kind === 'integration' || successor.role === 'viewer')
    throw invalidField('successorId', 'must be a Member, an Admin or an Owner');
}

/** Serializes role changes, so that two Owners cannot remove each other. */
async function lockMember(tx: Tx, userId: string): Promise<members.StoredMember> {
  await lockWorkspace(tx);
  const member = await members.selectMember(tx, userId);
  if (!member) throw notFound('member', userId);
  return member;
}

export function requireOwner({ role }: Caller): void {
  if (role !== 'owner')
    throw new ApiError(
      'insufficient_role',
      `Only an Owner can do this; you are ${withArticle(role)}.`,
    );
}

async function requireAnotherOwner(tx: Tx, field: string): Promise<void> {
  if ((await members.countOwners(tx)) < 2)
    throw invalidField(field, 'belongs to the last Owner: make someone else an Owner first');
}
