import { expect, test } from 'vitest';
import { maskEmail, uniqueAddresses } from './suppression-addresses.ts';

test('an address is masked to its first letter and domain', () => {
  expect(maskEmail('jane@acme.example')).toBe('j…@acme.example');
  expect(maskEmail('j@acme.example')).toBe('j…@acme.example');
  expect(maskEmail('𝒿ane@acme.example')).toBe('𝒿…@acme.example');
});

test('a repeated address counts once, and an email address is not a LinkedIn URL', () => {
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
  expect(uniqueAddresses([a!, b!, { ...a!, value: 'A' }, c!, c!])).toHaveLength(3);
});
