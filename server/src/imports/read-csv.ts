import { pipeline, Readable } from 'node:stream';
import type { Import } from '@outcrop/contract';
import { type CsvError, parse } from 'csv-parse';
import { invalid } from '../platform/error.ts';
import type { Upload } from '../platform/http/upload.ts';
import { delimiterOf, encodingOf, separatorLine, strangerOf } from './detect.ts';

/** Longer than any row that was meant to be one. */
const mostInRow = 1_000_000;

export interface Csv extends Pick<Import, 'delimiter' | 'encoding'> {
  /** All rows, the header and empty ones included. */
  records: () => AsyncIterable<string[]>;
}

/** Finds out how a file is written; 422 if it is no CSV. */
export async function openCsv(file: Upload): Promise<Csv> {
  const head = await firstOf(file.read());
  if (!head) throw invalid('file', 'is empty; choose another, or export it again');
  const strange = strangerOf(head);
  if (strange) throw invalid('file', strange);
  const encoding = encodingOf(head) ?? ((await isUtf8(file)) ? 'utf-8' : 'windows-1252');
  const beginning = new TextDecoder(encoding).decode(head, { stream: true });
  const delimiter = delimiterOf(beginning, head.length === file.size);
  return { delimiter, encoding, records: () => recordsOf(file, delimiter, encoding) };
}

async function* recordsOf(
  file: Upload,
  delimiter: Import['delimiter'],
  encoding: Import['encoding'],
): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    ltrim: true,
    max_record_size: mostInRow,
  });
  // What goes wrong on the way comes out of the parser.
  pipeline(Readable.from(textOf(file, encoding)), parser, () => {});
  try {
    yield* parser as AsyncIterable<string[]>;
  } catch (error) {
    throw asTold(error as CsvError, parser.info.records + 1);
  }
}

async function* textOf(file: Upload, encoding: Import['encoding']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let isFirst = true;
  for await (const bytes of file.read()) {
    const text = decoder.decode(bytes, { stream: true });
    yield isFirst ? text.replace(separatorLine, '') : text;
    isFirst = false;
  }
  yield decoder.decode();
}

async function isUtf8(file: Upload): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of file.read()) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

async function firstOf(pieces: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  for await (const piece of pieces) return piece;
  return undefined;
}

function asTold(error: CsvError, row: number): Error {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return invalid('file', `has a quotation mark in row ${row} that is never closed; remove it`);
    case 'CSV_MAX_RECORD_SIZE':
      return invalid(
        'file',
        `has more than ${mostInRow.toLocaleString('en')} characters in row ${row}; is a quotation mark there never closed?`,
      );
    default:
      return error;
  }
}
