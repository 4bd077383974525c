import { randomUUIDv7 } from 'node:crypto';
import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { hashCode, newCode } from '../identity/codes.ts';
import type { Identity } from '../identity/identity.ts';
import { hashPassword } from '../identity/passwords.ts';
import { causeOf } from '../platform/cause.ts';
import { type Database, sql } from '../platform/db/index.ts';
import { ApiError, invalid, noSuch } from '../platform/error.ts';
import type { Call, OpenCall } from '../platform/http/call.ts';
import type { PublicOrigin } from '../platform/http/public-origin.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { MemberCaller, SignedIn } from './caller.ts';
import { requireOwner } from './manage-members.ts';
import * as members from './members-sql.ts';
import { insertMember } from './sql.ts';
import { workspaceName } from './tokens-sql.ts';

type Lines = typeof manageEndpoints;

export interface Invitations {
  db: Database;
  identity: Identity;
  origin: PublicOrigin;
  mailer: Mailer | undefined;
}

/** In transactions of its own: the mail leaves only once the invitation is kept, and holds up nobody. */
export const postInvitations =
  ({ db, origin, mailer }: Invitations) =>
  async (
    call: Call<Lines['postInvitations'], MemberCaller>,
  ): Promise<ManageData<'postInvitations'>> => {
    const { caller, body } = call;
    if (body.role === 'owner') requireOwner(caller);
    const code = newCode();
    const invitation = await db.transaction(caller.workspaceId, async (tx) => {
      const known = await members.userByEmail(tx, body.email);
      if (known && (await members.selectMember(tx, known)))
        throw invalid('email', 'is that of a member already');
      const made = await members.upsertInvitation(tx, {
        ...body,
        id: randomUUIDv7(),
        codeHash: hashCode(code),
        invitedBy: caller.userId,
      });
      // The address is not told: the log outlives it.
      const detail = { role: body.role };
      record(tx, causeOf(call), { action: 'member.invited', target: made.id, detail });
      return made;
    });
    const link = origin.link('invitation', code);
    const letter = invitationLetter(caller.user.name, caller.workspace.name, link);
    const mailed = await mailer?.send({ to: body.email, ...letter }).then(
      () => true,
      () => false,
    );
    if (!mailed) return { invitation, mailed: false, link };
    await db.transaction(caller.workspaceId, (tx) => members.markMailed(tx, invitation.id));
    return { invitation, mailed: true, link: null };
  };

export async function deleteInvitation(
  call: Call<Lines['deleteInvitation']>,
): Promise<ManageData<'deleteInvitation'>> {
  const { params, tx } = call;
  const ended = await members.deleteInvitation(tx, params.invitationId);
  if (ended.length === 0) throw noSuch('invitation', params.invitationId);
  record(tx, causeOf(call), { action: 'invitation.revoked', target: params.invitationId });
  return {};
}

export const postInvitationsLook =
  ({ db }: Invitations) =>
  async ({
    body,
  }: OpenCall<Lines['postInvitationsLook']>): Promise<ManageData<'postInvitationsLook'>> => {
    const { workspaceId, id, codeHash } = await findInvitation(db, body.code);
    return db.transaction(workspaceId, async (tx) => {
      const invitation = await members.lockInvitation(tx, id, codeHash);
      if (!invitation) throw noLonger();
      const { email, role } = invitation;
      const hasAccount = (await members.userByEmail(tx, email)) !== null;
      return { workspaceName: await workspaceName(tx), email, role, hasAccount };
    });
  };

/**
 * Someone who has an account must be signed in to it: the link may have been passed on by others,
 * and must not open what it was not made for.
 */
export const postInvitationsAccept =
  ({ db, identity }: Invitations) =>
  async ({
    body,
    person,
    visit,
    correlationId,
  }: OpenCall<Lines['postInvitationsAccept'], SignedIn | null>): Promise<
    ManageData<'postInvitationsAccept'>
  > => {
    const { workspaceId, id, codeHash } = await findInvitation(db, body.code);
    const { name, password } = body;
    const passwordHash = password === undefined ? null : await hashPassword(password);
    const { email, isNew } = await db.transaction(workspaceId, async (tx) => {
      const invitation = await members.lockInvitation(tx, id, codeHash);
      if (!invitation) throw noLonger();
      const { email, role, mailed } = invitation;
      const known = await members.userByEmail(tx, email);
      if (known !== null && known !== person?.userId)
        throw new ApiError(
          'unauthorized',
          `There is an account for ${email}. Sign in to it, then open the link again.`,
        );
      const userId = known ?? randomUUIDv7();
      if (known === null) {
        if (name === undefined) throw invalid('name', 'is required for a new account');
        if (passwordHash === null) throw invalid('password', 'is required for a new account');
        await members.addUser(tx, { id: userId, name, email, isProven: mailed, passwordHash });
      }
      await insertMember(tx, userId, role);
      await members.deleteInvitation(tx, id);
      const cause = { actor: { kind: 'user', id: userId } as const, correlationId };
      record(tx, cause, { action: 'member.joined', target: userId, detail: { role } });
      return { email, isNew: known === null };
    });
    if (isNew)
      await identity.ask(identity.asGuest(visit), (api, headers) =>
        api.signInEmail({ body: { email, password: password! }, headers, returnHeaders: true }),
      );
    return { workspaceId };
  };

async function findInvitation(db: Database, code: string) {
  const codeHash = hashCode(code);
  const [found] = await db.ask<{ workspaceId: string; id: string }>(
    sql`select workspace_id as "workspaceId", id from find_invitation(${codeHash})`,
  );
  if (!found) throw noLonger();
  return { ...found, codeHash };
}

const noLonger = () => invalid('code', 'is not valid, or was used already');

const invitationLetter = (inviter: string, workspace: string, link: string) => ({
  subject: `${inviter} invites you to ${workspace} on Outcrop`,
  text: `Hello,

${inviter} invites you to the workspace ${workspace} on Outcrop. Accept it here within seven days:

${link}

If you do not know what this is about, there is nothing to do.
`,
});
