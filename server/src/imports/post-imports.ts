import { randomUUIDv7 } from 'node:crypto';
import {
  errorMessages,
  type ImportColumn,
  importLimits,
  type ManageResult,
} from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { lockInWorkspace, type Tx } from '../platform/db/index.ts';
import { ApiError, invalidField } from '../platform/error.ts';
import { guessFields } from './column-guess.ts';
import { defaultFileName, identityFields } from './import-rules.ts';
import { openTable } from './import-table.ts';
import {
  countUploads,
  type ImportRow,
  insertImportFile,
  insertImportRows,
  selectImportFile,
} from './imports.sql.ts';
import { openCsv } from './read-csv.ts';

const maxSampledRows = 200;
/** Longer than any value that identifies a column. */
const maxSampleLength = 500;

/** Reads a CSV file, stores its rows and guesses its columns. */
export async function postImports(
  call: ManageCall<'postImports'>,
): Promise<ManageResult<'postImports'>> {
  const { query, file, tx } = call;
  await checkUploadLimits(tx, file!.size);
  const { delimiter, encoding, records } = await openCsv(file!);
  const { names, warnings, batches } = await openTable(records());

  const id = randomUUIDv7();
  const firstRows: ImportRow[] = [];
  const invalidRows = { count: 0, first: '' };
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.length;
    if (rows > importLimits.maxRows) throw invalidField('file', tooManyRows);
    firstRows.push(...batch.slice(0, maxSampledRows - firstRows.length));
    for (const { number, problem } of batch)
      if (problem && invalidRows.count++ === 0) invalidRows.first = `row ${number}: ${problem}`;
    await insertImportRows(tx, id, batch);
  }

  const name = query.name ?? defaultFileName;
  const columns = columnsOf(names, firstRows);
  const allWarnings = [
    ...(encoding === 'windows-1252' ? [notUtf8] : []),
    ...warnings,
    ...(invalidRows.count > 0
      ? [`${invalidRows.count} rows will fail. First: ${invalidRows.first}`]
      : []),
    ...(columns.some(({ guess }) => guess && identityFields.includes(guess))
      ? []
      : [noIdentityColumn]),
  ];
  // Checked again under the lock, which blocks concurrent uploads. COMMIT checks the storage again.
  await lockInWorkspace(tx, 'uploads');
  await checkUploadLimits(tx, file!.size);
  const bytes = file!.size;
  const [, stored] = await Promise.all([
    insertImportFile(tx, {
      id,
      name,
      rows,
      columns,
      delimiter,
      encoding,
      warnings: allWarnings,
      bytes,
    }),
    selectImportFile(tx, id),
  ]);
  // Without the name of the file, because the log is kept longer and the name may be that of a person.
  recordAudit(call, {
    action: 'import.uploaded',
    target: id,
    detail: { rows, columns: columns.length },
  });
  return { import: stored! };
}

async function checkUploadLimits(tx: Tx, size: number): Promise<void> {
  const { today, freeBytes } = await countUploads(tx);
  if (today >= importLimits.uploadsPerDay)
    throw new ApiError(
      'rate_limited',
      `This workspace has uploaded ${today} files in the last 24 hours, the maximum. Combine several files into one or try again later.`,
      { retryAfter: 3_600 },
    );
  if (size > freeBytes) throw new ApiError('storage_full', errorMessages.storageFull);
}

const tooManyRows = `has more than ${importLimits.maxRows.toLocaleString('en')} rows; split it into several files`;
const notUtf8 =
  'The file is not in UTF-8 and was read as Windows-1252, as Excel often writes it. If characters look wrong, save it as "CSV UTF-8" and upload it again.';
const noIdentityColumn =
  'No column was recognized as a name, email or LinkedIn URL. Map the columns yourself.';

/** Columns with a guessed field, based on the first rows. */
function columnsOf(names: string[], rows: ImportRow[]): ImportColumn[] {
  const columns = names.map((name, index) => ({
    name,
    values: rows.flatMap(({ cells }) => cells[index]?.slice(0, maxSampleLength).trim() || []),
  }));
  const guesses = guessFields(columns);
  return columns.map(({ name, values }, index) => ({
    name,
    guess: guesses[index]!,
    sample: values.slice(0, 3).map((value) => value.slice(0, 100).toWellFormed()),
  }));
}
