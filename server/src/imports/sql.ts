import type { Import } from '@outcrop/contract';
import { sql, type Tx } from '../platform/db/index.ts';

/** A row as it was sent. */
export interface ImportRow {
  /** Its place in the file, as a spreadsheet counts. */
  number: number;
  cells: string[];
  /** Why it cannot be imported, where that is known already. */
  problem: string | null;
}

export const insertFile = (tx: Tx, file: Omit<Import, 'createdAt'>): Promise<number> =>
  tx.run(sql`
    insert into import_file (workspace_id, id, name, rows, columns, delimiter, encoding, warnings)
    values (${tx.workspaceId}, ${file.id}, ${file.name}, ${file.rows}, ${JSON.stringify(file.columns)},
            ${file.delimiter}, ${file.encoding}, ${JSON.stringify(file.warnings)})`);

export const insertRows = (tx: Tx, importId: string, rows: ImportRow[]): Promise<number> =>
  tx.run(sql`
    insert into import_row (workspace_id, import_id, number, cells, problem)
    select ${tx.workspaceId}, ${importId}, number, cells, problem
    from json_to_recordset(${JSON.stringify(rows)}) as sent (number int, cells jsonb, problem text)`);

export async function selectFile(tx: Tx, id: string): Promise<Import | undefined> {
  const [row] = await tx.rows<Omit<Import, 'createdAt'> & { createdAt: Date }>(sql`
    select id, name, rows, columns, delimiter, encoding, warnings, created_at as "createdAt"
    from import_file where workspace_id = ${tx.workspaceId} and id = ${id}`);
  return row && { ...row, createdAt: row.createdAt.toISOString() };
}

export const selectRows = (tx: Tx, importId: string, after: number, most: number) =>
  tx.rows<ImportRow>(sql`
    select number, cells, problem from import_row
    where workspace_id = ${tx.workspaceId} and import_id = ${importId} and number > ${after}
    order by number limit ${most}`);

export const selectRowsAt = (tx: Tx, importId: string, numbers: number[]) =>
  tx.rows<ImportRow>(sql`
    select number, cells, problem from import_row
    where workspace_id = ${tx.workspaceId} and import_id = ${importId} and number = any(${numbers}::int[])
    order by number`);
