import { noteColumns, type StoredNote } from '../core/notes/stored-notes.sql.ts';
import type { PagePosition } from '../platform/cursor.ts';
import { sql, type Tx } from '../platform/db/index.ts';

/** Notes of one prospect, the latest first. */
export function selectProspectNotes(
  tx: Tx,
  prospectId: string,
  after: PagePosition | null,
  limit: number,
): Promise<StoredNote[]> {
  const position = after ? sql`and (occurred_at, id) < (${after.at}, ${after.id})` : sql``;
  return tx.rows<StoredNote>(sql`
    select ${noteColumns} from note
    where workspace_id = ${tx.workspaceId} and prospect_id = ${prospectId} ${position}
    order by occurred_at desc, id desc
    limit ${limit}`);
}

export async function lockNote(tx: Tx, id: string): Promise<StoredNote | undefined> {
  const [note] = await tx.rows<StoredNote>(sql`
    select ${noteColumns} from note where workspace_id = ${tx.workspaceId} and id = ${id} for update`);
  return note;
}

export function insertNote(tx: Tx, note: StoredNote): void {
  tx.defer(sql`
    insert into note (workspace_id, id, prospect_id, kind, text, occurred_at, author_id, created_at, updated_at)
    values (${tx.workspaceId}, ${note.id}, ${note.prospectId}, ${note.kind}, ${note.text}, ${note.occurredAt},
            ${note.authorId}, ${note.createdAt}, ${note.updatedAt})`);
}

export function updateNote(tx: Tx, { id, text, occurredAt, updatedAt }: StoredNote): void {
  tx.defer(sql`
    update note set text = ${text}, occurred_at = ${occurredAt}, updated_at = ${updatedAt}
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
}

export const removeNote = (tx: Tx, id: string): void =>
  tx.defer(sql`delete from note where workspace_id = ${tx.workspaceId} and id = ${id}`);
