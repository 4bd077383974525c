import type { LeadField } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { guessFields } from './column-guess.ts';

const guess = (names: string[], rows: string[][] = []) =>
  guessFields(
    names.map((name, index) => ({ name, values: rows.flatMap((row) => row[index] || []) })),
  );

describe('columns are recognized by their names', () => {
  test.each<[string, Record<string, LeadField | null>]>([
    [
      'a trade fair in Germany',
      {
        Anrede: null,
        Vorname: 'firstName',
        Nachname: 'lastName',
        Firma: 'companyName',
        Funktion: 'title',
        'E-Mail-Adresse': 'email',
        Telefon: 'phone',
        Ort: 'locationName',
        Webseite: 'website',
      },
    ],
    [
      'a tool in France',
      {
        Prénom: 'firstName',
        Nom: 'lastName',
        Courriel: 'email',
        Société: 'companyName',
        Fonction: 'title',
        Téléphone: 'phone',
        Ville: 'locationName',
      },
    ],
    ['a tool in Japan', { 氏名: 'fullName', メールアドレス: 'email', 会社名: 'companyName' }],
    ['a tool in Korea', { 이름: 'fullName', 이메일: 'email', 회사: 'companyName' }],
    [
      'a customer system',
      {
        'Record ID': null,
        'First Name': 'firstName',
        'Last Name': 'lastName',
        Email: 'email',
        'Phone Number': 'phone',
        'Contact owner': null,
        'Primary Company': 'companyName',
        'Company size': null,
        'Lead Status': null,
        'Create Date': null,
        'Email opt-in': null,
      },
    ],
    [
      'an export of ours',
      {
        'Full name': 'fullName',
        'First name': 'firstName',
        'Last name': 'lastName',
        Title: 'title',
        Company: 'companyName',
        'LinkedIn URL': 'linkedinUrl',
        Website: 'website',
        Email: 'email',
        Phone: 'phone',
        Location: 'locationName',
        Stage: null,
        'Do not contact': null,
        Lists: null,
        Tags: null,
        'First-touch line': null,
        'Enrichment status': null,
        'Source type': null,
        'Created at': null,
        'Updated at': null,
        'Prospect id': null,
      },
    ],
    ['names apart', { Name: 'lastName', Vorname: 'firstName' }],
    ['names together', { Name: 'fullName', 'Company Name': 'companyName' }],
    ['one word for both', { Nom: 'fullName', 'LinkedIn Profile URL': 'linkedinUrl' }],
    ['the better of two', { 'Work phone number': null, Phone: 'phone' }],
  ])('%s', (_, columns) => {
    expect(guess(Object.keys(columns))).toEqual(Object.values(columns));
  });
});

describe('columns are recognized by their values', () => {
  test.each<[string, string[], string[][], (LeadField | null)[]]>([
    [
      'addresses under any name',
      ['A', 'B'],
      [
        ['Amara', 'amara@saltmarsh.example'],
        ['Henrik', 'henrik@nordlys.example'],
      ],
      [null, 'email'],
    ],
    [
      'pages of people under a plain name',
      ['URL', 'Website'],
      [['https://www.linkedin.com/in/amara', 'saltmarsh.example']],
      ['linkedinUrl', 'website'],
    ],
    [
      'not the page of a company',
      ['LinkedIn URL'],
      [['https://www.linkedin.com/company/saltmarsh']],
      [null],
    ],
    ['not what only speaks of addresses', ['E-Mail'], [['yes'], ['no']], [null]],
    [
      'the column with addresses, of two with the name',
      ['Email', 'Email (2)'],
      [
        ['unknown', 'amara@saltmarsh.example'],
        ['unknown', 'henrik@nordlys.example'],
      ],
      [null, 'email'],
    ],
    ['an email address in the name column', ['Name'], [['amara@saltmarsh.example']], ['email']],
  ])('%s', (_, names, rows, fields) => {
    expect(guess(names, rows)).toEqual(fields);
  });
});
