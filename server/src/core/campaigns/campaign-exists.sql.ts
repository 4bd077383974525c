import { sql, type Tx } from '../../platform/db/index.ts';

export async function campaignExists(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select from campaign where workspace_id = ${tx.workspaceId} and id = ${id}`);
  return rows.length > 0;
}
