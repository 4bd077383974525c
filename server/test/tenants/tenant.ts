import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { tenantTables, workspaceColumn } from '../../migrations/tables.ts';
import { membersOf, type TestWorkspace } from '../accounts.ts';
import { fillTenant } from '../engine/tenant-rows.ts';
import type { TestService } from '../service.ts';

/** A value of a workspace's rows, and the column it stands in. */
export interface Value {
  column: string;
  value: string;
  /** An index holds it: something may be found by it. */
  isLookedUp: boolean;
}

export interface Tenant extends TestWorkspace {
  /** Stands in every text of the workspace, and nowhere else. */
  mark: string;
  /** Every uuid and every text of its rows, each once. */
  ids: Value[];
  texts: Value[];
}

/** A workspace with a row in every table, and all that is in them. */
export async function makeTenant(service: TestService): Promise<Tenant> {
  const mark = `canary${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: service.database.ownerUrl });
  await client.connect();
  try {
    const id = await fillTenant(client, mark);
    return {
      ...membersOf(service.owner, id),
      name: `Tenant ${mark}`,
      mark,
      ids: await valuesOf(client, id, ['uuid']),
      texts: await valuesOf(client, id, ['text', 'json', 'jsonb']),
    };
  } finally {
    await client.end();
  }
}

async function valuesOf(client: pg.Client, workspaceId: string, types: string[]): Promise<Value[]> {
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
  const values = new Map<string, Value>();
  for (const { table, column, isLookedUp } of columns) {
    const { rows } = await client.query<{ value: string | null }>(
      `select ${column}::text as value from ${table} where ${workspaceColumn(table)} = $1`,
      [workspaceId],
    );
    for (const { value } of rows) {
      if (value === null) continue;
      const known = values.get(value) ?? { column: `${table}.${column}`, value, isLookedUp };
      values.set(value, { ...known, isLookedUp: known.isLookedUp || isLookedUp });
    }
  }
  return [...values.values()];
}
