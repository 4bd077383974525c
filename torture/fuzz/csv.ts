import { hostileTexts, textOfLength } from './hostile-text.ts';
import { asText, type JsonTree } from './json-tree.ts';
import { matchingValue, type ValueContext } from './matching-value.ts';
import type { Random } from './random.ts';

/** A CSV file with the columns of an example in the document. */
export function validCsv(examples: JsonTree[], context: ValueContext): string {
  const { random } = context;
  const [head = 'email,fullName,companyName'] = asText(examples[0] ?? '').split(/\r?\n/);
  const [, divider = ','] = /([,;\t])/.exec(head) ?? [];
  const columns = head.split(divider).map((column) => column.replaceAll('"', ''));
  const cell = (column: string) =>
    random.chance(0.2)
      ? ''
      : quoteCell(
          asText(matchingValue({ type: 'string' }, column.replaceAll(/\W/g, ''), context)),
          divider,
        );
  const rows = Array.from({ length: random.chance(0.05) ? 300 : random.below(8) }, () =>
    columns.map(cell).join(divider),
  );
  return [head, ...rows, ''].join(random.pick(['\n', '\r\n']));
}

const quoteCell = (text: string, divider: string): string =>
  /["\r\n]/.test(text) || text.includes(divider) ? `"${text.replaceAll('"', '""')}"` : text;

/** Unusual and broken CSV files. */
const csvMistakes: [string, (text: string, random: Random) => string | Buffer][] = [
  ['no rows and no header', () => ''],
  ['only line ends', () => '\r\n\n\r\r\n'],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['invalid UTF-8', (text) => Buffer.from(`${text}Zo\xeb\xff\xfe`, 'latin1')],
  ['NUL', (text) => `${text}\0,\0\n`],
  ['a quote that is not closed', (text) => `${text}"Ada`],
  ['quotes in the middle', (text) => `${text}A"d"a,"x"y,""z"\n`],
  ['half of it', (text) => text.slice(0, text.length / 2)],
  ['semicolons', (text) => text.replaceAll(',', ';')],
  ['tabs', (text) => text.replaceAll(',', '\t')],
  ['CR line ends', (text) => text.replaceAll(/\r?\n/g, '\r')],
  ['a header row twice', (text) => text + text],
  ['the same column twice', (text) => text.replaceAll(/^[^\r\n]+/gm, '$&,$&')],
  ['unknown columns', (text) => text.replace(/^[^\r\n]+/, (head) => head.replaceAll(/\w/g, 'z'))],
  ['rows that are too short', (text) => `${text}x\n`],
  ['rows that are too long', (text) => `${text}${'x,'.repeat(500)}\n`],
  ['10,000 columns', () => `${'a,'.repeat(10_000)}\n${'b,'.repeat(10_000)}\n`],
  ['20,000 empty lines', (text) => text + '\n'.repeat(20_000)],
  ['a cell of 1 MB', (text) => `${text}${'a'.repeat(1_000_000)}\n`],
  ['a hostile cell', (text, random) => `${text}${quoteCell(random.pick(hostileTexts), ',')}\n`],
  ['a long cell', (text, random) => `${text}${quoteCell(textOfLength(3_000, random), ',')}\n`],
  [
    'hostile columns',
    (text, random) => text.replace(/^[^,]*/, quoteCell(random.pick(hostileTexts), ',')),
  ],
  ['JSON', () => '{"leads":[]}'],
  ['a workbook', () => Buffer.from('PK\x03\x04\x14\x00\x08\x08\x08\x00', 'latin1')],
];

export function withCsvMistake(
  bytes: Buffer,
  random: Random,
): { description: string; bytes: Buffer } {
  const [description, change] = random.pick(csvMistakes);
  return { description, bytes: Buffer.from(change(String(bytes), random)) };
}

/** Problems of a CSV response, including cells that a spreadsheet would run as formulas. */
export function csvProblems(text: string): string[] {
  const rows = rowsOf(text.replace(/^\ufeff/, ''));
  if (!rows) return ['a quote out of place'];
  const [head = []] = rows;
  const odd = rows.find((row) => row.length !== head.length);
  const formula = rows.flat().find((cell) => /^[=+\-@\t\r]/.test(cell));
  return [
    ...(text.includes('\0') ? ['a NUL'] : []),
    ...(odd ? [`${odd.length} cells under ${head.length} columns: ${JSON.stringify(odd)}`] : []),
    ...(formula === undefined ? [] : [`a formula: ${JSON.stringify(formula)}`]),
  ];
}

/** The table's cells, or nothing if it cannot be read. */
function rowsOf(text: string): string[][] | null {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const [whole, inQuotes, plain = '', end] = cell.exec(text) ?? [];
    if (whole === undefined) return null;
    rows.at(-1)!.push(inQuotes?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}
