import { asText, type Tree } from './attempt.ts';
import type { Dice } from './dice.ts';
import { fitting, type Maker } from './fitting.ts';
import { filled, hostileTexts } from './hostile-text.ts';

/** A table whose columns are those of an example of the document, about other people. */
export function properCsv(examples: Tree[], maker: Maker): string {
  const { dice } = maker;
  const [head = 'email,fullName,companyName'] = asText(examples[0] ?? '').split(/\r?\n/);
  const [, divider = ','] = /([,;\t])/.exec(head) ?? [];
  const columns = head.split(divider).map((column) => column.replaceAll('"', ''));
  const cell = (column: string) =>
    dice.chance(0.2)
      ? ''
      : quoted(asText(fitting({ type: 'string' }, column.replaceAll(/\W/g, ''), maker)), divider);
  const rows = Array.from({ length: dice.chance(0.05) ? 300 : dice.below(8) }, () =>
    columns.map(cell).join(divider),
  );
  return [head, ...rows, ''].join(dice.pick(['\n', '\r\n']));
}

const quoted = (text: string, divider: string): string =>
  /["\r\n]/.test(text) || text.includes(divider) ? `"${text.replaceAll('"', '""')}"` : text;

/** Tables as other programs write them, and worse. */
const mishaps: [string, (text: string, dice: Dice) => string | Buffer][] = [
  ['no rows and no head', () => ''],
  ['only line ends', () => '\r\n\n\r\r\n'],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['bytes that are no UTF-8', (text) => Buffer.from(`${text}Zo\xeb\xff\xfe`, 'latin1')],
  ['NUL', (text) => `${text}\0,\0\n`],
  ['a quote that is not closed', (text) => `${text}"Ada`],
  ['quotes in the middle', (text) => `${text}A"d"a,"x"y,""z"\n`],
  ['half of it', (text) => text.slice(0, text.length / 2)],
  ['semicolons', (text) => text.replaceAll(',', ';')],
  ['tabs', (text) => text.replaceAll(',', '\t')],
  ['old line ends', (text) => text.replaceAll(/\r?\n/g, '\r')],
  ['a head twice', (text) => text + text],
  ['the same column twice', (text) => text.replaceAll(/^[^\r\n]+/gm, '$&,$&')],
  ['unknown columns', (text) => text.replace(/^[^\r\n]+/, (head) => head.replaceAll(/\w/g, 'z'))],
  ['rows that are too short', (text) => `${text}x\n`],
  ['rows that are too long', (text) => `${text}${'x,'.repeat(500)}\n`],
  ['10,000 columns', () => `${'a,'.repeat(10_000)}\n${'b,'.repeat(10_000)}\n`],
  ['20,000 empty lines', (text) => text + '\n'.repeat(20_000)],
  ['a cell of 1 MB', (text) => `${text}${'a'.repeat(1_000_000)}\n`],
  ['a hostile cell', (text, dice) => `${text}${quoted(dice.pick(hostileTexts), ',')}\n`],
  ['a long cell', (text, dice) => `${text}${quoted(filled(3_000, dice), ',')}\n`],
  ['hostile columns', (text, dice) => text.replace(/^[^,]*/, quoted(dice.pick(hostileTexts), ','))],
  ['JSON', () => '{"leads":[]}'],
  ['a workbook', () => Buffer.from('PK\x03\x04\x14\x00\x08\x08\x08\x00', 'latin1')],
];

export function mishapIn(bytes: Buffer, dice: Dice): { story: string; bytes: Buffer } {
  const [story, change] = dice.pick(mishaps);
  return { story, bytes: Buffer.from(change(String(bytes), dice)) };
}

/** What is wrong with a table that was answered: any program has to read it, and none may run it. */
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
