import { lockInWorkspace, sql, type Tx } from '../platform/db/index.ts';

/** Test emails since then, by the audit log. Holds a lock, so that concurrent counts wait. */
export async function countTestEmails(tx: Tx, since: Date): Promise<number> {
  await lockInWorkspace(tx, 'test emails');
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from audit_entry
    where workspace_id = ${tx.workspaceId} and action = 'campaign.test_email' and created_at > ${since}`);
  return row!.count;
}
