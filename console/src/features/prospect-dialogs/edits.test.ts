import type { Prospect } from '@outcrop/contract';
import { expect, test } from 'vitest';
import {
  fieldsChangedWith,
  filledFields,
  isSameValue,
  prospectIdIn,
  shownFields,
} from './edits.ts';

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
test('first and last name are left out if the full name is the same', () => {
  const rest = ['title', 'companyName', 'email', 'phone'];
  expect(filledFields(amara)).toEqual(['fullName', ...rest]);
  const full = { ...amara, fullName: 'Dr Amara Okafor' };
  expect(filledFields(full)).toEqual(['fullName', 'firstName', 'lastName', ...rest]);
  expect(shownFields(amara)).toEqual([
    'fullName',
    ...rest,
    'linkedinUrl',
    'website',
    'locationName',
  ]);
});

test('the three names are one value, every other field is its own', () => {
  const { fullName, firstName, lastName, title } = amara;
  expect(fieldsChangedWith('firstName', amara)).toEqual({ fullName, firstName, lastName });
  expect(fieldsChangedWith('title', amara)).toEqual({ title });
  const other = { ...amara, lastName: 'Eze', phone: null };
  expect(isSameValue('fullName', amara, other)).toBe(false);
  expect(isSameValue('title', amara, other)).toBe(true);
});

test('the id of the other prospect is read from the error message', () => {
  const id = '019c8a10-000e-7000-8000-3e9b1f6d8a25';
  expect(prospectIdIn(`is already used by prospect ${id}; merge the two`)).toBe(id);
  expect(prospectIdIn('must be a valid email address')).toBeNull();
  expect(prospectIdIn(undefined)).toBeNull();
});
