import { expect, test } from 'vitest';
import { withIds, withNames } from './mentions.ts';

const [ann, anna] = [
  { userId: '019c8a10-0000-7000-8000-000000000001', label: 'Ann' },
  { userId: '019c8a10-0000-7000-8000-000000000002', label: 'Ann Berg' },
];
const members = [ann, anna];

test('a name behind @ becomes the id of its member, and the id its present name', () => {
  const stored = `@[${ann.userId}], ask @[${anna.userId}].`;
  expect(withIds('@Ann, ask @Ann Berg.', members)).toBe(stored);
  expect(withNames(stored, members)).toBe('@Ann, ask @Ann Berg.');
  expect(withIds(stored, members)).toBe(stored);
});

test('an address, a longer name and a former member stay as they are', () => {
  for (const text of ['mail me@acme.example', '@Annabel', `@[${anna.userId.replace('2', '3')}]`])
    expect(withNames(withIds(text, members), members)).toBe(text);
});

test('of two members with the same name, the email says which', () => {
  const same = [
    { userId: ann.userId, label: 'Jo (jo@a.example)' },
    { userId: anna.userId, label: 'Jo (jo@b.example)' },
  ];
  const stored = `Ask @[${anna.userId}], not me@a.example or @Jo.`;
  expect(withIds('Ask @Jo (jo@b.example), not me@a.example or @Jo.', same)).toBe(stored);
  expect(withIds(withNames(stored, same), same)).toBe(stored);
});
