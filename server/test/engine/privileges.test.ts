import { expect, test } from 'vitest';
import { testDatabase } from '../database.ts';
import { type Check, connect, planted, refusal, rolledBack } from './connection.ts';
import {
  definers,
  ownership,
  roleAttributes,
  schemaPrivileges,
  signInPrivileges,
  tablePrivileges,
} from './privilege-checks.ts';

const database = await testDatabase();
const admin = await connect(database.adminUrl);
const app = await connect(database.appUrl);
const plant = (violation: string, check: Check) => planted(admin, violation, check);

test('outcrop_app may do to each table what is listed, and nothing to a partition or to auth', async () => {
  expect(await tablePrivileges(admin)).toEqual([]);
  for (const [violation, reported] of [
    ['grant select on prospect_p07 to outcrop_app', 'public.prospect_p07: select'],
    ['grant trigger on prospect_p07 to outcrop_app', 'public.prospect_p07: trigger'],
    ['grant select (email) on prospect_p07 to outcrop_app', 'public.prospect_p07: select'],
    ['grant select on auth."user" to public', 'auth.user: select'],
    ['grant update (name) on auth."user" to outcrop_app', 'auth.user: update'],
    ['grant delete on workspace to outcrop_app', 'public.workspace: delete'],
    ['grant truncate on list to outcrop_app', 'public.list: truncate'],
    ['grant references on list to outcrop_app', 'public.list: references'],
    ['grant update on plan to outcrop_app', 'public.plan: update'],
    ['grant select on migration to outcrop_app', 'public.migration: select'],
    ['grant usage on sequence migration_id_seq to outcrop_app', 'public.migration_id_seq: usage'],
    ['grant insert on pgboss.queue to outcrop_app', 'pgboss.queue: insert'],
    ['grant select on pgboss.job_common to outcrop_app', 'pgboss.job_common: select'],
    ['grant select on pgboss.schedule to outcrop_app', 'pgboss.schedule: select'],
  ] as const)
    expect(await plant(violation, tablePrivileges)).toEqual([
      `outcrop_app may not have ${reported}`,
    ]);
  expect(await plant('revoke delete on tag from outcrop_app', tablePrivileges)).toEqual([
    'outcrop_app lacks public.tag: delete',
  ]);
  expect(await plant('grant outcrop_owner to outcrop_app', tablePrivileges)).toContain(
    'outcrop_app may not have public.prospect_p00: select',
  );
});

test('outcrop_sign_in sees accounts and sessions and nothing else, and can neither add nor remove anyone [sign-in.only-accounts]', async () => {
  expect(await signInPrivileges(admin)).toEqual([]);
  for (const [violation, reported] of [
    ['grant insert on auth."user" to outcrop_sign_in', 'auth.user: insert'],
    ['grant select on member to outcrop_sign_in', 'public.member: select'],
    ['grant select (name) on workspace to public', 'public.workspace: select'],
  ] as const)
    expect(await plant(violation, signInPrivileges)).toContain(
      `outcrop_sign_in may not have ${reported}`,
    );
});

test('outcrop_app can create nothing, in no schema, and look into none but public and pgboss', async () => {
  expect(await schemaPrivileges(admin)).toEqual([]);
  expect(await plant('grant create on schema public to public', schemaPrivileges)).toEqual([
    'outcrop_app has create on public',
  ]);
  expect(await plant('grant usage on schema auth to outcrop_app', schemaPrivileges)).toEqual([
    'outcrop_app has usage on auth',
  ]);
  expect(
    await plant(`grant create, temp on database ${database.name} to public`, schemaPrivileges),
  ).toEqual([
    'outcrop_app has create on the database',
    'outcrop_app has temporary on the database',
  ]);
});

test('outcrop_app owns nothing', async () => {
  expect(await ownership(admin)).toEqual([]);
  expect(await plant('alter table plan owner to outcrop_app', ownership)).toContain(
    'outcrop_app owns table plan',
  );
  expect(await plant('alter function current_month owner to outcrop_app', ownership)).toEqual([
    'outcrop_app owns function current_month()',
  ]);
  expect(await plant('create schema authorization outcrop_app', ownership)).toEqual([
    'outcrop_app owns schema outcrop_app',
  ]);
});

test('neither role is a superuser, bypasses policies or belongs to another role', async () => {
  expect(await roleAttributes(admin)).toEqual([]);
  for (const [violation, reported] of [
    ['alter role outcrop_owner superuser', 'outcrop_owner is a superuser'],
    ['alter role outcrop_owner bypassrls', 'outcrop_owner bypasses row-level security'],
    ['alter role outcrop_app superuser', 'outcrop_app is a superuser'],
    ['alter role outcrop_app bypassrls', 'outcrop_app bypasses row-level security'],
    ['alter role outcrop_app createrole', 'outcrop_app makes roles'],
    ['alter role outcrop_app createdb', 'outcrop_app makes databases'],
    ['alter role outcrop_app replication', 'outcrop_app replicates'],
    ['grant outcrop_owner to outcrop_app', 'outcrop_app is a member of outcrop_owner'],
    ['grant pg_read_all_data to outcrop_app', 'outcrop_app is a member of pg_read_all_data'],
  ] as const)
    expect(await plant(violation, roleAttributes)).toEqual([reported]);
});

test('the functions with the rights of the owner are the listed ones, closed to everyone else', async () => {
  expect(await definers(admin)).toEqual([]);
  const owned = 'alter function stray owner to outcrop_owner';
  const closed = 'revoke execute on function stray from public';
  const stray = `create function stray() returns int language sql security definer
                 set search_path = public, pg_temp as 'select 1'; ${owned}; ${closed}`;
  expect(await plant(stray, definers)).toEqual(['stray(): is not on the list']);
  const changed = 'alter function make_event_partitions(timestamp with time zone)';
  expect(await plant(`${changed} security invoker`, definers)).toContain(
    'make_event_partitions(timestamp with time zone): does not run with the rights of its owner',
  );
  for (const path of ['reset search_path', 'set search_path = "$user", public'])
    expect(await plant(`${changed} ${path}`, definers)).toEqual([
      'make_event_partitions(timestamp with time zone): has no fixed search_path',
    ]);
  expect(await plant(`${changed} owner to current_user`, definers)).toEqual([
    'make_event_partitions(timestamp with time zone): does not belong to outcrop_owner',
  ]);
  expect(
    await plant(
      'grant execute on function make_event_partitions(timestamp with time zone) to public',
      definers,
    ),
  ).toEqual(['make_event_partitions(timestamp with time zone): may be run by everyone']);
});

test('what outcrop_app has no privilege for is refused when it is tried', async () => {
  await rolledBack(app, async () => {
    for (const statement of [
      'select * from prospect_p07',
      'select * from auth."user"',
      'update plan set monthly_imports = 1',
      'create table stray (id int)',
      'create temp table stray (id int)',
      'create schema stray',
      'create table pgboss.stray (id int)',
      "select pgboss.create_queue('stray', '{}')",
      'truncate pgboss.job',
      'alter table list disable row level security',
      'drop policy own_workspace on list',
      'truncate list',
      'set role outcrop_owner',
    ])
      expect(await refusal(app, statement), statement).toMatch(
        /^(permission denied|must be (owner|member))/,
      );
  });
});
