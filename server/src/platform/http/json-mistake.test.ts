import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuGrowth, linear } from '../../../../contract/test/cpu-growth.ts';
import { jsonSyntaxError } from './json-mistake.ts';

test.each([
  ['{"name":', 'it ends too early at line 1, column 9'],
  ['', 'it ends too early at line 1, column 1'],
  ['{"name":"x",}', 'unexpected "}" at line 1, column 13'],
  ['{"name":NaN}', 'unexpected "N" at line 1, column 9'],
  [
    '{\n  "leads": [\n    {"email": "a@b.example"}\n    {}\n]}',
    'unexpected "{" at line 4, column 5',
  ],
  ["{'name':1}", `unexpected "'" at line 1, column 2`],
  ['{"a":1} x', 'unexpected "x" at line 1, column 9'],
  ['{"a":"\n"}', 'unexpected character U+000A at line 1, column 7'],
  ['{"a":"\\x"}', 'unexpected "\\" at line 1, column 7'],
  ['{"a" 1}', 'unexpected "1" at line 1, column 6'],
  ['[1,]', 'unexpected "]" at line 1, column 4'],
  ['{"a":01}', 'unexpected "1" at line 1, column 7'],
])('%s: %s', (text, message) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(jsonSyntaxError(text)).toBe(message);
});

test('the position is the same as the one from JSON.parse, if it has one', () => {
  const broken = fc
    .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom(...'{}[],:"x1 \\'))
    .map(([json, at, sign]) => {
      const position = at % (json.length + 1);
      return json.slice(0, position) + sign + json.slice(position);
    });
  fc.assert(
    fc.property(broken, (text) => {
      try {
        JSON.parse(text);
      } catch (error) {
        const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(error)) ?? [];
        if (!line) return;
        const [, ownLine, ownColumn] = /line (\d+), column (\d+)$/.exec(jsonSyntaxError(text))!;
        expect(ownLine).toBe(line);
        // In a broken literal, this parser reports the first letter, JSON.parse the wrong one.
        expect(Number(column) - Number(ownColumn)).toBeGreaterThanOrEqual(0);
        expect(Number(column) - Number(ownColumn)).toBeLessThan('\\u0041'.length);
      }
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['a long text', '"x', 'a', ''],
  ['escapes', '"', '\\n', ''],
  ['nesting', '', '[', ''],
  ['blanks', '', ' ', 'x'],
  ['digits', '', '1', 'x'],
  ['items', '[', '1,', 'x'],
])('%s of any length are read in linear time', async (_, start, piece, end) => {
  const work = (size: number) => jsonSyntaxError(start + piece.repeat(size) + end);
  expect(await cpuGrowth(work, 400_000)).toBeLessThan(linear);
});
