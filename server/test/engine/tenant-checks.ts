import type pg from 'pg';
import { tenantTables, workspaceColumn } from '../../migrations/tables.ts';
import { type Check, refusal } from './connection.ts';

const tables = Object.entries(tenantTables);

const enter = (client: pg.Client, workspaceId: string) =>
  client.query(`select set_config('app.workspace_id', $1, true)`, [workspaceId]);

/** In these checks the client acts as outcrop_app, inside a transaction, with every WHERE left out. */
export const visibleWithoutWorkspace: Check = async (client) => {
  const visible: string[] = [];
  for (const [table] of tables) {
    const { rowCount } = await client.query(`select from ${table}`);
    if (rowCount !== 0) visible.push(`${table} shows ${rowCount} rows`);
  }
  return visible;
};

/** Reading, changing and deleting each reach the rows of the workspace, all of them and no other. */
export const foreignReach =
  (workspaceId: string, ownRows: Record<string, number>): Check =>
  async (client) => {
    await enter(client, workspaceId);
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
        const { rowCount } = await client.query(statement);
        await client.query('rollback to savepoint attempt');
        if (rowCount !== ownRows[table]) reached.push(`${privilege} of ${table}: ${rowCount} rows`);
      }
    }
    return reached;
  };

/** `foreign` holds a row of another workspace for every table, as JSON. */
export const foreignWrites =
  (workspaceId: string, otherId: string, foreign: Record<string, object>): Check =>
  async (client) => {
    await enter(client, workspaceId);
    const written: string[] = [];
    for (const [table, privileges] of tables) {
      const insert = `insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`;
      const move = `update ${table} set ${workspaceColumn(table)} = $1`;
      for (const [name, privilege, statement, value] of [
        ['insert into', 'insert', insert, foreign[table]],
        ['move out of', 'update', move, otherId],
      ] as const) {
        const answer = await refusal(client, statement, [value]);
        const expected = privileges.some((granted) => granted === privilege)
          ? 'new row violates row-level security policy'
          : 'permission denied';
        if (!answer.startsWith(expected)) written.push(`${name} ${table}: ${answer}`);
      }
    }
    return written;
  };
