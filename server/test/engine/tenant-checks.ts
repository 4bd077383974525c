import type pg from 'pg';
import { tenantTables, workspaceColumn } from '../../schema/tables.ts';
import { type DatabaseCheck, errorMessageOf } from './connection.ts';

const tables = Object.entries(tenantTables);

const enterWorkspace = (client: pg.Client, workspaceId: string) =>
  client.query(`select set_config('app.workspace_id', $1, true)`, [workspaceId]);

/** These checks run as outcrop_app, in a transaction, without any WHERE. */
export const rowsVisibleWithoutWorkspace: DatabaseCheck = async (client) => {
  const visible: string[] = [];
  for (const [table] of tables) {
    const { rowCount } = await client.query(`select from ${table}`);
    if (rowCount !== 0) visible.push(`${table} shows ${rowCount} rows`);
  }
  return visible;
};

/** Reads, updates and deletes must affect all rows of the workspace and no others. */
export const crossTenantAccess =
  (workspaceId: string, ownRows: Record<string, number>): DatabaseCheck =>
  async (client) => {
    await enterWorkspace(client, workspaceId);
    const reached: string[] = [];
    for (const [table, privileges] of tables) {
      const workspace = workspaceColumn(table);
      const attempts = {
        select: `select from ${table}`,
        update: `update ${table} set ${workspace} = ${workspace}`,
        delete: `delete from ${table}`,
      };
      for (const [privilege, statement] of Object.entries(attempts)) {
        if (!privileges.some((granted) => granted === privilege)) continue;
        await client.query('savepoint attempt');
        const rowCount = await changedRows(client, statement);
        await client.query('rollback to savepoint attempt');
        // A foreign key keeps a member who owns a mailbox.
        if (rowCount !== 'referenced' && rowCount !== ownRows[table])
          reached.push(`${privilege} of ${table}: ${rowCount} rows`);
      }
    }
    return reached;
  };

/** The columns of a table, without generated ones. */
async function writableColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]!.columns;
}

const changedRows = async (client: pg.Client, statement: string) =>
  client.query(statement).then(
    ({ rowCount }) => rowCount,
    (error: { code?: string }) => {
      if (error.code !== '23503') throw error;
      return 'referenced' as const;
    },
  );

/** `foreign` has a row of another workspace for every table, as JSON. */
export const crossTenantWrites =
  (workspaceId: string, otherId: string, foreign: Record<string, object>): DatabaseCheck =>
  async (client) => {
    await enterWorkspace(client, workspaceId);
    const written: string[] = [];
    for (const [table, privileges] of tables) {
      const columns = await writableColumns(client, table);
      const insert = `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`;
      const move = `update ${table} set ${workspaceColumn(table)} = $1`;
      for (const [name, privilege, statement, value] of [
        ['insert into', 'insert', insert, foreign[table]],
        ['move out of', 'update', move, otherId],
      ] as const) {
        const answer = await errorMessageOf(client, statement, [value]);
        const expected = privileges.some((granted) => granted === privilege)
          ? 'new row violates row-level security policy'
          : 'permission denied';
        if (!answer.startsWith(expected)) written.push(`${name} ${table}: ${answer}`);
      }
    }
    return written;
  };
