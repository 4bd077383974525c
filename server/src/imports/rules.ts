import { type ImportColumn, importLimits, type LeadField, leadFields } from '@outcrop/contract';
import { isEmail } from '@outcrop/contract/identity';
import type { ImportRow } from './sql.ts';

export type Mapping = { [Field in LeadField]?: string | undefined };

export const isBlank = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Some tools write notes above the table; a line of them has one cell, the header has several. */
export const mostNotes = 10;
const leastCells = 3;

/** How many of the first rows are notes above the header. */
export function notesAbove(rows: string[][]): number {
  const header = rows.findIndex((cells) => withoutBlankEnd(cells).length >= leastCells);
  const isAllNotes = rows.slice(0, header).every((cells) => withoutBlankEnd(cells).length === 1);
  return header > 0 && header <= mostNotes && isAllNotes ? header : 0;
}

/** What is wrong with a row of column names, if something is. */
export function headerProblem(cells: string[]): string | undefined {
  const names = withoutBlankEnd(cells);
  const person = names.find((name) => isEmail(name.trim()) || /linkedin\.com\/in\//i.test(name));
  if (person !== undefined)
    return 'has a person in its first row, where the names of the columns must stand; put a row such as "Name, Email, Company" on top';
  if (names.length > importLimits.columns)
    return `has ${names.length.toLocaleString('en')} columns, but at most ${importLimits.columns} can be taken; delete those that are not needed`;
  return undefined;
}

/** Names for all columns, no two the same. At the end of the row, one without a name is no column. */
export function nameColumns(cells: string[]): { names: string[]; warnings: string[] } {
  const taken = new Set<string>();
  const [renamed, unnamed] = [new Set<string>(), [] as string[]];
  const names = withoutBlankEnd(cells).map((cell, place) => {
    const told = cell.replaceAll('\0', '').trim().slice(0, 200).toWellFormed();
    const wanted = told || `Column ${place + 1}`;
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`;
    if (told === '') unnamed.push(name);
    else if (name !== wanted) renamed.add(wanted);
    taken.add(name);
    return name;
  });
  return {
    names,
    warnings: [
      ...[...renamed].map(
        (name) => `Several columns are called "${name}"; those after the first have a number.`,
      ),
      ...(unnamed.length > 0
        ? [`Columns without a name are called by their place: ${unnamed.join(', ')}.`]
        : []),
    ],
  };
}

/** A row as it is kept: with its cells as they are, and what would keep it from being imported. */
export function keptRow(number: number, sent: string[], columns: number): ImportRow {
  const cells = withoutBlankEnd(sent);
  if (cells.some((cell) => cell.includes('\0')))
    return {
      number,
      cells: cells.map((cell) => cell.replaceAll('\0', '\ufffd')),
      problem: 'The row holds the character NUL, which no text has.',
    };
  const problem =
    cells.length > columns
      ? `The row has ${cells.length} cells, but only ${columns} columns have a name. Is a value that holds a delimiter not in quotation marks?`
      : null;
  return { number, cells: cells.slice(0, importLimits.columns), problem };
}

const withoutBlankEnd = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

/** What was found out about the columns, as a mapping. */
export const guessedMapping = (columns: ImportColumn[]): Mapping =>
  Object.fromEntries(columns.flatMap(({ name, guess }) => (guess ? [[guess, name]] : [])));

/** Of the fields that say who someone is. Without any, no row could be imported. */
export const identifying: LeadField[] = [
  'fullName',
  'firstName',
  'lastName',
  'email',
  'linkedinUrl',
];

/** Where each field stands in a row. */
export const placesOf = (columns: ImportColumn[], mapping: Mapping): [LeadField, number][] =>
  leadFields.flatMap((field) => {
    const place = columns.findIndex(({ name }) => name === mapping[field]);
    return place === -1 ? [] : [[field, place]];
  });

/** The row under the names of its columns; cells beyond them are called by their place. */
export const namedCells = (columns: ImportColumn[], cells: string[]): Record<string, string> =>
  Object.fromEntries([
    ...columns.map(({ name }, place) => [name, cells[place] ?? '']),
    ...cells.slice(columns.length).map((cell, n) => [`Column ${columns.length + n + 1}`, cell]),
  ]);
