import type { MemberKind, Role, Token, TokenKind } from '@outcrop/contract';
import { sql, type Tx } from '../platform/db/index.ts';
import type { StoredRecord } from '../platform/stored-record.ts';

interface TokenRow {
  id: string;
  name: string;
  kind: TokenKind;
  userId: string;
  userName: string;
  userKind: MemberKind;
  role: Role;
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
}

/** Active tokens, newest first: of the workspace, of one user, or by id. */
export async function selectTokens(
  tx: Tx,
  { userId, id }: { userId?: string; id?: string } = {},
): Promise<StoredRecord<Token, 'createdAt' | 'lastUsedAt' | 'expiresAt'>[]> {
  const rows = await tx.rows<TokenRow>(sql`
    select t.id, t.name, t.kind,
           t.user_id as "userId", p.name as "userName", m.kind as "userKind", m.role,
           t.last_four as "lastFour", t.created_at as "createdAt", t.last_used_at as "lastUsedAt",
           t.expires_at as "expiresAt"
    from api_token t
    join member m on m.workspace_id = t.workspace_id and m.user_id = t.user_id
    join people_of_workspace() p on p.user_id = t.user_id
    where t.workspace_id = ${tx.workspaceId} and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > now())
      ${userId === undefined ? sql`` : sql`and t.user_id = ${userId}`}
      ${id === undefined ? sql`` : sql`and t.id = ${id}`}
    order by t.created_at desc, t.id desc`);
  return rows.map(({ userId: ofUser, userName, userKind, ...token }) => ({
    ...token,
    user: { id: ofUser, name: userName, kind: userKind },
  }));
}

/** The audit log shows which webhooks were created with a token. */
export const selectWebhooksOfTokens = (tx: Tx) =>
  tx.rows<{ id: string; url: string }>(sql`
    select w.id, w.url from webhook w
    where w.workspace_id = ${tx.workspaceId} and exists (
      select from audit_entry a
      where a.workspace_id = w.workspace_id and a.action = 'webhook.created'
        and a.actor_kind = 'token' and a.target = w.id::text)
    order by w.created_at, w.id`);

export interface NewToken {
  id: string;
  userId: string;
  name: string;
  hash: Buffer;
  lastFour: string;
  expiresInDays: number | null;
  kind: TokenKind;
}

export async function insertToken(
  tx: Tx,
  token: NewToken,
): Promise<{ createdAt: Date; expiresAt: Date | null } | undefined> {
  const [row] = await tx.rows<{ createdAt: Date; expiresAt: Date | null }>(sql`
    insert into api_token (workspace_id, id, user_id, name, hash, last_four, expires_at, kind)
    select workspace_id, ${token.id}, user_id, ${token.name}, ${token.hash}, ${token.lastFour},
           now() + make_interval(days => ${token.expiresInDays}::int), ${token.kind}
    from member
    where workspace_id = ${tx.workspaceId} and user_id = ${token.userId} and leaving_at is null
    returning created_at as "createdAt", expires_at as "expiresAt"`);
  return row;
}

export async function countTokens(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from api_token
    where workspace_id = ${tx.workspaceId} and user_id = ${userId} and revoked_at is null
      and (expires_at is null or expires_at > now())`);
  return row!.count;
}

export const endToken = (tx: Tx, tokenId: string): Promise<number> =>
  tx.run(sql`
    update api_token set revoked_at = now()
    where workspace_id = ${tx.workspaceId} and id = ${tokenId} and revoked_at is null`);

/** Returns nothing for a token that was generated in the console. */
export async function endBrowserToken(
  tx: Tx,
  tokenId: string,
): Promise<{ name: string; userId: string } | undefined> {
  const [row] = await tx.rows<{ name: string; userId: string }>(sql`
    update api_token set revoked_at = now()
    where workspace_id = ${tx.workspaceId} and id = ${tokenId} and kind = 'browser'
      and revoked_at is null
    returning name, user_id as "userId"`);
  return row;
}

export const endAllTokens = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update api_token set revoked_at = now()
    where workspace_id = ${tx.workspaceId} and revoked_at is null`);
