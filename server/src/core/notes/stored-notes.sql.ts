import type { NoteKind } from '@outcrop/contract';
import { sql, type Tx } from '../../platform/db/index.ts';

export interface StoredNote {
  id: string;
  prospectId: string;
  kind: NoteKind;
  text: string;
  occurredAt: Date;
  authorId: string;
  createdAt: Date;
  updatedAt: Date;
}

export const noteColumns = sql`
  id, prospect_id as "prospectId", kind, text, occurred_at as "occurredAt", author_id as "authorId",
  created_at as "createdAt", updated_at as "updatedAt"`;

export const selectNotes = (tx: Tx, ids: string[]): Promise<StoredNote[]> =>
  tx.rows<StoredNote>(sql`
    select ${noteColumns} from note where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);

/** Gives the notes of one prospect to another. */
export function handOverNotes(tx: Tx, { from, to }: { from: string; to: string }): void {
  tx.defer(sql`
    update note set prospect_id = ${to}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${from}`);
}
