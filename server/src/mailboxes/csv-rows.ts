import { maxCsvMailboxes } from '@outcrop/contract';
import { type CsvError, parse } from 'csv-parse/sync';
import { byteOrderMark } from '../platform/csv.ts';
import { invalid } from '../platform/error.ts';

const columns = [
  'address',
  'name',
  'password',
  'smtp_host',
  'smtp_port',
  'smtp_security',
  'smtp_user',
  'imap_host',
  'imap_port',
  'imap_security',
  'imap_user',
  'daily_limit',
  'time_zone',
] as const;
type Column = (typeof columns)[number];

/** The cells of a row that are not empty. */
export type CsvRow = Partial<Record<Column, string>>;

export interface CsvTable {
  rows: CsvRow[];
  /** Columns with unknown names. */
  ignored: string[];
}

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');
const columnOf = new Map<string, Column>([
  ...columns.map((column) => [plainName(column), column] as const),
  ['email', 'address'],
  ['emailaddress', 'address'],
  ['timezone', 'time_zone'],
]);

const maxNameLength = 100;
const maxRowLength = 10_000;

/** Reads a table with a header; throws 422 if the text is not one. */
export function readTable(text: string): CsvTable {
  const [header = [], ...records] = recordsOf(text.replace(byteOrderMark, ''));
  const names = header.map((name) => columnOf.get(plainName(name.slice(0, maxNameLength))));
  const missing = (['address', 'password'] as const).filter((name) => !names.includes(name));
  if (missing.length > 0) throw invalid('csv', `needs the columns ${missing.join(' and ')}`);
  const repeated = names.find((name, index) => name && names.indexOf(name) !== index);
  if (repeated) throw invalid('csv', `has the column ${repeated} twice`);
  if (records.length > maxCsvMailboxes)
    throw invalid('csv', `must have at most ${maxCsvMailboxes} rows`);
  return {
    rows: records.map((cells) =>
      Object.fromEntries(
        names.flatMap((name, index) => {
          const cell = cells[index]?.trim() ?? '';
          return name && cell !== '' ? [[name, cell]] : [];
        }),
      ),
    ),
    ignored: header
      .filter((name, index) => !names[index] && name.trim() !== '')
      .map((name) => name.trim().slice(0, maxNameLength)),
  };
}

function recordsOf(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      ltrim: true,
      skip_records_with_empty_values: true,
      max_record_size: maxRowLength,
      // The header, and one row more than allowed to see that there are too many.
      to: maxCsvMailboxes + 2,
    });
  } catch (error) {
    const { code } = error as CsvError;
    if (code === 'CSV_QUOTE_NOT_CLOSED') throw invalid('csv', 'has an unclosed quotation mark');
    if (code === 'CSV_MAX_RECORD_SIZE')
      throw invalid('csv', 'has a row that is too long; check for an unclosed quotation mark');
    throw error;
  }
}

/** The delimiter that is most frequent in the header. */
function delimiterOf(text: string): string {
  const header = text.slice(0, maxRowLength).split(/[\r\n]/, 1)[0]!;
  const counted = [',', ';', '\t'].map((mark) => [mark, header.split(mark).length] as const);
  return counted.toSorted((a, b) => b[1] - a[1])[0]![0];
}
