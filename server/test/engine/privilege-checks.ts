import { createHash } from 'node:crypto';
import {
  definerFunctions,
  engineSchema,
  engineTables,
  globalTables,
  type Privilege,
  queueTable,
  signInTables,
  tenantTables,
} from '../../schema/tables.ts';
import { jobRegistrations } from '../../src/job-registrations.ts';
import { deadLetters } from '../../src/platform/queue/migrate-queues.ts';
import type { DatabaseCheck } from './connection.ts';

const check =
  (statement: string, ...values: unknown[]): DatabaseCheck =>
  async (client) => {
    const { rows } = await client.query<{ violation: string }>(
      `${statement} order by violation`,
      values,
    );
    return rows.map(({ violation }) => violation);
  };

/** The partition that pg-boss creates for a queue. */
const tableOf = (queue: string) => `j${createHash('sha224').update(queue).digest('hex')}`;
const queueTables = Object.fromEntries(
  [deadLetters, ...jobRegistrations.map(({ queue }) => queue.name)].map((name) => [
    tableOf(name),
    queueTable,
  ]),
);

const grants = (schema: string, tables: Record<string, Privilege[]>) =>
  Object.entries(tables).flatMap(([table, privileges]) =>
    privileges.map((privilege) => `${schema}.${table}: ${privilege}`),
  );
const expectedGrants = [
  ...grants('public', { ...tenantTables, ...globalTables }),
  ...grants(engineSchema, { ...engineTables, ...queueTables }),
];

/**
 * Compares a role's privileges on all tables, views, columns and sequences with the expected ones,
 * including partitions, grants to everyone and grants through other roles.
 */
const privilegesOf = (role: string, expected: string[]) =>
  check(
    `with held as (
     select distinct n.nspname || '.' || c.relname || ': ' || lower(privilege) as held
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     cross join unnest(array[
       'SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'USAGE']) privilege
     where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and case
         when c.relkind in ('r', 'p', 'v', 'm', 'f') and privilege <> 'USAGE' then
           has_table_privilege('${role}', c.oid, privilege)
           or privilege in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
              and has_any_column_privilege('${role}', c.oid, privilege)
         when c.relkind = 'S' and privilege in ('SELECT', 'UPDATE', 'USAGE') then
           has_sequence_privilege('${role}', c.oid, privilege)
         else false
       end
   )
   select coalesce('${role} may not have ' || held, '${role} lacks ' || expected) as violation
   from held full join unnest($1::text[]) as expected on held = expected
   where held is null or expected is null`,
    expected,
  );

export const appPrivileges = privilegesOf('outcrop_app', expectedGrants);

export const signInPrivileges = privilegesOf('outcrop_sign_in', grants('auth', signInTables));

export const schemaPrivileges = check(`
  select 'outcrop_app has ' || lower(privilege) || ' on ' || nspname as violation
  from pg_namespace cross join unnest(array['CREATE', 'USAGE']) as privilege
  where nspname not in ('pg_catalog', 'information_schema')
    and has_schema_privilege('outcrop_app', oid, privilege)
    and not (nspname in ('public', '${engineSchema}') and privilege = 'USAGE')
  union all
  select 'outcrop_app has ' || lower(privilege) || ' on the database'
  from unnest(array['CREATE', 'TEMPORARY']) as privilege
  where has_database_privilege('outcrop_app', current_database(), privilege)`);

export const objectOwners = check(`
  select 'outcrop_app owns ' || pg_describe_object(classid, objid, objsubid) as violation
  from pg_shdepend
  where refclassid = 'pg_authid'::regclass and refobjid = 'outcrop_app'::regrole and deptype = 'o'
    and dbid in (0, (select oid from pg_database where datname = current_database()))`);

export const roleAttributes = check(`
  select rolname || ' ' || flaw as violation
  from pg_roles
  cross join lateral unnest(array[
    case when rolsuper then 'is a superuser' end,
    case when rolbypassrls then 'bypasses row-level security' end,
    case when rolcreaterole then 'makes roles' end,
    case when rolcreatedb then 'makes databases' end,
    case when rolreplication then 'replicates' end
  ]) as flaw
  where rolname in ('outcrop_owner', 'outcrop_app', 'outcrop_sign_in') and flaw is not null
  union all
  select member::regrole || ' is a member of ' || roleid::regrole
  from pg_auth_members
  where member in ('outcrop_owner'::regrole, 'outcrop_app'::regrole, 'outcrop_sign_in'::regrole)`);

export const definerFunctionRules = check(
  `with definer as (
     select p.oid::regprocedure::text as name, p.*
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
   )
   select coalesce(name, expected) || ': ' || flaw as violation
   from definer full join unnest($1::text[]) as expected on name = expected
   cross join lateral unnest(array[
     case when expected is null then 'is not on the list' end,
     case when name is null then 'does not run with the rights of its owner' end,
     case when not coalesce(proconfig, '{}') @> '{"search_path=public, pg_temp"}'
       then 'has no fixed search_path' end,
     case when proowner <> 'outcrop_owner'::regrole then 'does not belong to outcrop_owner' end,
     case when has_function_privilege('public', oid, 'execute') then 'may be run by everyone' end
   ]) as flaw
   where flaw is not null`,
  definerFunctions,
);
