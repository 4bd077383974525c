import type { ImportColumn } from '@outcrop/contract';
import { expect, test } from 'vitest';
import {
  fieldsByName,
  identifiesProspects,
  importRequest,
  mappingText,
  readMapping,
} from './mapping.ts';

const file: ImportColumn[] = [
  { name: 'Mail', guess: 'email', sample: [] },
  { name: 'Stand', guess: null, sample: [] },
  { name: 'Firma', guess: 'companyName', sample: [] },
];

test('columns use the guessed fields unless the URL has a mapping', () => {
  expect(readMapping(file, undefined)).toEqual(['email', null, 'companyName']);
  expect(readMapping(file, '-,fullName,-')).toEqual([null, 'fullName', null]);
  const mapping = readMapping(file, 'email,title,companyName');
  expect(readMapping(file, mappingText(mapping))).toEqual(mapping);
});

test('columns that were imported before use the field that was chosen then', () => {
  const remembered = { Stand: 'companyName', Firma: '-', Other: 'title' };
  expect(readMapping(file, undefined, remembered)).toEqual(['email', 'companyName', null]);
  expect(readMapping(file, 'email,title,-', remembered)).toEqual(['email', 'title', null]);
  expect(fieldsByName(file, ['email', null, 'title'])).toEqual({
    ...{ Mail: 'email', Stand: '-', Firma: 'title' },
  });
});

test('a mapping from the URL drops unknown fields, repeated fields and extra columns', () => {
  expect(readMapping(file, 'email,email,__proto__,title')).toEqual(['email', null, null]);
  expect(readMapping(file, 'email')).toEqual(['email', null, null]);
});

test('the import request names the column of each field, the list and the tag', () => {
  expect(importRequest(file, { columns: 'email,title,-' })).toEqual({
    mapping: { email: 'Mail', title: 'Stand' },
  });
  expect(importRequest(file, { list: 'Fair', tag: 'Met' })).toEqual({
    mapping: { email: 'Mail', companyName: 'Firma' },
    listName: 'Fair',
    tagName: 'Met',
  });
  expect(importRequest(file, { columns: 'email,-,-', onMatch: 'fill' })).toEqual({
    mapping: { email: 'Mail' },
    onMatch: 'fill',
  });
});

test('a name, an email or a LinkedIn URL identifies a prospect', () => {
  expect(identifiesProspects(['title', 'lastName', null])).toBe(true);
  expect(identifiesProspects(['title', null, 'phone'])).toBe(false);
});
