import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';

/** What processes of the version before migration 0042 write, and how they search. */
export const oldWrites = (client: pg.Client) => ({
  add: async (workspaceId: string, name: string): Promise<string> => {
    const id = randomUUIDv7();
    await client.query('begin');
    await client.query(
      `insert into prospect (workspace_id, id, full_name, stage, source_type, email, email_key)
       values ($1, $2, $3, 'replied', 'manual', $4, $4)`,
      [workspaceId, id, name, `${id}@acme.example`],
    );
    await client.query(
      `insert into prospect_search values ($1, $2, now(), $3, 'replied', true, false, 'none')`,
      [workspaceId, id, ` ${name.toLowerCase()}\n ${id}@acme.example`],
    );
    await client.query('commit');
    return id;
  },
  rename: (id: string, name: string) =>
    client.query('update prospect set full_name = $2 where id = $1', [id, name]),
  move: (id: string) => client.query(`update prospect set stage = 'meeting' where id = $1`, [id]),
  remove: (id: string) => client.query('delete from prospect where id = $1', [id]),
  search: async (workspaceId: string, word: string): Promise<string[]> => {
    await client.query(`select set_config('app.workspace_id', $1, false)`, [workspaceId]);
    const { rows } = await client.query<{ id: string }>(
      `select id from matching_prospects(array[$1], 100) as id`,
      [`%${word}%`],
    );
    return rows.map(({ id }) => id);
  },
});
