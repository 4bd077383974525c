import { sql, type Tx } from '../platform/db/index.ts';

export const selectExistingIds = (tx: Tx, ids: string[]): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(sql`
    select id from prospect where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);

/** The names of all members, by user id. */
export async function selectMemberNames(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ userId: string; name: string }>(sql`
    select p.user_id as "userId", p.name
    from member m join people_of_workspace() p on p.user_id = m.user_id
    where m.workspace_id = ${tx.workspaceId}`);
  return new Map(rows.map(({ userId, name }) => [userId, name]));
}

interface ExportPiece {
  number: number;
  heading: string;
  rows: string[];
  /** The prospect of each row. */
  prospectIds: string[];
}

/** Appends a piece to the file of a task. */
export function insertExportPiece(tx: Tx, taskId: string, piece: ExportPiece): void {
  const { number, heading, rows, prospectIds } = piece;
  tx.defer(sql`
    insert into export_piece (workspace_id, task_id, number, heading, rows, prospect_ids)
    values (${tx.workspaceId}, ${taskId}, ${number}, ${heading}, ${rows}::text[], ${prospectIds}::uuid[])`);
}

export async function selectExportPiece(
  tx: Tx,
  taskId: string,
  number: number,
): Promise<string | undefined> {
  const [piece] = await tx.rows<{ content: string }>(sql`
    select heading || array_to_string(rows, '') as content from export_piece
    where workspace_id = ${tx.workspaceId} and task_id = ${taskId} and number = ${number}`);
  return piece?.content;
}

/** 0 if the file, or its first piece, has been deleted. */
export async function countExportPieces(tx: Tx, taskId: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select case when min(number) = 1 then count(*) else 0 end::int as count
    from export_piece where workspace_id = ${tx.workspaceId} and task_id = ${taskId}`);
  return row!.count;
}

/** Takes the rows of prospects out of all files. */
export const deleteExportedProspects = (tx: Tx, prospectIds: string[]): Promise<number> =>
  tx.run(sql`
    update export_piece p
    set (rows, prospect_ids) = (
      select coalesce(array_agg(line order by position), '{}'),
             coalesce(array_agg(id order by position), '{}')
      from unnest(p.rows, p.prospect_ids) with ordinality as kept (line, id, position)
      where id <> all(${prospectIds}::uuid[]))
    where p.workspace_id = ${tx.workspaceId} and p.prospect_ids && ${prospectIds}::uuid[]`);
