import type { MemberKind, Role, Token } from '@outcrop/contract';
import { sql, type Tx } from '../platform/db/index.ts';

interface TokenRow {
  id: string;
  name: string;
  userId: string;
  userName: string;
  kind: MemberKind;
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
): Promise<Token[]> {
  const rows = await tx.rows<TokenRow>(sql`
    select t.id, t.name, t.user_id as "userId", p.name as "userName", m.kind, m.role,
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
  return rows.map(({ userId: ofUser, userName, kind, ...token }) => ({
    ...token,
    user: { id: ofUser, name: userName, kind },
    createdAt: token.createdAt.toISOString(),
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    expiresAt: token.expiresAt?.toISOString() ?? null,
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

export async function workspaceName(tx: Tx): Promise<string> {
  const [row] = await tx.rows<{ name: string }>(
    sql`select name from workspace where id = ${tx.workspaceId}`,
  );
  return row!.name;
}
