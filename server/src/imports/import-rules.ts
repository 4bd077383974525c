import { type ImportColumn, importLimits, type LeadField, leadFields } from '@outcrop/contract';
import { isEmail } from '@outcrop/contract/identity';
import type { ImportRow } from './imports.sql.ts';

export const defaultFileName = 'import.csv';

export type ColumnMapping = { [Field in LeadField]?: string | undefined };

export const isBlank = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Some tools write notes above the table. A note row has one cell; the header has several. */
export const maxNoteRows = 10;
const minHeaderCells = 3;

export function countNoteRows(rows: string[][]): number {
  const header = rows.findIndex((cells) => trimTrailingBlanks(cells).length >= minHeaderCells);
  const isAllNotes = rows.slice(0, header).every((cells) => trimTrailingBlanks(cells).length === 1);
  return header > 0 && header <= maxNoteRows && isAllNotes ? header : 0;
}

/** The reason to reject a header row, if there is one. */
export function headerProblem(cells: string[]): string | undefined {
  const names = trimTrailingBlanks(cells);
  const dataCell = names.find((name) => isEmail(name.trim()) || /linkedin\.com\/in\//i.test(name));
  if (dataCell !== undefined)
    return 'has data in its first row instead of column names; add a header row such as "Name, Email, Company"';
  if (names.length > importLimits.maxColumns)
    return `has ${names.length.toLocaleString('en')} columns; the maximum is ${importLimits.maxColumns}; delete columns you do not need`;
  const characters = names.reduce((sum, name) => sum + name.length, 0);
  if (characters > importLimits.maxHeaderCharacters)
    return `has column names of ${characters.toLocaleString('en')} characters in total; the maximum is ${importLimits.maxHeaderCharacters.toLocaleString('en')}; shorten them or delete columns you do not need`;
  return undefined;
}

/** Unique names for all columns. Unnamed columns at the end are dropped. */
export function nameColumns(cells: string[]): { names: string[]; warnings: string[] } {
  const used = new Set<string>();
  const [renamed, unnamed] = [new Set<string>(), [] as string[]];
  const names = trimTrailingBlanks(cells).map((cell, index) => {
    const sentName = cell.replaceAll('\0', '').trim().slice(0, 200).toWellFormed();
    const baseName = sentName || `Column ${index + 1}`;
    let name = baseName;
    for (let number = 2; used.has(name); number++) name = `${baseName} (${number})`;
    if (sentName === '') unnamed.push(name);
    else if (name !== baseName) renamed.add(baseName);
    used.add(name);
    return name;
  });
  return {
    names,
    warnings: [
      ...[...renamed].map(
        (name) => `Several columns are named "${name}". Those after the first got a number.`,
      ),
      ...(unnamed.length > 0
        ? [`Columns without a name were numbered: ${unnamed.join(', ')}.`]
        : []),
    ],
  };
}

/** A row as stored, with the problem that prevents its import, if any. */
export function toImportRow(number: number, sentCells: string[], columns: number): ImportRow {
  const cells = trimTrailingBlanks(sentCells);
  if (cells.some((cell) => cell.includes('\0')))
    return {
      number,
      cells: cells.map((cell) => cell.replaceAll('\0', '\ufffd')),
      problem: 'The row contains a NUL character. Remove it.',
    };
  const problem =
    cells.length > columns
      ? `The row has ${cells.length} cells, but the header has ${columns}. Put values that contain the delimiter in quotation marks.`
      : null;
  return { number, cells: cells.slice(0, importLimits.maxColumns), problem };
}

const trimTrailingBlanks = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

export const guessedMapping = (columns: ImportColumn[]): ColumnMapping =>
  Object.fromEntries(columns.flatMap(({ name, guess }) => (guess ? [[guess, name]] : [])));

/** At least one of these must be mapped, or no row can be imported. */
export const identityFields: LeadField[] = [
  'fullName',
  'firstName',
  'lastName',
  'email',
  'linkedinUrl',
];

export const fieldIndexesOf = (
  columns: ImportColumn[],
  mapping: ColumnMapping,
): [LeadField, number][] =>
  leadFields.flatMap((field) => {
    const index = columns.findIndex(({ name }) => name === mapping[field]);
    return index === -1 ? [] : [[field, index]];
  });
