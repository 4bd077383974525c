import { expect, test } from 'vitest';
import { cleanInput, type InputIssue } from './clean-input.ts';

const cleaned = (value: unknown) => {
  const issues: InputIssue[] = [];
  return { value: cleanInput(value, issues), issues };
};

test('empty strings and nulls count as fields that were not sent', () => {
  const { value, issues } = cleaned({ a: '', b: null, c: '  \n', d: { e: null }, f: 0, g: false });
  expect(value).toEqual({ d: {}, f: 0, g: false });
  expect(issues).toEqual([]);
});

test('a list item keeps its index, even when it is empty', () => {
  expect(cleaned({ list: ['a', '', null, { b: '' }] }).value).toEqual({
    list: ['a', '', null, {}],
  });
});

test('text is trimmed at both ends, and only there', () => {
  expect(cleaned({ a: '\t Amara  Okafor\u00a0\n' }).value).toEqual({ a: 'Amara  Okafor' });
});

test('text is normalized to NFC', () => {
  expect(cleaned({ a: 'Ame\u0301lie' }).value).toEqual({ a: 'Am\u00e9lie' });
});

test('NUL is rejected anywhere in the text', () => {
  const { issues } = cleaned({ a: 'x\0', b: [{ c: '\0' }] });
  const message = 'must not contain the character NUL';
  expect(issues).toEqual([
    { path: ['a'], message },
    { path: ['b', 0, 'c'], message },
  ]);
});

test('half of a surrogate pair is rejected, and a whole pair is accepted', () => {
  const { issues } = cleaned({ high: '\ud83d', low: 'a\udca1', whole: '💡' });
  expect(issues.map(({ path }) => path)).toEqual([['high'], ['low']]);
  expect(issues[0]!.message).toContain('half of a surrogate pair');
});

test('a key called __proto__ becomes a field, not a prototype', () => {
  const { value } = cleaned(JSON.parse('{"__proto__":{"a":1}}'));
  expect(Object.keys(value as object)).toEqual(['__proto__']);
  expect((value as { a?: number }).a).toBeUndefined();
});

test('a body that is nested too deeply is reported once, on its outermost field', () => {
  const deep = JSON.parse(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`);
  expect(cleaned(deep).issues).toEqual([{ path: ['a'], message: 'is nested too deeply' }]);
});

test('control characters are removed, but tabs and line breaks stay', () => {
  expect(
    cleaned({ a: 'x\u0001\u001b\u007f\u0090y\tz\r\nw', b: '\u0007', c: 'a\u0085b' }).value,
  ).toEqual({ a: 'xy\tz\r\nw', c: 'a\nb' });
});
