import { unescapeFormula } from '../platform/csv.ts';
import { invalidField } from '../platform/error.ts';
import {
  countNoteRows,
  headerProblem,
  isBlank,
  maxNoteRows,
  nameColumns,
  toImportRow,
} from './import-rules.ts';
import type { ImportRow } from './imports.sql.ts';

const maxBatchRows = 1_000;
const maxBatchChars = 1_000_000;

export interface ImportTable {
  names: string[];
  warnings: string[];
  /** Non-empty rows below the header, in batches. */
  batches: AsyncIterable<ImportRow[]>;
}

/** Finds the header and the rows below it. */
export async function openTable(records: AsyncIterable<string[]>): Promise<ImportTable> {
  const rows = numberRows(records);
  const first: NumberedRow[] = [];
  while (first.length <= maxNoteRows) {
    const { value, done } = await rows.next();
    if (done) break;
    first.push(value);
  }
  const noteCount = countNoteRows(first.map(({ cells }) => cells));
  const [header, ...below] = first.slice(noteCount);
  if (!header) throw invalidField('file', 'has only empty rows; export it again');
  const problem = headerProblem(header.cells);
  if (problem) throw invalidField('file', problem);
  if (below.length === 0) throw invalidField('file', 'has no data rows below the header');
  const { names, warnings } = nameColumns(header.cells);
  return {
    names,
    warnings: [
      ...(noteCount > 0 ? [`Rows above row ${header.number} were skipped as notes.`] : []),
      ...warnings,
    ],
    batches: batchesOf(below, rows, names.length),
  };
}

interface NumberedRow {
  number: number;
  cells: string[];
}

/**
 * Numbers rows like a spreadsheet, which also counts empty rows. Removes the apostrophes that our
 * exports add against formula injection.
 */
async function* numberRows(records: AsyncIterable<string[]>): AsyncGenerator<NumberedRow> {
  let number = 0;
  for await (const cells of records) {
    number++;
    if (!isBlank(cells)) yield { number, cells: cells.map(unescapeFormula) };
  }
}

async function* batchesOf(
  first: NumberedRow[],
  rest: AsyncIterable<NumberedRow>,
  columns: number,
): AsyncGenerator<ImportRow[]> {
  let batch: ImportRow[] = [];
  let chars = 0;
  const add = ({ number, cells }: NumberedRow) => {
    batch.push(toImportRow(number, cells, columns));
    for (const cell of cells) chars += cell.length;
  };
  for (const row of first) add(row);
  for await (const row of rest) {
    add(row);
    if (batch.length < maxBatchRows && chars < maxBatchChars) continue;
    yield batch;
    [batch, chars] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
