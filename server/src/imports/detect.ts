import type { Import } from '@outcrop/contract';

type Encoding = Import['encoding'];
type Delimiter = Import['delimiter'];

/** Signatures of other file types, with the message for each. */
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

/** The error message if a file is not CSV, judged by its beginning. */
export function detectNonCsv(head: Buffer): string | undefined {
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
export function encodingOf(head: Buffer): Encoding | undefined {
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
const sampledRows = 100;

/** A first line such as `sep=;`, which tells Excel the delimiter. */
export const separatorLine = /^sep=([,;\t|])\r?\n/i;

/** The delimiter that gives the first rows the most even number of cells, then the most cells. */
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
  let [width, quoted, atStart, isBlank] = [1, false, true, true];
  const endRow = () => {
    if (!isBlank) widths.push(width);
    [width, atStart, isBlank] = [1, true, true];
  };
  for (let index = 0; index < text.length && widths.length < sampledRows; index++) {
    const char = text[index]!;
    if (quoted) {
      if (char === '"' && text[index + 1] === '"') index++;
      else if (char === '"') quoted = false;
    } else if (char === '\n' || char === '\r') {
      endRow();
    } else if (char === delimiter) {
      [width, atStart, isBlank] = [width + 1, true, false];
    } else if (char !== ' ') {
      quoted = atStart && char === '"';
      [atStart, isBlank] = [false, false];
    }
  }
  // The last row of an incomplete sample may be cut off.
  if (isWhole || widths.length === 0) endRow();
  return widths;
}
