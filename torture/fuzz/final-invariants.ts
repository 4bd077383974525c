import { type Database, raw, sql } from '../../server/src/platform/db/index.ts';
import { boardCounts, workspaceChecksums } from '../../server/test/workspace-checksums.ts';
import { prospectProblems } from './prospect-checks.ts';
import { taskProblems } from './task-checks.ts';
import type { Tenant, Tenants } from './tenants.ts';

/** Checks what must be true of the rows after any requests; returns the problems. */
export async function finalInvariants(
  owner: Database,
  { active, inactive, rowsBefore }: Tenants,
  acknowledged: Map<string, number>,
): Promise<string[]> {
  const found = await deadLetters(owner);
  for (const tenant of active) {
    const problems = [
      ...(await countProblems(owner, tenant)),
      ...(await duplicateKeys(owner, tenant)),
      ...(await prospectProblems(owner, tenant)),
      ...(await taskProblems(owner, tenant)),
      ...(await creditProblems(owner, tenant)),
      ...(await usageProblems(owner, tenant, acknowledged.get(tenant.id) ?? 0)),
    ];
    found.push(...problems.map((problem) => `workspace "${tenant.name}": ${problem}`));
  }
  const now = await workspaceChecksums(owner, inactive.id);
  for (const [table, sum] of Object.entries(rowsBefore))
    if (now[table] !== sum) found.push(`another workspace's rows of ${table} have changed`);
  return found;
}

/** No request may cause a job that fails permanently. */
async function deadLetters(owner: Database): Promise<string[]> {
  const rows = await owner.query<{ job: string; reason: string; correlationId: string }>(sql`
    select source_name as job, source_output ->> 'message' as reason,
           data ->> 'correlationId' as "correlationId"
    from pgboss.job where name = 'dead-letters' limit 5`);
  return rows.map(
    ({ job, reason, correlationId }) =>
      `the job ${job} failed permanently: ${reason} (correlation id ${correlationId})`,
  );
}

async function countProblems(owner: Database, { id }: Tenant): Promise<string[]> {
  const { shown, counted } = await boardCounts(owner, id);
  return [...new Set([...Object.keys(shown), ...Object.keys(counted)])]
    .filter((board) => shown[board] !== counted[board])
    .map((board) => `${board} shows ${shown[board] ?? 0}, but there are ${counted[board] ?? 0}`);
}

async function duplicateKeys(owner: Database, { id }: Tenant): Promise<string[]> {
  const keys = [
    ['prospect', 'email_key'],
    ['prospect', 'linkedin_key'],
    ['prospect', 'name_key'],
    ['list', 'name_key'],
    ['tag', 'name_key'],
    ['enrollment', "campaign_id || ' ' || prospect_id"],
  ] as const;
  const duplicates: string[] = [];
  for (const [table, key] of keys) {
    const rows = await owner.query<{ key: string; count: string }>(sql`
      select ${raw(key)} as key, count(*) from ${raw(table)}
      where workspace_id = ${id} and ${raw(key)} is not null
      group by 1 having count(*) > 1`);
    duplicates.push(
      ...rows.map((row) => `${row.count} rows of ${table} with the ${key} ${row.key}`),
    );
  }
  return duplicates;
}

/** The account is the sum of its ledger, with one credit reserved per open enrichment. */
async function creditProblems(owner: Database, { id }: Tenant): Promise<string[]> {
  const rows = await owner.query<
    Record<'left' | 'entered' | 'reserved' | 'promised' | 'open', number>
  >(sql`
    select balance as left, reserved, entered, promised, open
    from credit_account
    cross join (
      select sum(balance_change)::int as entered, sum(reserved_change)::int as promised
      from credit_entry where workspace_id = ${id}
    ) as ledger
    cross join (
      select count(*)::int as open from enrichment
      where workspace_id = ${id} and status in ('queued', 'running')
    ) as work
    where workspace_id = ${id}`);
  return rows.flatMap(({ left, entered, reserved, promised, open }) => [
    ...(left !== entered ? [`${left} credits, but ${entered} by the ledger`] : []),
    ...(reserved !== promised ? [`${reserved} reserved, but ${promised} by the ledger`] : []),
    ...(reserved !== open ? [`${reserved} credits reserved for ${open} open enrichments`] : []),
  ]);
}

/** Every new prospect counts as an import; some are deleted or merged by now. */
async function usageProblems(
  owner: Database,
  { id }: Tenant,
  acknowledged: number,
): Promise<string[]> {
  const [usage] = await owner.query<{
    imports: number;
    allowed: number;
    people: number;
    inTasks: number;
  }>(sql`
    select u.imports, p.monthly_imports as allowed,
           (select count(*)::int from prospect where workspace_id = ${id}) as people,
           (select coalesce(sum((counts ->> 'inserted')::int), 0)::int
            from task where workspace_id = ${id} and kind = 'import') as "inTasks"
    from workspace_usage u
    join workspace w on w.id = u.workspace_id
    join plan p on p.id = w.plan_id
    where u.workspace_id = ${id}`);
  const { imports, allowed, people, inTasks } = usage!;
  const reported = acknowledged + inTasks;
  return [
    ...(imports > allowed ? [`${imports} imports, but the plan allows ${allowed}`] : []),
    ...(people > imports ? [`${people} prospects, but only ${imports} imports`] : []),
    ...(imports !== reported ? [`${imports} imports, but ${reported} were acknowledged`] : []),
  ];
}
