import type { Role } from '@outcrop/contract';
import { type Sql, sql, type Tx } from '../../platform/db/index.ts';

export interface NewToken {
  id: string;
  userId: string;
  name: string;
  hash: Buffer;
  lastFour: string;
  expiresInDays: number | null;
}

export const upsertPlan = (
  id: string,
  name: string,
  imports: number,
  credits: number,
  allowsEnrichment: boolean,
): Sql => sql`
  insert into plan (id, name, monthly_imports, monthly_credits, allows_enrichment)
  values (${id}, ${name}, ${imports}, ${credits}, ${allowsEnrichment})
  on conflict (id) do update
  set name = excluded.name, monthly_imports = excluded.monthly_imports,
      monthly_credits = excluded.monthly_credits, allows_enrichment = excluded.allows_enrichment`;

/** Returns 0 if the plan does not exist. */
export async function insertWorkspace(tx: Tx, name: string, planId: string): Promise<number> {
  const created = await tx.run(sql`
    insert into workspace (id, name, plan_id)
    select ${tx.workspaceId}, ${name}, id from plan where id = ${planId}`);
  await tx.run(sql`
    insert into workspace_usage (workspace_id, month)
    select id, current_month() from workspace where id = ${tx.workspaceId}`);
  return created;
}

export async function upsertUser(tx: Tx, id: string, name: string, email: string): Promise<string> {
  const [row] = await tx.rows<{ id: string }>(sql`
    insert into auth."user" (id, name, email) values (${id}, ${name}, ${email.toLowerCase()})
    on conflict (email) do update set name = excluded.name
    returning id`);
  return row!.id;
}

/** Returns the member's role; an existing member keeps theirs. Undefined without a workspace. */
export async function insertMember(tx: Tx, userId: string, role: Role): Promise<Role | undefined> {
  const [row] = await tx.rows<{ role: Role }>(sql`
    insert into member (workspace_id, user_id, role)
    select id, ${userId}, ${role} from workspace where id = ${tx.workspaceId}
    on conflict (workspace_id, user_id) do update set role = member.role
    returning role`);
  return row?.role;
}

export const updateRole = (tx: Tx, userId: string, role: Role): Promise<number> =>
  tx.run(
    sql`update member set role = ${role} where workspace_id = ${tx.workspaceId} and user_id = ${userId}`,
  );

export const deleteMember = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`delete from member where workspace_id = ${tx.workspaceId} and user_id = ${userId}`);

/** Returns 0 if the workspace does not exist. */
export const lockWorkspace = (tx: Tx): Promise<number> =>
  tx.run(sql`select 1 from workspace where id = ${tx.workspaceId} for no key update`);

export async function insertToken(
  tx: Tx,
  token: NewToken,
): Promise<{ createdAt: Date; expiresAt: Date | null } | undefined> {
  const [row] = await tx.rows<{ createdAt: Date; expiresAt: Date | null }>(sql`
    insert into api_token (workspace_id, id, user_id, name, hash, last_four, expires_at)
    select workspace_id, ${token.id}, user_id, ${token.name}, ${token.hash}, ${token.lastFour},
           now() + make_interval(days => ${token.expiresInDays}::int)
    from member
    where workspace_id = ${tx.workspaceId} and user_id = ${token.userId}
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

export const endAllTokens = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update api_token set revoked_at = now()
    where workspace_id = ${tx.workspaceId} and revoked_at is null`);
