import { describe, expect, test } from 'vitest';
import { differences, emptyForm, isSamePerson, leadOf, lookUpQuery } from './lead-form.ts';

test('empty fields are not sent', () => {
  expect(leadOf({ ...emptyForm(), fullName: ' Ana Silva ', phone: '  ' })).toEqual({
    fullName: 'Ana Silva',
  });
});

describe('the look-up', () => {
  test.each([
    [{ email: 'ana@tejo.example', fullName: 'Ana Silva' }, 'ana@tejo.example'],
    [{ linkedinUrl: 'https://www.linkedin.com/in/ana' }, 'https://www.linkedin.com/in/ana'],
    [{ fullName: 'Ana Silva', companyName: 'Tejo' }, 'Ana Silva Tejo'],
    [{ fullName: 'Ana Silva' }, null],
    [{ linkedinUrl: 'https://www.linkedin.com/company/tejo' }, null],
  ])('of %j asks for %j', (lead, query) => {
    expect(lookUpQuery(lead)).toBe(query);
  });

  test.each([
    'https://www.linkedin.com/in/ana-silva-example',
    'http://linkedin.com/in/ana-silva-example/',
    'linkedin.com/in/Ana-Silva-Example',
    'https://pt.linkedin.com/in/ana-silva-example?trk=x',
    'https://www.linkedin.com/in/ana-silva-example/details/skills/',
    'https://m.linkedin.com/in/ana-silva-example#top',
    'https://www.linkedin.com/comm/in/ana-silva-example',
    'https://www.linkedin.com/mwlite/in/ana-silva-example',
  ])('knows the person by %s', (linkedinUrl) => {
    const known = { linkedinUrl: 'https://www.linkedin.com/in/ana-silva-example' };
    expect(isSamePerson({ linkedinUrl }, known)).toBe(true);
  });

  test('knows the person by email, and by name and company', () => {
    expect(isSamePerson({ email: 'ANA@tejo.example' }, { email: 'ana@tejo.example' })).toBe(true);
    const ana = { fullName: 'Ana Silva', companyName: 'Tejo' };
    expect(isSamePerson(ana, { fullName: 'ana silva', companyName: 'TEJO', email: null })).toBe(
      true,
    );
    expect(isSamePerson(ana, { fullName: 'Ana Silva', companyName: 'Douro' })).toBe(false);
    expect(isSamePerson({ fullName: 'Ana Silva' }, { fullName: 'Ana Silva' })).toBe(false);
  });
});

test('fields to fill and fields that differ are listed separately', () => {
  expect(
    differences(
      { fullName: 'Ana Silva', title: 'CEO', phone: '+351210000000', email: 'ana@new.example' },
      { fullName: 'Ana Silva', title: 'Director', phone: null, email: 'ana@tejo.example' },
    ),
  ).toEqual({ blank: ['phone'], different: ['title'] });
});
