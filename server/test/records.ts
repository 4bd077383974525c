import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Referent } from '@outcrop/contract';
import { type Database, sql, type Tx } from '../src/platform/db/index.ts';

type Insert = (tx: Tx, id: string) => Promise<unknown>;

const inserts: Record<Referent, Insert> = {
  prospect: (tx, id) =>
    tx.run(sql`
      insert into prospect (workspace_id, id, full_name, email, email_key, source_type)
      values (${tx.workspaceId}, ${id}, 'Amara Okafor', ${`${id}@outcrop.example`},
              ${`${id}@outcrop.example`}, 'manual')`),
  list: (tx, id) =>
    tx.run(sql`
      insert into list (workspace_id, id, name, name_key)
      values (${tx.workspaceId}, ${id}, ${`List ${id}`}, ${`list ${id}`})`),
  tag: (tx, id) =>
    tx.run(sql`
      insert into tag (workspace_id, id, name, name_key)
      values (${tx.workspaceId}, ${id}, ${`Tag ${id}`}, ${`tag ${id}`})`),
  campaign: (tx, id) =>
    tx.run(sql`
      insert into campaign (workspace_id, id, name)
      values (${tx.workspaceId}, ${id}, ${`Campaign ${id}`})`),
};

export type IdOf = (referent: Referent) => Promise<string>;

/** Makes the things that a request can point at, behind the API's back. */
export const recordsIn =
  (owner: Database, workspaceId: string): IdOf =>
  async (referent) => {
    const id = randomUUIDv7();
    await owner.transaction(workspaceId, (tx) => inserts[referent](tx, id));
    return id;
  };

/** Ids that nothing has. */
export const nothing: IdOf = async () => randomUUID();
