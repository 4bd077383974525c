import { expect, test } from 'vitest';
import { ForgottenPeople, type ForgottenPerson } from './forgotten-people-rules.ts';

const emptyPerson: ForgottenPerson = {
  email: null,
  linkedinUrl: null,
  fullName: null,
  firstName: null,
  lastName: null,
  companyName: null,
};
const jane: ForgottenPerson = {
  ...emptyPerson,
  email: 'jane@canary.example',
  linkedinUrl: 'https://www.linkedin.com/in/jane-canary',
  fullName: 'Jane Canary',
  firstName: 'Jane',
  lastName: 'Canary',
  companyName: 'Äcme, Inc.',
};
const people = new ForgottenPeople([jane]);

test.each([
  [['x', 'JANE@Canary.Example ']],
  [['mailto:jane@canary.example']],
  [['Jane <jane@canary.example>, Nils <nils@acme.example>']],
  [['linkedin.com/in/Jane-Canary/?trk=x']],
  [['JANE  canary', 'äcme inc']],
  [['Canary', 'Jane', 'Äcme, Inc.']],
])('%j is a row about the person', (cells) => {
  expect(people.isInRow(cells)).toBe(true);
});

test.each([
  [['Jane Canary', 'jane@other.example']],
  [['Jane Canary', 'Another company']],
  [['Äcme, Inc.']],
  [['Jane', 'Äcme, Inc.']],
  [['not-jane@canary.example']],
  [['https://www.linkedin.com/in/jane-canary-2']],
  [['']],
])('%j is a row about someone else', (cells) => {
  expect(people.isInRow(cells)).toBe(false);
});

test('who has only a name is recognized by the name', () => {
  const named = new ForgottenPeople([{ ...emptyPerson, fullName: 'Jane Canary' }]);
  expect(named.isInRow(['jane canary', 'any company'])).toBe(true);
  expect(named.isInRow(['Jane', 'Canary'])).toBe(false);
});

test('who is known by an address, without a company, is not recognized by the name', () => {
  const { email, fullName } = jane;
  expect(new ForgottenPeople([{ ...emptyPerson, email, fullName }]).isInRow(['Jane Canary'])).toBe(
    false,
  );
});

test('the name of a file or view contains the name of the person, or the address', () => {
  for (const text of ['Jane-Canary.csv', 'mail from jane@canary.example', 'About jane canary (2)'])
    expect(people.isInText(text)).toBe(true);
  for (const text of ['canary.csv', 'Jane', 'Jane Canaryson.csv', 'Fair'])
    expect(people.isInText(text)).toBe(false);
});
