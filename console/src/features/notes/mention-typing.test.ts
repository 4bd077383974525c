import { expect, test } from 'vitest';
import { suggestMentions, typedMention } from './mention-typing.ts';

test('a mention is typed after an @ that begins a word', () => {
  const typed = (text: string) => typedMention(text, text.length);
  expect(typed('@')).toEqual({ start: 0, query: '' });
  expect(typed('Ask @An')).toEqual({ start: 4, query: 'An' });
  expect(typed('(@Ana Be')).toEqual({ start: 1, query: 'Ana Be' });
  for (const text of ['', 'Ana', 'ana@acme', '@ Ana', '@Ana\nBerg', `@${'a'.repeat(80)}`])
    expect(typed(text), text).toBeNull();
  expect(typedMention('@An and more', 3)).toEqual({ start: 0, query: 'An' });
});

test('people are suggested by the beginning of any of their names', () => {
  const people = ['Ana Berg', 'Bo Anders', 'Cem Yıldız'].map((label) => ({ label }));
  const suggested = (query: string) => suggestMentions(people, query).map(({ label }) => label);
  expect(suggested('an')).toEqual(['Ana Berg', 'Bo Anders']);
  expect(suggested('ana b')).toEqual(['Ana Berg']);
  expect(suggested('erg')).toEqual([]);
  expect(suggested('Ana Berg ')).toEqual([]);
});
