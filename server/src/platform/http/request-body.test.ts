import { expect, test } from 'vitest';
import { jsonErrorPosition } from './request-body.ts';

test.each([
  ['{"name":', 1, 9],
  ['', 1, 1],
  [' \n', 2, 1],
  ['{"name":"x",}', 1, 13],
  ['{"name":NaN}', 1, 9],
  ['undefined', 1, 1],
  ['tru', 1, 4],
  ['-', 1, 2],
  ['"x', 1, 3],
  ['{\n  "leads": [\n    {"email": "a@b.example"}\n    {}\n]}', 4, 5],
  ["{'name':1}", 1, 2],
  ['{"a":1} x', 1, 9],
  ['{"a":"\n"}', 1, 7],
  ['{"a":"\\x"}', 1, 8],
  ['{"a" 1}', 1, 6],
  ['[1,]', 1, 4],
  [`[${'1,'.repeat(50)}\n,${'1,'.repeat(50)}1]`, 2, 1],
  ['{"a":"...\\"" is not valid JSON at position 3}', 1, 14],
])('the error in %j is at line %i, column %i', (text, line, column) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(jsonErrorPosition(text)).toBe(`line ${line}, column ${column}`);
});
