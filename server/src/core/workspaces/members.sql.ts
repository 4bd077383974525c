import type { Invitation, Member, Role } from '@outcrop/contract';
import { sql, type Tx } from '../../platform/db/index.ts';
import type { StoredRecord } from '../../platform/stored-record.ts';

export type StoredMember = StoredRecord<Member, 'createdAt' | 'lastSeenAt'>;

/** A placeholder address that cannot receive email. */
export const integrationEmail = (userId: string): string => `${userId}@integration.invalid`;

export async function selectMembers(tx: Tx, userId?: string): Promise<StoredMember[]> {
  const rows = await tx.rows<StoredMember>(sql`
    select m.user_id as "userId", p.name, p.email, m.role, m.kind,
           coalesce(token.active, 0) as "activeTokens",
           greatest(m.last_seen_at, token.last_used_at) as "lastSeenAt", m.created_at as "createdAt"
    from member m
    join people_of_workspace() p on p.user_id = m.user_id
    left join lateral (
      select count(*) filter (where t.revoked_at is null and (t.expires_at is null or t.expires_at > now()))::int as active,
             max(t.last_used_at) as last_used_at
      from api_token t where t.workspace_id = m.workspace_id and t.user_id = m.user_id
    ) as token on true
    where m.workspace_id = ${tx.workspaceId} and m.leaving_at is null
      ${userId === undefined ? sql`` : sql`and m.user_id = ${userId}`}
    order by m.created_at, m.user_id`);
  return rows.map((row) => ({
    ...row,
    email: row.kind === 'integration' ? null : row.email,
  }));
}

export async function selectMember(tx: Tx, userId: string): Promise<StoredMember | undefined> {
  const [member] = await selectMembers(tx, userId);
  return member;
}

export async function isMember(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx.rows(sql`
    select from member
    where workspace_id = ${tx.workspaceId} and user_id = ${userId} and leaving_at is null`);
  return found.length > 0;
}

/** The user stays a member until the transaction ends. */
export async function lockMember(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx.rows(sql`
    select from member
    where workspace_id = ${tx.workspaceId} and user_id = ${userId} and leaving_at is null for key share`);
  return found.length > 0;
}

/** Returns the users who are members. They stay members until the transaction ends. */
export async function lockExistingMembers(tx: Tx, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx.rows<{ userId: string }>(sql`
    select user_id as "userId" from member
    where workspace_id = ${tx.workspaceId} and user_id = any(${userIds}::uuid[]) and leaving_at is null
    order by user_id for key share`);
  return new Set(rows.map(({ userId }) => userId));
}

export async function countOwners(tx: Tx): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from member
    where workspace_id = ${tx.workspaceId} and role = 'owner' and leaving_at is null`);
  return row!.count;
}

export const insertIntegration = (tx: Tx, userId: string, role: Role): Promise<number> =>
  tx.run(sql`
    insert into member (workspace_id, user_id, role, kind)
    values (${tx.workspaceId}, ${userId}, ${role}, 'integration')`);

interface NewUser {
  id: string;
  name: string;
  email: string;
  /** Whether the user has proven that the address is theirs. */
  isProven: boolean;
  passwordHash: string | null;
}

/** If the email is taken by a concurrent request, the transaction is retried. */
export const addUser = (tx: Tx, user: NewUser): Promise<number> =>
  tx.run(sql`
    select add_user(${user.id}, ${user.name}, ${user.email}, ${user.isProven}, ${user.passwordHash})`);

export async function selectUserByEmail(tx: Tx, email: string): Promise<string | null> {
  const [row] = await tx.rows<{ id: string | null }>(sql`select user_by_email(${email}) as id`);
  return row!.id;
}

type StoredInvitation = StoredRecord<Invitation, 'createdAt' | 'expiresAt'>;

const invitationColumns = sql`id, email, role, created_at as "createdAt", expires_at as "expiresAt"`;

/** An invitation is invalid if its sender may no longer send it. */
const isValidInvitation = sql`expires_at > now() and exists (
  select from member m
  where m.workspace_id = invitation.workspace_id and m.user_id = invited_by and m.leaving_at is null
    and (m.role = 'owner' or (m.role = 'admin' and invitation.role <> 'owner')))`;

export const selectInvitations = (tx: Tx): Promise<StoredInvitation[]> =>
  tx.rows<StoredInvitation>(sql`
    select ${invitationColumns} from invitation
    where workspace_id = ${tx.workspaceId} and ${isValidInvitation}
    order by created_at, id`);

export async function upsertInvitation(
  tx: Tx,
  invitation: {
    id: string;
    email: string;
    role: Role;
    codeHash: Buffer;
    mailed: boolean;
    invitedBy: string;
  },
): Promise<StoredInvitation> {
  const [row] = await tx.rows<StoredInvitation>(sql`
    insert into invitation (workspace_id, id, email, role, code_hash, mailed, invited_by, expires_at)
    values (${tx.workspaceId}, ${invitation.id}, ${invitation.email}, ${invitation.role}, ${invitation.codeHash},
            ${invitation.mailed}, ${invitation.invitedBy}, now() + interval '7 days')
    on conflict (workspace_id, email) do update
    set id = excluded.id, role = excluded.role, code_hash = excluded.code_hash,
        mailed = excluded.mailed, invited_by = excluded.invited_by, created_at = now(), expires_at = excluded.expires_at
    returning ${invitationColumns}`);
  return row!;
}

/**
 * 0 if an invitation may be sent now. The audit log is counted, because it has revoked and replaced
 * invitations too.
 */
export async function secondsToNextInvitation(tx: Tx, max: number): Promise<number> {
  const [oldest] = await tx.rows<{ seconds: number }>(sql`
    select ceil(extract(epoch from created_at + interval '24 hours' - now()))::int as seconds
    from audit_entry
    where workspace_id = ${tx.workspaceId} and action = 'member.invited'
    order by created_at desc, id desc offset ${max - 1} limit 1`);
  return Math.max(0, oldest?.seconds ?? 0);
}

/** Deletes invitations that the sender may not send any more. */
export const endInvitationsOf = (tx: Tx, inviter: string, allowedRoles: Role[]): Promise<number> =>
  tx.run(sql`
    delete from invitation
    where workspace_id = ${tx.workspaceId} and invited_by = ${inviter}
      and role <> all(${allowedRoles}::member_role[])`);

/** Replaces the code of an invitation that could not be mailed with one that is shown. */
export const showInvitationCode = (tx: Tx, id: string, codeHash: Buffer): Promise<number> =>
  tx.run(sql`
    update invitation set code_hash = ${codeHash}, mailed = false
    where workspace_id = ${tx.workspaceId} and id = ${id}`);

export const deleteInvitation = (tx: Tx, id: string): Promise<{ email: string }[]> =>
  tx.rows(sql`
    delete from invitation
    where workspace_id = ${tx.workspaceId} and id = ${id} and expires_at > now() returning email`);

/** Locks the invitation, so that it is accepted only once. */
export async function lockInvitation(
  tx: Tx,
  id: string,
  codeHash: Buffer,
): Promise<(StoredInvitation & { mailed: boolean }) | undefined> {
  const [row] = await tx.rows<StoredInvitation & { mailed: boolean }>(sql`
    select ${invitationColumns}, mailed from invitation
    where workspace_id = ${tx.workspaceId} and id = ${id} and code_hash = ${codeHash}
      and ${isValidInvitation}
    for update`);
  return row;
}
