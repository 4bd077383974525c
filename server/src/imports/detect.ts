import type { Import } from '@outcrop/contract';

type Encoding = Import['encoding'];
type Delimiter = Import['delimiter'];

/** What a file that is no CSV begins with, what it looks like then, and what to do. */
const strangers: [beginning: string, sentence: string][] = [
  ['PK\u0003\u0004', 'looks like an Excel workbook or a ZIP file; open it and save it as CSV'],
  ['\u00d0\u00cf\u0011\u00e0', 'looks like an old Excel workbook; open it and save it as CSV'],
  ['%PDF', 'looks like a PDF, from which no table can be read; ask for the table as CSV'],
  ['\u001f\u008b', 'looks compressed (gzip); unpack it and send what is inside'],
  ['\u0089PNG', 'looks like a picture; send a CSV file'],
  ['\u00ff\u00d8\u00ff', 'looks like a picture; send a CSV file'],
  ['{\\rtf', 'looks like a text document; copy the table into a spreadsheet and save it as CSV'],
  ['<', 'looks like a web page or XML; open it in a spreadsheet and save it as CSV'],
  ['begin:vcard', 'holds contact cards (vCard); export the contacts as CSV instead'],
  ['{"', 'looks like JSON; POST /api/v1/ext/leads takes that'],
  ['[{', 'looks like JSON; POST /api/v1/ext/leads takes that'],
];

/** What is wrong with a file that begins so, if it cannot be CSV. */
export function strangerOf(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  const plain = text.trimStart().toLowerCase().replace(/^ï»¿/, '');
  const [, sentence] =
    strangers.find(([beginning]) => text.startsWith(beginning) || plain.startsWith(beginning)) ??
    [];
  if (sentence) return sentence;
  const looked = head.subarray(0, 8_192);
  const odd = looked.filter((byte) => byte < 32 && ![9, 10, 13].includes(byte)).length;
  return odd >= 5 && odd > looked.length / 20 && !encodingOf(head)
    ? 'is not a text file; send a CSV file'
    : undefined;
}

/** The encoding that the beginning of a file tells: by a mark, or by letters that leave every other byte zero. */
export function encodingOf(head: Buffer): Encoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const looked = head.subarray(0, 1_024);
  const zeros = [0, 1].map(
    (side) => looked.filter((byte, place) => byte === 0 && place % 2 === side).length,
  ) as [number, number];
  const most = looked.length / 4;
  if (zeros[1] > most && zeros[0] < most / 10) return 'utf-16le';
  if (zeros[0] > most && zeros[1] < most / 10) return 'utf-16be';
  return undefined;
}

const delimiters: Delimiter[] = [',', ';', '\t', '|'];
const rowsLookedAt = 100;

/** A first line such as `sep=;`, by which Excel is told the delimiter. */
export const separatorLine = /^sep=([,;\t|])\r?\n/i;

/** The delimiter under which the first rows have the most even, and then the most, cells. */
export function delimiterOf(text: string, isWhole: boolean): Delimiter {
  const told = separatorLine.exec(text)?.[1] as Delimiter | undefined;
  if (told) return told;
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

/** How many cells the first rows would have. A quotation mark counts where a cell begins. */
function widthsOf(text: string, delimiter: Delimiter, isWhole: boolean): number[] {
  const widths: number[] = [];
  let [width, quoted, atStart, isBlank] = [1, false, true, true];
  const endRow = () => {
    if (!isBlank) widths.push(width);
    [width, atStart, isBlank] = [1, true, true];
  };
  for (let place = 0; place < text.length && widths.length < rowsLookedAt; place++) {
    const sign = text[place]!;
    if (quoted) {
      if (sign === '"' && text[place + 1] === '"') place++;
      else if (sign === '"') quoted = false;
    } else if (sign === '\n' || sign === '\r') {
      endRow();
    } else if (sign === delimiter) {
      [width, atStart, isBlank] = [width + 1, true, false];
    } else if (sign !== ' ') {
      quoted = atStart && sign === '"';
      [atStart, isBlank] = [false, false];
    }
  }
  // The last row of a part may be cut short.
  if (isWhole || widths.length === 0) endRow();
  return widths;
}
