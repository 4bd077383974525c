import { expect, test } from 'vitest';
import { testDatabase } from '../database.ts';
import {
  connectClient,
  type DatabaseCheck,
  errorMessageOf,
  inRolledBackTransaction,
  violationsAfter,
} from './connection.ts';
import {
  appPrivileges,
  definerFunctionRules,
  objectOwners,
  roleAttributes,
  schemaPrivileges,
  signInPrivileges,
} from './privilege-checks.ts';

const database = await testDatabase();
const admin = await connectClient(database.adminUrl);
const app = await connectClient(database.appUrl);
/** Of the current month. */
const partition = `event_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
const violationsWith = (violation: string, check: DatabaseCheck) =>
  violationsAfter(admin, violation, check);

test('outcrop_app has exactly the listed table privileges, and none on partitions or auth', async () => {
  expect(await appPrivileges(admin)).toEqual([]);
  for (const [violation, reported] of [
    [`grant select on ${partition} to outcrop_app`, `public.${partition}: select`],
    [`grant trigger on ${partition} to outcrop_app`, `public.${partition}: trigger`],
    [`grant select (data) on ${partition} to outcrop_app`, `public.${partition}: select`],
    ['grant select on auth."user" to public', 'auth.user: select'],
    ['grant update (name) on auth."user" to outcrop_app', 'auth.user: update'],
    ['grant delete on workspace to outcrop_app', 'public.workspace: delete'],
    ['grant truncate on list to outcrop_app', 'public.list: truncate'],
    ['grant references on list to outcrop_app', 'public.list: references'],
    ['grant update on plan to outcrop_app', 'public.plan: update'],
    ['grant select on migration to outcrop_app', 'public.migration: select'],
    ['create sequence stray; grant usage on sequence stray to outcrop_app', 'public.stray: usage'],
    ['grant insert on pgboss.queue to outcrop_app', 'pgboss.queue: insert'],
    ['grant select on pgboss.job_common to outcrop_app', 'pgboss.job_common: select'],
    ['grant select on pgboss.schedule to outcrop_app', 'pgboss.schedule: select'],
  ] as const)
    expect(await violationsWith(violation, appPrivileges)).toEqual([
      `outcrop_app may not have ${reported}`,
    ]);
  expect(await violationsWith('revoke delete on tag from outcrop_app', appPrivileges)).toEqual([
    'outcrop_app lacks public.tag: delete',
  ]);
  expect(await violationsWith('grant outcrop_owner to outcrop_app', appPrivileges)).toContain(
    `outcrop_app may not have public.${partition}: select`,
  );
});

test('outcrop_sign_in can access only accounts and sessions, and cannot add or remove users', async () => {
  expect(await signInPrivileges(admin)).toEqual([]);
  for (const [violation, reported] of [
    ['grant insert on auth."user" to outcrop_sign_in', 'auth.user: insert'],
    ['grant select on member to outcrop_sign_in', 'public.member: select'],
    ['grant select (name) on workspace to public', 'public.workspace: select'],
  ] as const)
    expect(await violationsWith(violation, signInPrivileges)).toContain(
      `outcrop_sign_in may not have ${reported}`,
    );
});

test('outcrop_app cannot create anything, and can use only the schemas public and pgboss', async () => {
  expect(await schemaPrivileges(admin)).toEqual([]);
  expect(await violationsWith('grant create on schema public to public', schemaPrivileges)).toEqual(
    ['outcrop_app has create on public'],
  );
  expect(
    await violationsWith('grant usage on schema auth to outcrop_app', schemaPrivileges),
  ).toEqual(['outcrop_app has usage on auth']);
  expect(
    await violationsWith(
      `grant create, temp on database ${database.name} to public`,
      schemaPrivileges,
    ),
  ).toEqual([
    'outcrop_app has create on the database',
    'outcrop_app has temporary on the database',
  ]);
});

test('outcrop_app owns nothing', async () => {
  expect(await objectOwners(admin)).toEqual([]);
  expect(await violationsWith('alter table plan owner to outcrop_app', objectOwners)).toContain(
    'outcrop_app owns table plan',
  );
  expect(
    await violationsWith('alter function current_month owner to outcrop_app', objectOwners),
  ).toEqual(['outcrop_app owns function current_month()']);
  expect(await violationsWith('create schema authorization outcrop_app', objectOwners)).toEqual([
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
    expect(await violationsWith(violation, roleAttributes)).toEqual([reported]);
});

test('only the listed functions run with the rights of the owner, and not for everyone', async () => {
  expect(await definerFunctionRules(admin)).toEqual([]);
  const owned = 'alter function stray owner to outcrop_owner';
  const closed = 'revoke execute on function stray from public';
  const stray = `create function stray() returns int language sql security definer
                 set search_path = public, pg_temp as 'select 1'; ${owned}; ${closed}`;
  expect(await violationsWith(stray, definerFunctionRules)).toEqual([
    'stray(): is not on the list',
  ]);
  const changed = 'alter function make_event_partitions(timestamp with time zone)';
  expect(await violationsWith(`${changed} security invoker`, definerFunctionRules)).toContain(
    'make_event_partitions(timestamp with time zone): does not run with the rights of its owner',
  );
  for (const path of ['reset search_path', 'set search_path = "$user", public'])
    expect(await violationsWith(`${changed} ${path}`, definerFunctionRules)).toEqual([
      'make_event_partitions(timestamp with time zone): has no fixed search_path',
    ]);
  expect(await violationsWith(`${changed} owner to current_user`, definerFunctionRules)).toEqual([
    'make_event_partitions(timestamp with time zone): does not belong to outcrop_owner',
  ]);
  expect(
    await violationsWith(
      'grant execute on function make_event_partitions(timestamp with time zone) to public',
      definerFunctionRules,
    ),
  ).toEqual(['make_event_partitions(timestamp with time zone): may be run by everyone']);
});

test('statements that outcrop_app has no privilege for are rejected', async () => {
  await inRolledBackTransaction(app, async () => {
    for (const statement of [
      `select * from ${partition}`,
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
      expect(await errorMessageOf(app, statement), statement).toMatch(
        /^(permission denied|must be (owner|member))/,
      );
  });
});
