import { pipeline, Readable } from 'node:stream';
import type { Import } from '@outcrop/contract';
import { type CsvError, parse } from 'csv-parse';
import { invalid } from '../platform/error.ts';
import type { Upload } from '../platform/http/upload.ts';
import { delimiterOf, detectNonCsv, encodingOf, separatorLine } from './detect.ts';

/** A longer row is almost always an unclosed quotation mark. */
const maxRowLength = 1_000_000;

export interface Csv extends Pick<Import, 'delimiter' | 'encoding'> {
  /** All rows, the header and empty ones included. */
  records: () => AsyncIterable<string[]>;
}

/** Detects encoding and delimiter; throws 422 if the file is not CSV. */
export async function openCsv(file: Upload): Promise<Csv> {
  const head = await firstPiece(file.read());
  if (!head) throw invalid('file', 'is empty; choose another file or export it again');
  const problem = detectNonCsv(head);
  if (problem) throw invalid('file', problem);
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
    max_record_size: maxRowLength,
  });
  // Errors surface through the parser.
  pipeline(Readable.from(textOf(file, encoding)), parser, () => {});
  try {
    yield* parser as AsyncIterable<string[]>;
  } catch (error) {
    throw toApiError(error as CsvError, parser.info.records + 1);
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

async function firstPiece(pieces: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  for await (const piece of pieces) return piece;
  return undefined;
}

function toApiError(error: CsvError, row: number): Error {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return invalid('file', `has an unclosed quotation mark in row ${row}; close or remove it`);
    case 'CSV_MAX_RECORD_SIZE':
      return invalid(
        'file',
        `has more than ${maxRowLength.toLocaleString('en')} characters in row ${row}; check for an unclosed quotation mark`,
      );
    default:
      return error;
  }
}
