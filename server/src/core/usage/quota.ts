import { sql, type Tx } from '../../platform/db/index.ts';

export interface ImportQuota {
  monthlyImports: number;
  used: number;
}

/**
 * Locks the workspace's usage row until the transaction ends. Every transaction that creates, deletes
 * or merges prospects does this first, so that one transaction at a time decides about quota and
 * identity. The stored month never moves back.
 */
export async function lockUsage(tx: Tx): Promise<ImportQuota> {
  const [row] = await tx.rows<ImportQuota>(sql`
    select plan.monthly_imports as "monthlyImports",
           case when usage.month >= current_month() then usage.imports else 0 end as used
    from workspace_usage usage
    join workspace on workspace.id = usage.workspace_id
    join plan on plan.id = workspace.plan_id
    where usage.workspace_id = ${tx.workspaceId}
    for no key update of usage`);
  return row!;
}

/** Counts new prospects for the month and the day, always in the same month. */
export function spendImports(tx: Tx, imports: number): void {
  tx.defer(sql`
    with spent as (
      update workspace_usage
      set month = greatest(month, current_month()),
          imports = ${imports} + case when month >= current_month() then imports else 0 end
      where workspace_id = ${tx.workspaceId}
      returning month)
    insert into import_day (workspace_id, day, imports)
    select ${tx.workspaceId}, greatest((now() at time zone 'UTC')::date, month), ${imports} from spent
    on conflict (workspace_id, day) do update set imports = import_day.imports + excluded.imports`);
}

/** Whether these imports take the remaining quota to 10% or below. */
export const becomesLowQuota = ({ monthlyImports, used }: ImportQuota, count: number): boolean => {
  const tenth = monthlyImports / 10;
  return monthlyImports - used > tenth && monthlyImports - used - count <= tenth;
};

export const startOfNextMonth = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));

/** The quota as the API shows it. */
export const quotaOf = ({ imports }: { imports: { monthly: number; used: number } }) => ({
  monthlyImports: imports.monthly,
  remaining: Math.max(0, imports.monthly - imports.used),
  resetsAt: startOfNextMonth(new Date()),
});
