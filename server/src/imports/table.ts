import { unguarded } from '../platform/csv.ts';
import { invalid } from '../platform/error.ts';
import { headerProblem, isBlank, keptRow, mostNotes, nameColumns, notesAbove } from './rules.ts';
import type { ImportRow } from './sql.ts';

const rowsAtOnce = 1_000;
const lettersAtOnce = 1_000_000;

export interface Table {
  names: string[];
  warnings: string[];
  /** The rows below the header that are not empty, many at a time. */
  batches: AsyncIterable<ImportRow[]>;
}

/** Finds the names of the columns, and the rows below them. */
export async function openTable(records: AsyncIterable<string[]>): Promise<Table> {
  const rows = numbered(records);
  const first: Row[] = [];
  while (first.length <= mostNotes) {
    const { value, done } = await rows.next();
    if (done) break;
    first.push(value);
  }
  const notes = notesAbove(first.map(({ cells }) => cells));
  const [header, ...below] = first.slice(notes);
  if (!header) throw invalid('file', 'has nothing in it but empty rows; export it again');
  const problem = headerProblem(header.cells);
  if (problem) throw invalid('file', problem);
  if (below.length === 0)
    throw invalid('file', 'has only one row; below the names of the columns nobody follows');
  const { names, warnings } = nameColumns(header.cells);
  return {
    names,
    warnings: [
      ...(notes > 0 ? [`What stands above row ${header.number} was passed over as notes.`] : []),
      ...warnings,
    ],
    batches: batchesOf(below, rows, names.length),
  };
}

interface Row {
  number: number;
  cells: string[];
}

/**
 * Rows with their place as a spreadsheet shows it, which counts the empty ones too, and without the
 * apostrophes by which files of ours keep spreadsheets from running a cell.
 */
async function* numbered(records: AsyncIterable<string[]>): AsyncGenerator<Row> {
  let number = 0;
  for await (const cells of records) {
    number++;
    if (!isBlank(cells)) yield { number, cells: cells.map(unguarded) };
  }
}

async function* batchesOf(
  first: Row[],
  rest: AsyncIterable<Row>,
  columns: number,
): AsyncGenerator<ImportRow[]> {
  let batch: ImportRow[] = [];
  let letters = 0;
  const add = ({ number, cells }: Row) => {
    batch.push(keptRow(number, cells, columns));
    for (const cell of cells) letters += cell.length;
  };
  for (const row of first) add(row);
  for await (const row of rest) {
    add(row);
    if (batch.length < rowsAtOnce && letters < lettersAtOnce) continue;
    yield batch;
    [batch, letters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
