import type { ForgetCopies, PeopleToForget } from '../core/prospects/forget-people.ts';
import { deleteTaskFailures, selectImportFailures } from '../core/tasks/tasks.sql.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import { defaultFileName } from './import-rules.ts';
import {
  deleteImportRows,
  renameImportFile,
  type StoredImport,
  selectImportFilesUntil,
  selectImportRows,
} from './imports.sql.ts';

const pageSize = 1_000;

/** Removes people from uploaded files, and from the failures of their imports. */
export const forgetInImports: ForgetCopies = async (context, forgotten) => {
  const files = await context.read((tx) => selectImportFilesUntil(tx, forgotten.deletedAt));
  for (const file of files) await forgetInFile(context, forgotten, file);
  await forgetInFailures(context, forgotten);
};

async function forgetInFile(
  { read, transaction }: JobContext,
  { people }: PeopleToForget,
  file: StoredImport,
): Promise<void> {
  const found: number[] = [];
  for (let after = 0; ; ) {
    const rows = await read((tx) => selectImportRows(tx, file.id, after, pageSize));
    found.push(...rows.filter(({ cells }) => people.isInRow(cells)).map(({ number }) => number));
    if (rows.length < pageSize) break;
    after = rows.at(-1)!.number;
  }
  const isNamed = people.isInText(file.name);
  if (found.length === 0 && !isNamed) return;
  await transaction(async (tx) => {
    await deleteImportRows(tx, file.id, found);
    await renameImportFile(tx, {
      id: file.id,
      name: isNamed ? defaultFileName : file.name,
      // Samples are cells of the first rows.
      columns: file.columns.map((column) => ({ ...column, sample: [] })),
    });
  });
}

async function forgetInFailures(
  { read, transaction }: JobContext,
  { people, deletedAt }: PeopleToForget,
): Promise<void> {
  for (let after: { taskId: string; number: number } | null = null; ; ) {
    const failures = await read((tx) => selectImportFailures(tx, deletedAt, after, pageSize));
    const found = failures.filter(({ row }) => people.isInRow(Object.values(row).map(String)));
    if (found.length > 0) await transaction((tx) => deleteTaskFailures(tx, found));
    if (failures.length < pageSize) return;
    after = failures.at(-1)!;
  }
}
