import { expect, test } from 'vitest';
import {
  type Privilege,
  type TenantTable,
  tenantTables,
  workspaceColumn,
} from '../../schema/tables.ts';
import { testDatabase } from '../database.ts';
import { connectClient, type DatabaseCheck, inRolledBackTransaction } from './connection.ts';
import {
  crossTenantAccess,
  crossTenantWrites,
  rowsVisibleWithoutWorkspace,
} from './tenant-checks.ts';
import { insertTenant } from './tenant-rows.ts';

const database = await testDatabase();
const [admin, owner, app] = await Promise.all([
  connectClient(database.adminUrl),
  connectClient(database.ownerUrl),
  connectClient(database.appUrl),
]);
const tables = Object.keys(tenantTables);
const hasPrivilege = (table: string, privilege: Privilege) =>
  tenantTables[table as TenantTable].includes(privilege);
const ownTenant = await insertTenant(owner);
const otherTenant = await insertTenant(owner);

async function rowsIn(table: string, workspaceId: string): Promise<object[]> {
  const { rows } = await owner.query<{ row: object }>(
    `select to_jsonb(t) as row from ${table} t where ${workspaceColumn(table)} = $1`,
    [workspaceId],
  );
  return rows.map(({ row }) => row);
}

const ownRows: Record<string, number> = {};
const foreign: Record<string, object> = {};
for (const table of tables) {
  ownRows[table] = (await rowsIn(table, ownTenant)).length;
  foreign[table] = (await rowsIn(table, otherTenant))[0]!;
}

const asApp = (check: DatabaseCheck) => inRolledBackTransaction(app, () => check(app));
const violationsWith = (violation: string, check: DatabaseCheck) =>
  inRolledBackTransaction(admin, async () => {
    await admin.query(violation);
    await admin.query('set local role outcrop_app');
    return check(admin);
  });

test('every tenant table has a row of both workspaces, so that the tests below are meaningful', () => {
  for (const table of tables)
    expect([table, ownRows[table], foreign[table]]).toEqual([table, 1, expect.anything()]);
});

test('without a workspace no row of any tenant table is visible', async () => {
  expect(await asApp(rowsVisibleWithoutWorkspace)).toEqual([]);
  expect(
    await violationsWith(
      'alter table list disable row level security',
      rowsVisibleWithoutWorkspace,
    ),
  ).toEqual(['list shows 2 rows']);
  expect(
    await violationsWith('create policy wide on event using (true)', rowsVisibleWithoutWorkspace),
  ).toEqual(['event shows 2 rows']);
});

test('the empty setting left by an earlier transaction shows no rows and raises no error', async () => {
  const bare = `create or replace function current_workspace() returns uuid language sql stable
                as $$ select current_setting('app.workspace_id', true)::uuid $$`;
  for (const client of [app, admin])
    await inRolledBackTransaction(client, () =>
      client.query(`select set_config('app.workspace_id', $1, true)`, [ownTenant]),
    );
  const left = await app.query(`select current_setting('app.workspace_id', true) as workspace`);
  expect(left.rows).toEqual([{ workspace: '' }]);
  expect(await asApp(rowsVisibleWithoutWorkspace)).toEqual([]);
  await expect(violationsWith(bare, rowsVisibleWithoutWorkspace)).rejects.toThrow(
    /invalid input syntax/,
  );
});

test('in a workspace, statements without WHERE affect only its own rows', async () => {
  const reach = crossTenantAccess(ownTenant, ownRows);
  expect(await asApp(reach)).toEqual([]);
  const reported = await violationsWith(
    tables.map((table) => `alter table ${table} disable row level security`).join(';'),
    reach,
  );
  for (const table of tables) {
    expect(reported).toContain(`select of ${table}: 2 rows`);
    if (hasPrivilege(table, 'update')) expect(reported).toContain(`update of ${table}: 2 rows`);
  }
  expect(await violationsWith('drop policy own_workspace on tag', reach)).toEqual([
    'select of tag: 0 rows',
    'update of tag: 0 rows',
    'delete of tag: 0 rows',
  ]);
});

test('a row cannot be written or moved into another workspace', async () => {
  const writes = crossTenantWrites(ownTenant, otherTenant, foreign);
  expect(await asApp(writes)).toEqual([]);
  const open = (table: string) =>
    `alter policy own_workspace on ${table} with check (true); drop policy if exists audience on ${table}`;
  const reported = (await violationsWith(tables.map(open).join(';'), writes)).join('\n');
  for (const table of tables) {
    if (hasPrivilege(table, 'insert')) expect(reported).toContain(`insert into ${table}:`);
    if (hasPrivilege(table, 'update')) expect(reported).toContain(`move out of ${table}:`);
  }
});

test('partitions are not readable directly: with a grant they would show rows of other workspaces', async () => {
  const { rows } = await owner.query<{ name: string }>(
    'select tableoid::regclass::text as name from event where workspace_id = $1',
    [otherTenant],
  );
  const inPartition: DatabaseCheck = async (client) => {
    await client.query(`select set_config('app.workspace_id', $1, true)`, [ownTenant]);
    const seen = await client.query<{ workspace_id: string }>(`select * from ${rows[0]!.name}`);
    return seen.rows.map((row) => row.workspace_id);
  };
  await expect(asApp(inPartition)).rejects.toThrow('permission denied');
  expect(
    await violationsWith(`grant select on ${rows[0]!.name} to outcrop_app`, inPartition),
  ).toContain(otherTenant);
});
