import { lockInWorkspace, sql, type Tx } from '../platform/db/index.ts';

export interface SavedReplyRow {
  id: string;
  name: string;
  text: string;
  updatedAt: Date;
}

const columns = sql`id, name, text, updated_at as "updatedAt"`;

export const selectSavedReplies = (tx: Tx): Promise<SavedReplyRow[]> =>
  tx.rows<SavedReplyRow>(sql`
    select ${columns} from saved_reply where workspace_id = ${tx.workspaceId} order by name_key, id`);

/** Waits for changes of others, so that the name and the limit are exact. */
export const lockSavedReplies = (tx: Tx): Promise<unknown> => lockInWorkspace(tx, 'saved_reply');

export async function selectSavedReply(tx: Tx, id: string): Promise<SavedReplyRow | undefined> {
  const [savedReply] = await tx.rows<SavedReplyRow>(sql`
    select ${columns} from saved_reply where workspace_id = ${tx.workspaceId} and id = ${id}`);
  return savedReply;
}

/** The saved reply with this name, how many there are, and the size of all texts but that of `except`. */
export async function selectSavedReplyByName(
  tx: Tx,
  nameKey: string,
  except: string | null = null,
): Promise<{ id: string | null; count: number; bytes: number }> {
  const [row] = await tx.rows<{ id: string | null; count: number; bytes: number }>(sql`
    select count(*)::int as count, (array_agg(id) filter (where name_key = ${nameKey}))[1] as id,
           coalesce(sum(octet_length(text)) filter (where id is distinct from ${except}::uuid), 0)::int as bytes
    from saved_reply where workspace_id = ${tx.workspaceId}`);
  return row!;
}

export function writeSavedReply(
  tx: Tx,
  { id, name, text, updatedAt }: SavedReplyRow,
  nameKey: string,
): void {
  tx.defer(sql`
    insert into saved_reply (workspace_id, id, name, name_key, text, updated_at)
    values (${tx.workspaceId}, ${id}, ${name}, ${nameKey}, ${text}, ${updatedAt})
    on conflict (workspace_id, id) do update
    set name = excluded.name, name_key = excluded.name_key, text = excluded.text, updated_at = excluded.updated_at`);
}

export async function deleteSavedReply(tx: Tx, id: string): Promise<SavedReplyRow | undefined> {
  const [deleted] = await tx.rows<SavedReplyRow>(sql`
    delete from saved_reply where workspace_id = ${tx.workspaceId} and id = ${id} returning ${columns}`);
  return deleted;
}
