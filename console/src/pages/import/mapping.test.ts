import type { ImportColumn } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { heldBy, isSomebody, orderOf, textOf } from './mapping.ts';

const file: ImportColumn[] = [
  { name: 'Mail', guess: 'email', sample: [] },
  { name: 'Stand', guess: null, sample: [] },
  { name: 'Firma', guess: 'companyName', sample: [] },
];

test('columns hold what was guessed until the address says otherwise', () => {
  expect(heldBy(file, undefined)).toEqual(['email', null, 'companyName']);
  expect(heldBy(file, '-,fullName,-')).toEqual([null, 'fullName', null]);
  const held = heldBy(file, 'email,title,companyName');
  expect(heldBy(file, textOf(held))).toEqual(held);
});

test('what the address says is taken with care: no unknown field, none twice, none beyond the file', () => {
  expect(heldBy(file, 'email,email,__proto__,title')).toEqual(['email', null, null]);
  expect(heldBy(file, 'email')).toEqual(['email', null, null]);
});

test('the service is told which column holds each field, the list and the tag', () => {
  expect(orderOf(file, { columns: 'email,title,-' })).toEqual({
    mapping: { email: 'Mail', title: 'Stand' },
  });
  expect(orderOf(file, { list: 'Fair', tag: 'Met' })).toEqual({
    mapping: { email: 'Mail', companyName: 'Firma' },
    listName: 'Fair',
    tagName: 'Met',
  });
});

test('a row is somebody by a name, an e-mail address or a LinkedIn page', () => {
  expect(isSomebody(['title', 'lastName', null])).toBe(true);
  expect(isSomebody(['title', null, 'phone'])).toBe(false);
});
