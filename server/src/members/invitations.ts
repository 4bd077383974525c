import { randomUUIDv7 } from 'node:crypto';
import {
  errorMessages,
  type ManageResult,
  maxInvitationsPerDay,
  type Role,
} from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Identity } from '../core/sign-in/identity.ts';
import { hashCode, newCode } from '../core/sign-in/one-time-links.ts';
import { hashPassword } from '../core/sign-in/passwords.ts';
import { invitationEmail, rolesToInvite } from '../core/workspaces/invitation-rules.ts';
import { lockWorkspace } from '../core/workspaces/lock-workspace.ts';
import * as members from '../core/workspaces/members.sql.ts';
import { insertMember, selectWorkspaceName } from '../core/workspaces/workspaces.sql.ts';
import { type Database, sql, type Tx } from '../platform/db/index.ts';
import { ApiError, fieldError, notFound } from '../platform/error.ts';
import type { PublicOrigin } from '../platform/http/public-origin.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { requireOwner } from './manage-members.ts';

export interface InvitationDeps {
  db: Database;
  identity: Identity;
  origin: PublicOrigin;
  mailer: Mailer | undefined;
}

/**
 * The email is sent after the invitation is committed. A code is either emailed or returned, never
 * both: the emailed one proves that its holder reads the mailbox.
 */
export async function postInvitations(
  call: ManageCall<'postInvitations', InvitationDeps>,
): Promise<ManageResult<'postInvitations'>> {
  const { origin, mailer } = call.deps;
  const { caller, actor, body, commit, amend } = call;
  if (body.role === 'owner') requireOwner(caller);
  const code = newCode();
  const link = origin.link('invitation', code);
  const isForMail = mailer !== undefined;
  const { data, replayed } = await commit<ManageResult<'postInvitations'>>(async (tx) => {
    await lockWorkspace(tx);
    await requireInviteRight(tx, caller.userId, body.role);
    await requireWithinLimit(tx);
    const existingUserId = await members.selectUserByEmail(tx, body.email);
    if (existingUserId && (await members.selectMember(tx, existingUserId)))
      throw fieldError('email', 'This person is already a member.');
    const created = await members.upsertInvitation(tx, {
      ...body,
      id: randomUUIDv7(),
      codeHash: hashCode(code),
      mailed: isForMail,
      invitedBy: caller.userId,
    });
    // The log entry has no address, because the log is kept longer.
    const detail = { role: body.role };
    recordAudit({ tx, actor }, { action: 'member.invited', target: created.id, detail });
    return { invitation: created, mailed: false, link: isForMail ? null : link };
  });
  if (replayed || !mailer) return data;
  const email = invitationEmail(caller.user.name, caller.workspace.name, link);
  const isSent = await mailer.send({ to: body.email, ...email }).then(
    () => true,
    () => false,
  );
  if (isSent) return amend(async () => ({ ...data, mailed: true }));
  const shownCode = newCode();
  return amend(async (tx) => {
    const changed = await members.showInvitationCode(tx, data.invitation.id, hashCode(shownCode));
    // Otherwise it was revoked or replaced in the meantime.
    return changed > 0 ? { ...data, link: origin.link('invitation', shownCode) } : data;
  });
}

export async function deleteInvitation(
  call: ManageCall<'deleteInvitation'>,
): Promise<ManageResult<'deleteInvitation'>> {
  const { params, tx } = call;
  const deletedRows = await members.deleteInvitation(tx, params.invitationId);
  if (deletedRows.length === 0) throw notFound('invitation', params.invitationId);
  recordAudit(call, { action: 'invitation.revoked', target: params.invitationId });
  return {};
}

/** Only the signed-in owner of an account learns that the address has one. */
export async function postInvitationsLook({
  body,
  user: sessionUser,
  deps: { db },
}: ManageCall<'postInvitationsLook', InvitationDeps>): Promise<
  ManageResult<'postInvitationsLook'>
> {
  const { workspaceId, id, codeHash } = await findInvitation(db, body.code);
  return db.transaction(workspaceId, async (tx) => {
    const invitation = await members.lockInvitation(tx, id, codeHash);
    if (!invitation) throw invitationInvalid();
    const { email, role } = invitation;
    const hasAccount = sessionUser?.user.email === email;
    return { workspaceName: await selectWorkspaceName(tx), email, role, hasAccount };
  });
}

/** An existing account requires being signed in to it, because the link may have been passed on. */
export async function postInvitationsAccept({
  body,
  user: sessionUser,
  client,
  correlationId,
  deps: { db, identity },
}: ManageCall<'postInvitationsAccept', InvitationDeps>): Promise<
  ManageResult<'postInvitationsAccept'>
> {
  const { workspaceId, id, codeHash } = await findInvitation(db, body.code);
  const { name, password } = body;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const { email, isNew } = await db.transaction(workspaceId, async (tx) => {
    await lockWorkspace(tx);
    const invitation = await members.lockInvitation(tx, id, codeHash);
    if (!invitation) throw invitationInvalid();
    const { email, role, mailed } = invitation;
    const existingUserId = await members.selectUserByEmail(tx, email);
    if (existingUserId !== null && existingUserId !== sessionUser?.userId)
      throw new ApiError('unauthorized', errorMessages.accountExists(email));
    const userId = existingUserId ?? randomUUIDv7();
    if (existingUserId === null) {
      if (name === undefined) throw fieldError('name', 'Enter your name.');
      if (passwordHash === null) throw fieldError('password', 'Choose a password.');
      await members.addUser(tx, { id: userId, name, email, isProven: mailed, passwordHash });
    }
    await insertMember(tx, userId, role);
    await members.deleteInvitation(tx, id);
    const actor = { actor: { kind: 'user', id: userId } as const, correlationId };
    recordAudit({ tx, actor }, { action: 'member.joined', target: userId, detail: { role } });
    return { email, isNew: existingUserId === null };
  });
  if (isNew)
    await identity.call(identity.withoutSession(client), (api, headers) =>
      api.signInEmail({ body: { email, password: password! }, headers, returnHeaders: true }),
    );
  return { workspaceId };
}

/** The role may have changed since authorization; the workspace lock prevents further changes. */
async function requireInviteRight(tx: Tx, inviter: string, role: Role): Promise<void> {
  const member = await members.selectMember(tx, inviter);
  if (!rolesToInvite(member?.role ?? null).includes(role))
    throw new ApiError('insufficient_role', 'You can no longer invite people with this role.');
}

async function requireWithinLimit(tx: Tx): Promise<void> {
  const seconds = await members.secondsToNextInvitation(tx, maxInvitationsPerDay);
  if (seconds > 0)
    throw new ApiError(
      'rate_limited',
      `A workspace can send ${maxInvitationsPerDay} invitations in 24 hours. Try again in ${Math.ceil(seconds / 3_600)} h.`,
      { retryAfter: seconds },
    );
}

async function findInvitation(db: Database, code: string) {
  const codeHash = hashCode(code);
  const [invitationKey] = await db.query<{ workspaceId: string; id: string }>(
    sql`select workspace_id as "workspaceId", id from find_invitation(${codeHash})`,
  );
  if (!invitationKey) throw invitationInvalid();
  return { ...invitationKey, codeHash };
}

const invitationInvalid = () =>
  fieldError(
    'code',
    'This invitation has expired, was revoked or was already used. Ask for a new one.',
  );
