import { randomUUIDv7 } from 'node:crypto';
import {
  type ImportColumn,
  importLimits,
  type ManageData,
  type manageEndpoints,
} from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { causeOf } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError, invalid } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { guessFields } from './guess.ts';
import { openCsv } from './read-csv.ts';
import { identifying } from './rules.ts';
import {
  countUploads,
  type ImportRow,
  insertFile,
  insertRows,
  lockUploads,
  selectFile,
} from './sql.ts';
import { openTable } from './table.ts';

const rowsLookedAt = 200;
/** More than any value has by which a column is recognized. */
const lettersLookedAt = 500;

/** Reads a file, keeps its rows and says what they seem to hold. */
export async function postImports(
  call: Call<typeof manageEndpoints.postImports>,
): Promise<ManageData<'postImports'>> {
  const { query, file, tx } = call;
  await refuseTooMuch(tx, file!.size);
  const { delimiter, encoding, records } = await openCsv(file!);
  const { names, warnings, batches } = await openTable(records());

  const id = randomUUIDv7();
  const first: ImportRow[] = [];
  const amiss = { count: 0, first: '' };
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.length;
    if (rows > importLimits.rows) throw invalid('file', tooManyRows);
    first.push(...batch.slice(0, rowsLookedAt - first.length));
    for (const { number, problem } of batch)
      if (problem && amiss.count++ === 0) amiss.first = `row ${number}: ${problem}`;
    await insertRows(tx, id, batch);
  }

  const name = query.name ?? 'import.csv';
  const columns = columnsOf(names, first);
  const told = [
    ...(encoding === 'windows-1252' ? [notUtf8] : []),
    ...warnings,
    ...(amiss.count > 0
      ? [`Rows that will fail as they are: ${amiss.count}. First ${amiss.first}`]
      : []),
    ...(columns.some(({ guess }) => guess && identifying.includes(guess)) ? [] : [nobody]),
  ];
  // Once more, now that no other upload can come in between.
  await lockUploads(tx);
  await refuseTooMuch(tx, file!.size);
  const bytes = file!.size;
  const [, stored] = await Promise.all([
    insertFile(tx, { id, name, rows, columns, delimiter, encoding, warnings: told, bytes }),
    selectFile(tx, id),
  ]);
  record(tx, causeOf(call), {
    action: 'import.uploaded',
    target: id,
    detail: { name, rows, columns: columns.length },
  });
  return { import: stored! };
}

async function refuseTooMuch(tx: Tx, size: number): Promise<void> {
  const { today, bytes } = await countUploads(tx);
  if (today >= importLimits.uploadsPerDay)
    throw new ApiError(
      'rate_limited',
      `This workspace has uploaded ${today} files in the last 24 hours, which is the most there may be. Put the rows of several into one file, or wait.`,
      { retryAfter: 3_600 },
    );
  if (bytes + size > importLimits.keptBytes)
    throw invalid(
      'file',
      'is too much: the files of this workspace that are kept for 30 days would exceed 2 GiB; wait until the oldest are gone',
    );
}

const tooManyRows = `has more than ${importLimits.rows.toLocaleString('en')} rows; split it into several`;
const notUtf8 =
  'The file is not in UTF-8 and was read as Windows-1252, as Excel often writes it. If letters look wrong, save it as "CSV UTF-8" and upload it again.';
const nobody =
  'No column could be recognised as a name, an e-mail address or a LinkedIn page: say which is which.';

/** The columns with what they seem to hold, going by the first rows. */
function columnsOf(names: string[], rows: ImportRow[]): ImportColumn[] {
  const columns = names.map((name, place) => ({
    name,
    values: rows.flatMap(({ cells }) => cells[place]?.slice(0, lettersLookedAt).trim() || []),
  }));
  const guesses = guessFields(columns);
  return columns.map(({ name, values }, place) => ({
    name,
    guess: guesses[place]!,
    sample: values.slice(0, 3).map((value) => value.slice(0, 100).toWellFormed()),
  }));
}
