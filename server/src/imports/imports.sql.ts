import type { Import } from '@outcrop/contract';
import { sql, type Tx } from '../platform/db/index.ts';
import type { StoredRecord } from '../platform/stored-record.ts';

export interface ImportRow {
  /** Row number as a spreadsheet shows it. */
  number: number;
  cells: string[];
  /** The reason why the row cannot be imported, if it is known after reading the file. */
  problem: string | null;
}

export const insertImportFile = (
  tx: Tx,
  file: Omit<Import, 'createdAt'> & { bytes: number },
): Promise<number> =>
  tx.run(sql`
    insert into import_file (workspace_id, id, name, rows, columns, delimiter, encoding, warnings, bytes)
    values (${tx.workspaceId}, ${file.id}, ${file.name}, ${file.rows}, ${JSON.stringify(file.columns)},
            ${file.delimiter}, ${file.encoding}, ${JSON.stringify(file.warnings)}, ${file.bytes})`);

/** Counts uploads of the last 24 hours and the stored bytes. */
export async function countUploads(tx: Tx): Promise<{ today: number; freeBytes: number }> {
  const [counts] = await tx.rows<{ today: number; freeBytes: number }>(sql`
    select count(*) filter (where created_at > now() - interval '1 day')::int as today,
           free_storage(${tx.workspaceId})::float8 as "freeBytes"
    from import_file where workspace_id = ${tx.workspaceId}`);
  return counts!;
}

export const insertImportRows = (tx: Tx, importId: string, rows: ImportRow[]): Promise<number> =>
  tx.run(sql`
    insert into import_row (workspace_id, import_id, number, cells, problem)
    select ${tx.workspaceId}, ${importId}, number, cells, problem
    from json_to_recordset(${JSON.stringify(rows)}) as sent (number int, cells jsonb, problem text)`);

export type StoredImport = StoredRecord<Import, 'createdAt'>;

export async function selectImportFile(tx: Tx, id: string): Promise<StoredImport | undefined> {
  const [file] = await tx.rows<StoredImport>(sql`
    select id, name, rows, columns, delimiter, encoding, warnings, created_at as "createdAt"
    from import_file where workspace_id = ${tx.workspaceId} and id = ${id}`);
  return file;
}

export const selectImportRows = (tx: Tx, importId: string, after: number, limit: number) =>
  tx.rows<ImportRow>(sql`
    select number, cells, problem from import_row
    where workspace_id = ${tx.workspaceId} and import_id = ${importId} and number > ${after}
    order by number limit ${limit}`);

export const selectImportRowsAt = (tx: Tx, importId: string, numbers: number[]) =>
  tx.rows<ImportRow>(sql`
    select number, cells, problem from import_row
    where workspace_id = ${tx.workspaceId} and import_id = ${importId} and number = any(${numbers}::int[])
    order by number`);

/**
 * Prospects that earlier rows of the same import added or changed. `eventIds` are the events of the
 * current rows, which are left out. The limit of 7 days keeps the search fast.
 */
export async function selectIdsChangedEarlier(
  tx: Tx,
  correlationId: string | null,
  prospectIds: string[],
  eventIds: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select distinct prospect_id as id from event
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${prospectIds}::uuid[])
      and created_at > now() - interval '7 days' and correlation_id = ${correlationId}
      and id <> all(${eventIds}::uuid[])
      and type in ('prospect.created', 'prospect.updated', 'list.member_added')`);
  return new Set(rows.map(({ id }) => id));
}

/** Files that were uploaded by then. */
export const selectImportFilesUntil = (tx: Tx, until: Date): Promise<StoredImport[]> =>
  tx.rows<StoredImport>(sql`
    select id, name, rows, columns, delimiter, encoding, warnings, created_at as "createdAt"
    from import_file where workspace_id = ${tx.workspaceId} and created_at <= ${until}`);

export const deleteImportRows = (tx: Tx, importId: string, numbers: number[]): Promise<number> =>
  tx.run(sql`
    delete from import_row
    where workspace_id = ${tx.workspaceId} and import_id = ${importId} and number = any(${numbers}::int[])`);

export const renameImportFile = (
  tx: Tx,
  { id, name, columns }: Pick<StoredImport, 'id' | 'name' | 'columns'>,
): Promise<number> =>
  tx.run(sql`
    update import_file set name = ${name}, columns = ${JSON.stringify(columns)}
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
