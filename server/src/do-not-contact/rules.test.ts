import { expect, test } from 'vitest';
import { distinct, masked } from './rules.ts';

test('an address is masked down to its first letter and its domain', () => {
  expect(masked('jane@acme.example')).toBe('j…@acme.example');
  expect(masked('j@acme.example')).toBe('j…@acme.example');
  expect(masked('𝒿ane@acme.example')).toBe('𝒿…@acme.example');
});

test('an address counts once, and an e-mail address is no LinkedIn page', () => {
  const address = (emailKey: string | null, linkedinKey: string | null) => ({
    value: 'as sent',
    emailKey,
    linkedinKey,
  });
  const [a, b, c] = [
    address('a@x.example', null),
    address('b@x.example', null),
    address(null, 'in:a'),
  ];
  expect(distinct([a!, b!, { ...a!, value: 'A' }, c!, c!])).toHaveLength(3);
});
