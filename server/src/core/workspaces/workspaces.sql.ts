import type { Role } from '@outcrop/contract';
import { sql, type Tx } from '../../platform/db/index.ts';

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

/**
 * Returns the member's role. An existing member keeps their role. One who is being removed stays, with
 * the new role and what was not handed over yet. Undefined without a workspace.
 */
export async function insertMember(tx: Tx, userId: string, role: Role): Promise<Role | undefined> {
  const [row] = await tx.rows<{ role: Role }>(sql`
    insert into member (workspace_id, user_id, role)
    select id, ${userId}, ${role} from workspace where id = ${tx.workspaceId}
    on conflict (workspace_id, user_id) do update
    set role = case when member.leaving_at is null then member.role else excluded.role end,
        leaving_at = null, successor_id = null
    returning role`);
  return row?.role;
}

export const updateMemberRole = (tx: Tx, userId: string, role: Role): Promise<number> =>
  tx.run(sql`
    update member set role = ${role}
    where workspace_id = ${tx.workspaceId} and user_id = ${userId} and leaving_at is null`);

export async function selectWorkspaceName(tx: Tx): Promise<string> {
  const [row] = await tx.rows<{ name: string }>(
    sql`select name from workspace where id = ${tx.workspaceId}`,
  );
  return row!.name;
}
