import { expect, test } from 'vitest';
import { testDatabase } from '../database.ts';
import {
  connectClient,
  type DatabaseCheck,
  inRolledBackTransaction,
  violationsAfter,
} from './connection.ts';
import {
  audiencePolicies,
  foreignKeyIndexes,
  foreignKeys,
  rowPolicies,
  tableClassification,
  timestampColumns,
  uniqueKeys,
} from './table-checks.ts';

const database = await testDatabase();
const admin = await connectClient(database.adminUrl);
/** Of the current month. */
const partition = `event_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
const violationsWith = (violation: string, check: DatabaseCheck) =>
  violationsAfter(admin, violation, check);

test('every table and view is classified, and every classified table exists', async () => {
  expect(await tableClassification(admin)).toEqual([]);
  expect(await violationsWith('create table stray (id int)', tableClassification)).toEqual([
    'public.stray is not classified',
  ]);
  expect(
    await violationsWith('create view stray as select * from tag', tableClassification),
  ).toEqual(['public.stray is not classified']);
  expect(
    await violationsWith('create schema far create table stray (id int)', tableClassification),
  ).toEqual(['far.stray is not classified']);
  expect(await violationsWith('drop table idempotency', tableClassification)).toEqual([
    'public.idempotency does not exist',
  ]);
});

test('every tenant table has row-level security, enabled but not forced, and exactly one policy', async () => {
  expect(await rowPolicies(admin)).toEqual([]);
  expect(await violationsWith('alter table list disable row level security', rowPolicies)).toEqual([
    'list: row-level security is off',
  ]);
  expect(await violationsWith('alter table list force row level security', rowPolicies)).toEqual([
    'list: row-level security is forced',
  ]);
  expect(await violationsWith('drop policy own_workspace on list', rowPolicies)).toEqual([
    'list: has 0 policies',
  ]);
  expect(await violationsWith('create policy wide on list using (true)', rowPolicies)).toContain(
    'list: has 2 policies',
  );
  for (const change of ['using (true)', 'with check (true)', 'to outcrop_app'])
    expect(
      await violationsWith(`alter policy own_workspace on list ${change}`, rowPolicies),
    ).toEqual(['list: its policy is not own_workspace']);
});

test('conversations and what hangs on them carry a second policy, by user', async () => {
  expect(await audiencePolicies(admin)).toEqual([]);
  for (const change of [
    'drop policy audience on message',
    'alter policy audience on message using (true)',
    'create policy audience on list using (true)',
  ])
    expect(await violationsWith(change, audiencePolicies)).toEqual([
      expect.stringContaining('its policy is not audience'),
    ]);
});

test('a forced policy would also apply to the definer functions', async () => {
  const seen = async () =>
    (await admin.query(`select from authenticate_token(sha256('hers'))`)).rowCount;
  const workspace = `insert into workspace values (gen_random_uuid(), 'Forced', 'free') returning id`;
  const user = `insert into auth."user" (name, email) values ('F', 'forced@outcrop.example') returning id`;
  await inRolledBackTransaction(admin, async () => {
    await admin.query(`
      with w as (${workspace}), u as (${user}),
           m as (insert into member select w.id, u.id, 'viewer' from w, u returning *)
      insert into api_token (workspace_id, id, user_id, name, hash, last_four)
      select workspace_id, gen_random_uuid(), user_id, 'F', sha256('hers'), 'hers' from m`);
    expect(await seen()).toBe(1);
    await admin.query('alter table api_token force row level security');
    expect(await seen()).toBe(0);
  });
});

test('every unique key of a tenant table starts with the workspace', async () => {
  expect(await uniqueKeys(admin)).toEqual([]);
  const violations = {
    'create unique index stray on tag (name_key, workspace_id)':
      'tag: stray does not begin with workspace_id',
    'create unique index stray on workspace (name)': 'workspace: stray does not begin with id',
    [`create unique index stray on ${partition} (id)`]: `${partition}: stray does not begin with workspace_id`,
    'create unique index stray on tag (lower(name), workspace_id)':
      'tag: stray does not begin with workspace_id',
    'alter table idempotency drop constraint idempotency_pkey': 'idempotency: has no primary key',
  };
  for (const [violation, complaint] of Object.entries(violations))
    expect(await violationsWith(violation, uniqueKeys)).toEqual([complaint]);
});

test('a foreign key between tenant tables includes the workspace', async () => {
  expect(await foreignKeys(admin)).toEqual([]);
  expect(
    await violationsWith(
      `alter table prospect_tag add crossed uuid;
       create unique index on tag (id);
       alter table prospect_tag add constraint stray foreign key (crossed) references tag (id)`,
      foreignKeys,
    ),
  ).toContain('prospect_tag: stray does not carry the workspace');
});

test('every foreign key has an index that starts with its columns', async () => {
  expect(await foreignKeyIndexes(admin)).toEqual([]);
  expect(await violationsWith('drop index prospect_list_members', foreignKeyIndexes)).toContain(
    'prospect_list: prospect_list_workspace_id_list_id_fkey has no index',
  );
  expect(await violationsWith('drop index auth."session_userId_idx"', foreignKeyIndexes)).toEqual([
    'session: session_userId_fkey has no index',
  ]);
  expect(
    await violationsWith(
      `drop index workspace_plan;
       create index workspace_plan on workspace (plan_id) where plan_id = 'free'`,
      foreignKeyIndexes,
    ),
  ).toEqual(['workspace: workspace_plan_id_fkey has no index']);
  expect(
    await violationsWith(
      'drop index workspace_plan; create index workspace_plan on workspace (name, plan_id)',
      foreignKeyIndexes,
    ),
  ).toEqual(['workspace: workspace_plan_id_fkey has no index']);
});

test('every timestamp is a timestamptz with milliseconds', async () => {
  expect(await timestampColumns(admin)).toEqual([]);
  expect(await violationsWith('alter table tag add stray timestamptz', timestampColumns)).toEqual([
    'tag.stray is timestamp with time zone',
  ]);
  expect(await violationsWith('alter table tag add stray timestamp(3)', timestampColumns)).toEqual([
    'tag.stray is timestamp(3) without time zone',
  ]);
});
