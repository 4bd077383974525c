import { pipeline, Readable } from 'node:stream';
import type { Import } from '@outcrop/contract';
import { type CsvError, parse } from 'csv-parse';
import { invalidField } from '../platform/error.ts';
import type { UploadedFile } from '../platform/http/upload.ts';

/** A longer row is almost always an unclosed quotation mark. */
const maxRowLength = 1_000_000;

export interface CsvFile extends Pick<Import, 'delimiter' | 'encoding'> {
  /** All rows, the header and empty ones included. */
  records: () => AsyncIterable<string[]>;
}

/** Detects encoding and delimiter; throws 422 if the file is not CSV. */
export async function openCsv(file: UploadedFile): Promise<CsvFile> {
  const head = await firstPieceOf(file.read());
  if (!head) throw invalidField('file', 'is empty; choose another file or export it again');
  const problem = detectNonCsv(head);
  if (problem) throw invalidField('file', problem);
  const encoding = encodingOf(head) ?? ((await isUtf8(file)) ? 'utf-8' : 'windows-1252');
  const beginning = new TextDecoder(encoding).decode(head, { stream: true });
  const delimiter = delimiterOf(beginning, head.length === file.size);
  return { delimiter, encoding, records: () => recordsOf(file, delimiter, encoding) };
}

async function* recordsOf(
  file: UploadedFile,
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

async function* textOf(file: UploadedFile, encoding: Import['encoding']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let isFirst = true;
  for await (const bytes of file.read()) {
    const text = decoder.decode(bytes, { stream: true });
    yield isFirst ? text.replace(separatorLine, '') : text;
    isFirst = false;
  }
  yield decoder.decode();
}

async function isUtf8(file: UploadedFile): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of file.read()) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

async function firstPieceOf(pieces: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  for await (const piece of pieces) return piece;
  return undefined;
}

function toApiError(error: CsvError, row: number): Error {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return invalidField(
        'file',
        `has an unclosed quotation mark in row ${row}; close or remove it`,
      );
    case 'CSV_MAX_RECORD_SIZE':
      return invalidField(
        'file',
        `has more than ${maxRowLength.toLocaleString('en')} characters in row ${row}; check for an unclosed quotation mark`,
      );
    default:
      return error;
  }
}

type Encoding = Import['encoding'];
type Delimiter = Import['delimiter'];

/** The first characters of other file types, with a message for each. */
const nonCsvSignatures: [beginning: string, sentence: string][] = [
  ['PK\u0003\u0004', 'looks like an Excel workbook or a ZIP file; open it and save it as CSV'],
  ['\u00d0\u00cf\u0011\u00e0', 'looks like an old Excel workbook; open it and save it as CSV'],
  ['%PDF', 'looks like a PDF; export the table as CSV instead'],
  ['\u001f\u008b', 'looks like a gzip archive; decompress it and upload the CSV file inside'],
  ['\u0089PNG', 'looks like an image; upload a CSV file'],
  ['\u00ff\u00d8\u00ff', 'looks like an image; upload a CSV file'],
  ['{\\rtf', 'looks like a text document; copy the table into a spreadsheet and save it as CSV'],
  ['<', 'looks like a web page or XML; open it in a spreadsheet and save it as CSV'],
  ['begin:vcard', 'contains contact cards (vCard); export the contacts as CSV instead'],
  ['{"', 'looks like JSON; upload a CSV file, or send JSON to POST /api/v1/ext/leads'],
  ['[{', 'looks like JSON; upload a CSV file, or send JSON to POST /api/v1/ext/leads'],
];

/** The error message if the beginning of a file is not CSV. */
function detectNonCsv(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  const plain = text.trimStart().toLowerCase().replace(/^ï»¿/, '');
  const [, sentence] =
    nonCsvSignatures.find(
      ([beginning]) => text.startsWith(beginning) || plain.startsWith(beginning),
    ) ?? [];
  if (sentence) return sentence;
  const sample = head.subarray(0, 8_192);
  const controlBytes = sample.filter((byte) => byte < 32 && ![9, 10, 13].includes(byte)).length;
  return controlBytes >= 5 && controlBytes > sample.length / 20 && !encodingOf(head)
    ? 'is not a text file; upload a CSV file'
    : undefined;
}

/** Detects the encoding by a byte order mark, or UTF-16 by every other byte being zero. */
function encodingOf(head: Buffer): Encoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const sample = head.subarray(0, 1_024);
  const zeros = [0, 1].map(
    (side) => sample.filter((byte, index) => byte === 0 && index % 2 === side).length,
  ) as [number, number];
  const threshold = sample.length / 4;
  if (zeros[1] > threshold && zeros[0] < threshold / 10) return 'utf-16le';
  if (zeros[0] > threshold && zeros[1] < threshold / 10) return 'utf-16be';
  return undefined;
}

const delimiters: Delimiter[] = [',', ';', '\t', '|'];
const maxSampledRows = 100;

/** A first line such as `sep=;`, which tells Excel the delimiter. */
const separatorLine = /^sep=([,;\t|])\r?\n/i;

/** Prefers the delimiter with the most rows of the same width, then with the most cells. */
export function delimiterOf(text: string, isWhole: boolean): Delimiter {
  const declared = separatorLine.exec(text)?.[1] as Delimiter | undefined;
  if (declared) return declared;
  const scored = delimiters.map((delimiter) => {
    const widths = widthsOf(text, delimiter, isWhole);
    const [width = 1, alike = []] =
      [...Map.groupBy(widths, (each) => each)].toSorted((a, b) => b[1].length - a[1].length)[0] ??
      [];
    return { delimiter, width, evenness: width > 1 ? alike.length / widths.length : 0 };
  });
  const [best] = scored.toSorted((a, b) => b.evenness - a.evenness || b.width - a.width);
  return best!.evenness > 0 ? best!.delimiter : ',';
}

/** Cell counts of the first rows. A quotation mark counts only at the start of a cell. */
function widthsOf(text: string, delimiter: Delimiter, isWhole: boolean): number[] {
  const widths: number[] = [];
  let [width, isQuoted, isCellStart, isBlank] = [1, false, true, true];
  const endRow = () => {
    if (!isBlank) widths.push(width);
    [width, isCellStart, isBlank] = [1, true, true];
  };
  for (let index = 0; index < text.length && widths.length < maxSampledRows; index++) {
    const char = text[index]!;
    if (isQuoted) {
      if (char === '"' && text[index + 1] === '"') index++;
      else if (char === '"') isQuoted = false;
    } else if (char === '\n' || char === '\r') {
      endRow();
    } else if (char === delimiter) {
      [width, isCellStart, isBlank] = [width + 1, true, false];
    } else if (char !== ' ') {
      isQuoted = isCellStart && char === '"';
      [isCellStart, isBlank] = [false, false];
    }
  }
  // The last row of an incomplete sample may be cut off.
  if (isWhole || widths.length === 0) endRow();
  return widths;
}
