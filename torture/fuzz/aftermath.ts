import { type Database, raw, sql } from '../../server/src/platform/db/index.ts';
import { boardCounts, workspaceRows } from '../../server/test/workspace-rows.ts';
import type { Tenant, Tenants } from './tenants.ts';

/** What must be true of the rows after any requests whatever; tells what is not. */
export async function aftermath(
  owner: Database,
  { active, bystander, untouched }: Tenants,
  acknowledged: Map<string, number>,
): Promise<string[]> {
  const found: string[] = [];
  for (const tenant of active) {
    const problems = [
      ...(await wrongCounts(owner, tenant)),
      ...(await repeatedKeys(owner, tenant)),
      ...(await wrongSearchRows(owner, tenant)),
      ...(await wrongUsage(owner, tenant, acknowledged.get(tenant.id) ?? 0)),
    ];
    found.push(...problems.map((problem) => `workspace "${tenant.name}": ${problem}`));
  }
  const now = await workspaceRows(owner, bystander.id);
  for (const [table, sum] of Object.entries(untouched))
    if (now[table] !== sum) found.push(`another workspace's rows of ${table} have changed`);
  return found;
}

async function wrongCounts(owner: Database, { id }: Tenant): Promise<string[]> {
  const { shown, counted } = await boardCounts(owner, id);
  return [...new Set([...Object.keys(shown), ...Object.keys(counted)])]
    .filter((board) => shown[board] !== counted[board])
    .map((board) => `${board} shows ${shown[board] ?? 0}, but there are ${counted[board] ?? 0}`);
}

async function repeatedKeys(owner: Database, { id }: Tenant): Promise<string[]> {
  const keys = [
    ['prospect', 'email_key'],
    ['prospect', 'linkedin_key'],
    ['prospect', 'name_key'],
    ['list', 'name_key'],
    ['tag', 'name_key'],
  ] as const;
  const found: string[] = [];
  for (const [table, key] of keys) {
    const rows = await owner.ask<{ key: string; count: string }>(sql`
      select ${raw(key)} as key, count(*) from ${raw(table)}
      where workspace_id = ${id} and ${raw(key)} is not null
      group by 1 having count(*) > 1`);
    found.push(...rows.map((row) => `${row.count} rows of ${table} with the ${key} ${row.key}`));
  }
  return found;
}

/** Each prospect is searched by one row, which repeats what the record says. */
async function wrongSearchRows(owner: Database, { id }: Tenant): Promise<string[]> {
  const rows = await owner.ask<{ id: string }>(sql`
    select coalesce(p.id, s.prospect_id) as id
    from (select * from prospect where workspace_id = ${id}) p
    full join (select * from prospect_search where workspace_id = ${id}) s on s.prospect_id = p.id
    where (s.stage, s.has_email, s.has_linkedin, s.enrichment_status, s.created_at)
      is distinct from (p.stage, p.email is not null, p.linkedin_url is not null, p.enrichment_status, p.created_at)
    limit 5`);
  return rows.map((row) => `the search row of prospect ${row.id} is not like its record`);
}

async function wrongUsage(
  owner: Database,
  { id }: Tenant,
  acknowledged: number,
): Promise<string[]> {
  const [usage] = await owner.ask<{ imports: number; allowed: number; people: number }>(sql`
    select u.imports, p.monthly_imports as allowed,
           (select count(*)::int from prospect where workspace_id = ${id}) as people
    from workspace_usage u
    join workspace w on w.id = u.workspace_id
    join plan p on p.id = w.plan_id
    where u.workspace_id = ${id}`);
  const { imports, allowed, people } = usage!;
  return [
    ...(imports > allowed ? [`${imports} imports, but the plan allows ${allowed}`] : []),
    ...(people > imports ? [`${people} prospects, but only ${imports} imports`] : []),
    ...(imports !== acknowledged
      ? [`${imports} imports, but ${acknowledged} were acknowledged`]
      : []),
  ];
}
