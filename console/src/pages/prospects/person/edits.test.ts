import type { Prospect } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { editOf, knownFields, overtakenBy, recordIn, valuesOf } from './edits.ts';

const amara = {
  fullName: 'Amara Okafor',
  firstName: 'Amara',
  lastName: 'Okafor',
  title: 'Head of Procurement',
  companyName: 'Saltmarsh Foods',
  email: 'amara@saltmarsh.example',
  phone: '+49 30 1234',
  linkedinUrl: null,
  website: null,
  locationName: null,
} as Prospect;
const typed = (values: object) => ({ ...valuesOf(amara), ...values });

test('only what was changed is sent, and what was emptied is cleared', () => {
  expect(editOf(amara, valuesOf(amara))).toEqual({});
  expect(editOf(amara, typed({ title: ' Buyer ', phone: ' ', website: '' }))).toEqual({
    title: 'Buyer',
    phone: null,
  });
});

test('the parts of a name are left out where the whole says the same', () => {
  const rest = ['title', 'companyName', 'email', 'phone'];
  expect(knownFields(amara)).toEqual(['fullName', ...rest]);
  const full = { ...amara, fullName: 'Dr Amara Okafor' };
  expect(knownFields(full)).toEqual(['fullName', 'firstName', 'lastName', ...rest]);
});

test('what somebody else changed is told beside what was typed over it', () => {
  const now = { ...amara, title: 'Buyer', locationName: 'Lagos' };
  expect(overtakenBy(amara, now, typed({ title: 'Director', phone: '' }))).toEqual([
    { field: 'title', was: 'Head of Procurement', is: 'Buyer', typed: 'Director' },
    { field: 'locationName', was: null, is: 'Lagos' },
  ]);
  expect(overtakenBy(amara, now, typed({ title: 'Buyer' }))[0]).not.toHaveProperty('typed');
});

test('the other record is read from what the service says', () => {
  const id = '019c8a10-000e-7000-8000-3e9b1f6d8a25';
  expect(recordIn(`is that of the prospect ${id} already; merge the two`)).toBe(id);
  expect(recordIn('must be an e-mail address')).toBeNull();
  expect(recordIn(undefined)).toBeNull();
});
