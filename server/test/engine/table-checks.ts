import {
  engineSchema,
  globalSchemas,
  globalTables,
  tablesWithAudience,
  tenantTables,
  workspaceColumn,
} from '../../schema/tables.ts';
import type { DatabaseCheck } from './connection.ts';

const tenants = Object.keys(tenantTables);
const workspaceColumns = tenants.map(workspaceColumn);

/** Runs a statement that returns violations, given the list of tenant tables. */
const check =
  (statement: string): DatabaseCheck =>
  async (client) => {
    const { rows } = await client.query<{ violation: string }>(
      `with tenant as (
         select to_regclass('public.' || quote_ident(name))::oid as oid, name, workspace
         from unnest($1::text[], $2::text[]) as classified (name, workspace)
       ),
       relation as (
         select c.oid, n.nspname as schema, c.relname as name, c.relispartition,
                coalesce(pg_partition_root(c.oid), c.oid) as root
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p', 'v', 'm', 'f')
           and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       )
       ${statement} order by violation`,
      [tenants, workspaceColumns],
    );
    return rows.map(({ violation }) => violation);
  };

/** Views count too: a view of the owner would show the rows of all workspaces. */
export const tableClassification: DatabaseCheck = async (client) => {
  const found = await check(`
    select distinct r.schema || '.' || c.relname as violation
    from relation r join pg_class c on c.oid = r.root`)(client);
  const knownTables = new Set(
    [...tenants, ...Object.keys(globalTables)].map((name) => `public.${name}`),
  );
  const schemas = [...globalSchemas, engineSchema];
  const isClassified = (name: string) =>
    knownTables.has(name) || schemas.includes(name.split('.')[0]!);
  return [
    ...found.filter((name) => !isClassified(name)).map((name) => `${name} is not classified`),
    ...[...knownTables]
      .filter((name) => !found.includes(name))
      .map((name) => `${name} does not exist`),
  ];
};

/** Enabled but not forced: a forced policy would also apply to the owner and the definer functions. */
export const rowPolicies = check(`
  select t.name || ': ' || flaw as violation
  from tenant t
  join pg_class c on c.oid = t.oid
  cross join lateral (
    select array_agg(p) as all, count(*) as count from pg_policies p
    where p.schemaname = 'public' and p.tablename = t.name and p.policyname <> 'audience'
  ) policy
  cross join lateral unnest(array[
    case when not c.relrowsecurity then 'row-level security is off' end,
    case when c.relforcerowsecurity then 'row-level security is forced' end,
    case when policy.count <> 1 then 'has ' || policy.count || ' policies' end,
    case when (policy.all[1]).policyname <> 'own_workspace'
           or (policy.all[1]).permissive <> 'PERMISSIVE'
           or (policy.all[1]).cmd <> 'ALL'
           or (policy.all[1]).roles <> '{public}'
           or (policy.all[1]).with_check is not null
           or (policy.all[1]).qual <> format(
                '(%s = ( SELECT current_workspace() AS current_workspace))', t.workspace)
         then 'its policy is not own_workspace' end
  ]) as flaw
  where flaw is not null`);

/** Those tables that have it carry exactly this second policy, which narrows the first. */
export const audiencePolicies: DatabaseCheck = async (client) => {
  const { rows } = await client.query<{ violation: string }>(
    `select coalesce(p.tablename, listed.name) || ': its policy is not audience' as violation
     from (select * from pg_policies where schemaname = 'public' and policyname = 'audience') p
     full join unnest($1::text[]) as listed (name) on listed.name = p.tablename
     where p.tablename is null or listed.name is null
        or p.permissive <> 'RESTRICTIVE' or p.cmd <> 'ALL' or p.roles <> '{public}' or p.with_check is not null
        or p.qual <> '((visible_to = ( SELECT current_workspace() AS current_workspace)) OR (visible_to = ( SELECT current_member() AS current_member)) OR ( SELECT sees_all() AS sees_all))'
     order by 1`,
    [tablesWithAudience],
  );
  return rows.map(({ violation }) => violation);
};

export const uniqueKeys = check(`
  select r.name || ': ' || i.indexrelid::regclass || ' does not begin with ' || t.workspace as violation
  from tenant t
  join relation r on r.root = t.oid
  join pg_index i on i.indrelid = r.oid and i.indisunique
  where i.indkey[0] is distinct from
        (select a.attnum from pg_attribute a where a.attrelid = r.oid and a.attname = t.workspace)
  union all
  select t.name || ': has no primary key'
  from tenant t
  where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`);

/** A foreign key without the workspace could refer to another workspace. */
export const foreignKeys = check(`
  select t.name || ': ' || k.conname || ' does not carry the workspace' as violation
  from pg_constraint k
  join tenant t on t.oid = k.conrelid
  join tenant target on target.oid = k.confrelid
  where k.contype = 'f'
    and not exists (
      select from unnest(k.conkey, k.confkey) as pair (here, there)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.here and a.attname = t.workspace
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.there and b.attname = target.workspace)`);

/** Without an index, deleting a referenced row reads the whole referencing table. */
export const foreignKeyIndexes = check(`
  select r.name || ': ' || k.conname || ' has no index' as violation
  from pg_constraint k
  join relation r on r.oid = k.conrelid
  where k.contype = 'f' and r.schema <> '${engineSchema}'
    and not exists (
      select from pg_index i
      where i.indrelid = k.conrelid and i.indisvalid and i.indpred is null
        and i.indnkeyatts >= cardinality(k.conkey)
        and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`);

export const timestampColumns = check(`
  select r.name || '.' || a.attname || ' is ' || format_type(a.atttypid, a.atttypmod) as violation
  from relation r
  join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  where r.schema = 'public'
    and a.atttypid in ('timestamp'::regtype, 'timestamptz'::regtype)
    and (a.atttypid <> 'timestamptz'::regtype or a.atttypmod <> 3)`);
