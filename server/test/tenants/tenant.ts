import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { tenantTables, workspaceColumn } from '../../schema/tables.ts';
import { existingWorkspace, type TestWorkspace } from '../accounts.ts';
import { insertTenant } from '../engine/tenant-rows.ts';
import type { TestService } from '../service.ts';

/** A value in the rows of a workspace, and its column. */
export interface TenantValue {
  column: string;
  value: string;
  /** Its column is indexed, so rows may be found by it. */
  isIndexed: boolean;
}

export interface TestTenant extends TestWorkspace {
  /** Part of every text of the workspace, and of no other. */
  canary: string;
  /** All distinct uuids and texts of its rows. */
  ids: TenantValue[];
  texts: TenantValue[];
}

/** Creates a workspace with a row in every table. */
export async function createTenant(service: TestService): Promise<TestTenant> {
  const canary = `canary${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: service.database.ownerUrl });
  await client.connect();
  try {
    const id = await insertTenant(client, canary);
    return {
      ...existingWorkspace(service.owner, id),
      name: `Tenant ${canary}`,
      canary,
      ids: await valuesOf(client, id, ['uuid']),
      texts: await valuesOf(client, id, ['text', 'json', 'jsonb']),
    };
  } finally {
    await client.end();
  }
}

async function valuesOf(
  client: pg.Client,
  workspaceId: string,
  types: string[],
): Promise<TenantValue[]> {
  const { rows: columns } = await client.query<{
    table: string;
    column: string;
    isLookedUp: boolean;
  }>(
    `select table_name as table, column_name as column, exists (
       select from pg_indexes
       where tablename = table_name and indexdef ~ ('\\m' || column_name || '(_key)?\\M')) as "isLookedUp"
     from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and data_type = any($2)
     order by array_position($1, table_name::text), ordinal_position`,
    [Object.keys(tenantTables), types],
  );
  const values = new Map<string, TenantValue>();
  for (const { table, column, isLookedUp: isIndexed } of columns) {
    const { rows } = await client.query<{ value: string | null }>(
      `select ${column}::text as value from ${table} where ${workspaceColumn(table)} = $1`,
      [workspaceId],
    );
    for (const { value } of rows) {
      if (value === null) continue;
      const known = values.get(value) ?? { column: `${table}.${column}`, value, isIndexed };
      values.set(value, { ...known, isIndexed: known.isIndexed || isIndexed });
    }
  }
  return [...values.values()];
}
