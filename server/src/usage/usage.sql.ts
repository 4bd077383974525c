import { sql, type Tx } from '../platform/db/index.ts';

/** Counts new prospects on each of the last days, oldest first, including days without any. */
export const selectImportDays = (tx: Tx, days: number) =>
  tx.rows<{ day: string; count: number }>(sql`
    select to_char(recent.day, 'YYYY-MM-DD') as day, coalesce(counted.imports, 0) as count
    from (
      select (now() at time zone 'UTC')::date - ago as day from generate_series(0, ${days - 1}::int) as ago
    ) as recent
    left join import_day counted on counted.workspace_id = ${tx.workspaceId} and counted.day = recent.day
    order by recent.day`);

/** New prospects and spent credits on each day of this month up to today. */
export const selectMonthDays = (tx: Tx) =>
  tx.rows<{ day: string; imports: number; creditsSpent: number }>(sql`
    select to_char(this_month.day, 'YYYY-MM-DD') as day, coalesce(added.imports, 0) as imports,
           coalesce(paid.spent, 0) as "creditsSpent"
    from (
      select current_month() + passed as day
      from generate_series(0, (now() at time zone 'UTC')::date - current_month()) as passed
    ) as this_month
    left join import_day added on added.workspace_id = ${tx.workspaceId} and added.day = this_month.day
    left join credit_day paid on paid.workspace_id = ${tx.workspaceId} and paid.day = this_month.day
    order by this_month.day`);

export async function selectStorage(
  tx: Tx,
): Promise<{ most: number; kinds: Partial<Record<string, number>> }> {
  const [row] = await tx.rows<{ most: number; kinds: Partial<Record<string, number>> }>(sql`
    select plan.max_stored_bytes::float8 as most,
           (select coalesce(json_object_agg(kind, bytes), '{}') from stored_bytes
            where workspace_id = ${tx.workspaceId}) as kinds
    from workspace join plan on plan.id = workspace.plan_id
    where workspace.id = ${tx.workspaceId}`);
  return row!;
}

export async function countLimitedRecords(tx: Tx) {
  const [row] = await tx.rows<Record<'lists' | 'tags' | 'campaigns' | 'mailboxes', number>>(sql`
    select (select count(*)::int from list where workspace_id = ${tx.workspaceId}) as lists,
           (select count(*)::int from tag where workspace_id = ${tx.workspaceId}) as tags,
           (select count(*)::int from campaign where workspace_id = ${tx.workspaceId}) as campaigns,
           (select count(*)::int from mailbox
            where workspace_id = ${tx.workspaceId} and status <> 'removed') as mailboxes`);
  return row!;
}
