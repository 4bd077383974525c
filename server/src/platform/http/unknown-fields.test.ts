import { endpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { didYouMean, unknownFields } from './unknown-fields.ts';

const leads = endpoints.postLeads.body;

test('fields of the schema are not remarked on', () => {
  const body = { leads: [{ fullName: 'A', email: 'a@b.example' }], listName: 'L', dryRun: true };
  expect(unknownFields(leads, body)).toEqual([]);
});

test('an unknown field is named with its path, at any depth [validation.unknown-field]', () => {
  const body = { colour: 1, leads: [{}, { fullName: 'A', shoeSize: 44 }] };
  expect(unknownFields(leads, body)).toEqual([
    { path: ['colour'], message: 'unknown field, ignored' },
    { path: ['leads', 1, 'shoeSize'], message: 'unknown field, ignored' },
  ]);
});

test.each([
  ['e-mail', 'email'],
  ['Email', 'email'],
  ['emial', 'email'],
  ['company_name', 'companyName'],
  ['companyNmae', 'companyName'],
  ['company', 'companyName'],
  ['linkedin', 'linkedinUrl'],
  ['linkedin_url', 'linkedinUrl'],
  ['linkedInURL', 'linkedinUrl'],
  ['location', 'locationName'],
  ['firstname', 'firstName'],
])('%s is taken for a slip of %s [validation.did-you-mean]', (given, meant) => {
  expect(unknownFields(leads, { leads: [{ [given]: 'x' }] })).toEqual([
    {
      path: ['leads', 0, given],
      message: `unknown field, ignored; did you mean ${meant}?`,
    },
  ]);
});

test.each(['colour', 'x', '', 'id', 'na', '李伟', '__proto__'])(
  '%s resembles nothing, and no guess is made',
  (given) => {
    expect(didYouMean(given, ['email', 'fullName', 'linkedinUrl', 'phone'])).toBe('');
  },
);

test('fields behind defaults and options are known', () => {
  expect(unknownFields(endpoints.postEnrich.body, { prospectIds: [], mode: 'x' })).toEqual([]);
});

test('a flood of unknown fields gets a hundred remarks, each cut to a readable length', () => {
  const body = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`${index}${'x'.repeat(5_000)}`, 1]),
  );
  const found = unknownFields(leads, body);
  expect(found).toHaveLength(100);
  expect(JSON.stringify(found).length).toBeLessThan(100 * 200);
});
