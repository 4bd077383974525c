import type { Prospect } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { conflictingChanges, editOf, filledFields, prospectIdIn, valuesOf } from './edits.ts';

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

test('only changed fields are sent, and emptied ones are cleared', () => {
  expect(editOf(amara, valuesOf(amara))).toEqual({});
  expect(editOf(amara, typed({ title: ' Buyer ', phone: ' ', website: '' }))).toEqual({
    title: 'Buyer',
    phone: null,
  });
});

test('first and last name are left out if the full name is the same', () => {
  const rest = ['title', 'companyName', 'email', 'phone'];
  expect(filledFields(amara)).toEqual(['fullName', ...rest]);
  const full = { ...amara, fullName: 'Dr Amara Okafor' };
  expect(filledFields(full)).toEqual(['fullName', 'firstName', 'lastName', ...rest]);
});

test('changes by others are listed with what the user entered', () => {
  const now = { ...amara, title: 'Buyer', locationName: 'Lagos' };
  expect(conflictingChanges(amara, now, typed({ title: 'Director', phone: '' }))).toEqual([
    { field: 'title', before: 'Head of Procurement', after: 'Buyer', typed: 'Director' },
    { field: 'locationName', before: null, after: 'Lagos' },
  ]);
  expect(conflictingChanges(amara, now, typed({ title: 'Buyer' }))[0]).not.toHaveProperty('typed');
});

test('the id of the other prospect is read from the error message', () => {
  const id = '019c8a10-000e-7000-8000-3e9b1f6d8a25';
  expect(prospectIdIn(`is already used by prospect ${id}; merge the two`)).toBe(id);
  expect(prospectIdIn('must be a valid email address')).toBeNull();
  expect(prospectIdIn(undefined)).toBeNull();
});
