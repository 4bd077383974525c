import { type Sql, sql, type Tx } from '../../platform/db/index.ts';

/** Mailboxes that were not removed and that the user can see. */
export const isVisible = (userId: string): Sql =>
  sql`(mailbox.shared or mailbox.owner_id = ${userId}) and mailbox.status <> 'removed'`;

/** Those of the given mailboxes that the user can see. */
export async function selectVisibleIds(
  tx: Tx,
  userId: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from mailbox
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and ${isVisible(userId)}`);
  return new Set(rows.map(({ id }) => id));
}
