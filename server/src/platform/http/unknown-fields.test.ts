import { endpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  didYouMean,
  findUnknownFields,
  misspelledFields,
  unknownFieldWarnings,
} from './unknown-fields.ts';

const leads = endpoints.postLeads.body;
const warnings = (schema: z.ZodType, body: unknown) =>
  unknownFieldWarnings(findUnknownFields(schema, body));

test('known fields cause no warning', () => {
  const body = { leads: [{ fullName: 'A', email: 'a@b.example' }], listName: 'L', dryRun: true };
  expect(warnings(leads, body)).toEqual([]);
});

test('an unknown field is reported with its path, at any depth', () => {
  const body = { colour: 1, leads: [{}, { fullName: 'A', shoeSize: 44 }] };
  expect(warnings(leads, body)).toEqual([
    { path: ['colour'], message: 'unknown field, ignored' },
    { path: ['leads', 1, 'shoeSize'], message: 'unknown field, ignored' },
  ]);
});

test.each([
  ['e-mail', 'email'],
  ['emial', 'email'],
  ['company_name', 'companyName'],
  ['companyNmae', 'companyName'],
  ['linkedin', 'linkedinUrl'],
  ['firstname', 'firstName'],
  ['name', 'fullName'],
  ['emailAddress', 'email'],
  ['jobTitle', 'title'],
])('for %s the suggestion is %s', (given, suggestion) => {
  expect(warnings(leads, { leads: [{ [given]: 'x' }] })).toEqual([
    {
      path: ['leads', 0, given],
      message: `unknown field, ignored; did you mean ${suggestion}?`,
    },
  ]);
});

test.each(['colour', 'x', '', 'id', 'na', '李伟', '__proto__'])(
  'for %s there is no suggestion',
  (given) => {
    expect(didYouMean(given, ['email', 'fullName', 'linkedinUrl', 'phone'])).toBe('');
  },
);

test('fields inside defaults and optional values are known', () => {
  expect(warnings(endpoints.postEnrich.body, { prospectIds: [], mode: 'x' })).toEqual([]);
});

test('many unknown fields get 100 warnings with truncated names, and a count', () => {
  const body = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`${index}${'x'.repeat(5_000)}`, 1]),
  );
  const found = warnings(leads, body);
  expect(found).toHaveLength(101);
  expect(found.at(-1)).toEqual({ path: [], message: '4,900 more unknown fields, ignored' });
  expect(JSON.stringify(found).length).toBeLessThan(100 * 200);
});

test.each([
  ['lead', leads, 'leads'],
  ['ids', endpoints.postBulk.body, 'prospectIds'],
  ['prospect_ids', endpoints.postEnrich.body, 'prospectIds'],
  ['dryrun', leads, 'dryRun'],
])('for %s at the top level the suggestion is %s', (given, schema, suggestion) => {
  expect(misspelledFields(findUnknownFields(schema, { [given]: 1 }))).toMatchObject([
    { path: [given], suggestion },
  ]);
});

test('a field that is misspelled in every row is reported once', () => {
  const body = { leads: Array(50).fill({ full_name: 'A' }) };
  expect(misspelledFields(findUnknownFields(leads, body))).toEqual([
    {
      path: ['leads', 0, 'full_name'],
      message: 'is an unknown field; did you mean fullName?',
      suggestion: 'fullName',
    },
  ]);
});
