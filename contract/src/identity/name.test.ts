import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText, identityKeys, nameKey, readName } from '../identity.ts';

describe('parsing a name', () => {
  test.each([
    [{ firstName: 'Jane', lastName: 'Doe' }, 'Jane Doe'],
    [{ lastName: 'Doe' }, 'Doe'],
    [{ firstName: ' Mary Ann ', lastName: ' de la Cruz ' }, 'Mary Ann de la Cruz'],
    [{ fullName: null, firstName: 'Jane', lastName: null }, 'Jane'],
    [{ fullName: 'Dr. J. Doe', firstName: 'Jane', lastName: 'Doe' }, 'Dr. J. Doe'],
    [{ firstName: '伟', lastName: '李' }, '伟 李'],
    [{ fullName: ' ', firstName: undefined, lastName: null }, null],
  ])('the full name of %j is %s', (stored, fullName) => {
    expect(readName(stored).fullName).toBe(fullName);
  });

  test.each([
    [{ fullName: 'Jane Doe' }, 'Jane', 'Doe'],
    [{ fullName: ' Jane   Doe ' }, 'Jane', 'Doe'],
    [{ fullName: 'Jane\u00a0Doe' }, 'Jane', 'Doe'],
    [{ fullName: '李　伟' }, '李', '伟'],
    [{ fullName: 'Mary Ann Smith' }, 'Mary', 'Ann Smith'],
    [{ fullName: 'Plato' }, 'Plato', null],
    [{ fullName: 'Doe, Jane' }, 'Jane', 'Doe'],
    [{ fullName: 'van der Berg , Mary Ann' }, 'Mary Ann', 'van der Berg'],
    [{ fullName: 'Doe, Jane', firstName: 'Janet' }, 'Janet', 'Doe'],
    [{ fullName: 'Jane Doe, PhD' }, 'Jane', 'Doe, PhD'],
    [{ fullName: 'Jane Doe, Jr.' }, 'Jane', 'Doe, Jr.'],
    [{ fullName: 'Jane Doe, PMP' }, 'Jane', 'Doe, PMP'],
    [{ fullName: 'Jane Doe, MBA, CPA' }, 'Jane', 'Doe, MBA, CPA'],
    [{ fullName: 'Doe, ' }, 'Doe,', null],
    [{ fullName: 'Jane Doe', firstName: 'Janet' }, 'Janet', 'Doe'],
    [{ fullName: 'Jane Doe', lastName: 'Roe' }, 'Jane', 'Roe'],
    [{ firstName: 'Jane' }, 'Jane', null],
    [{ lastName: 'Doe' }, null, 'Doe'],
    [{ fullName: 'Doe', lastName: 'Doe' }, null, 'Doe'],
    [{ fullName: 'Mary Ann', firstName: 'Mary Ann' }, 'Mary Ann', null],
    [{}, null, null],
  ])('the parts of %j are %s and %s', (stored, firstName, lastName) => {
    expect(readName(stored)).toMatchObject({ firstName, lastName });
  });

  test('parsing a parsed name changes nothing', () => {
    const name = fc.option(fc.string({ unit: 'grapheme', maxLength: 12 }), { nil: null });
    fc.assert(
      fc.property(fc.record({ fullName: name, firstName: name, lastName: name }), (stored) => {
        const read = readName(stored);
        expect(readName(read)).toEqual(read);
      }),
    );
  });
});

describe('the name key', () => {
  test.each([
    [{ fullName: 'Jane Doe', companyName: 'Acme' }],
    [{ firstName: 'Jane', lastName: 'Doe', companyName: 'Acme' }],
    [{ fullName: '  jane   doe ', companyName: ' acme ' }],
    [{ fullName: 'Jané Döe', companyName: 'Ácme' }],
    [{ fullName: 'Ｊａｎｅ Ｄｏｅ', companyName: 'Ａｃｍｅ' }],
    [{ fullName: 'Jane Doe', firstName: 'J.', lastName: 'D.', companyName: 'Acme' }],
  ])('%j is Jane Doe of Acme', (person) => {
    expect(nameKey(person)).toBe('jane doe\nacme');
  });

  test.each([
    [{ fullName: 'Jane Roe', companyName: 'Acme' }],
    [{ fullName: 'Jane Doe', companyName: 'Acme Inc' }],
    [{ fullName: 'Jane', companyName: 'Doe Acme' }],
    [{ fullName: 'Jane Doe\nAcme', companyName: 'Acme' }],
  ])('%j is a different person', (person) => {
    expect(nameKey(person)).not.toBe('jane doe\nacme');
    expect(nameKey(person)).not.toBeNull();
  });

  test.each([
    [{ fullName: 'Jane Doe' }],
    [{ fullName: 'Jane Doe', companyName: '' }],
    [{ fullName: 'Jane Doe', companyName: ' \u200b ' }],
    [{ companyName: 'Acme' }],
    [{ fullName: '\u200b', companyName: 'Acme' }],
    [{}],
  ])('%j has no name key', (person) => {
    expect(nameKey(person)).toBeNull();
  });

  test('the name and the company are always separable in the key', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'É', ' ', '\n', '|'), minLength: 1 });
    fc.assert(
      fc.property(words, words, (name, company) => {
        const key = nameKey({ fullName: `x${name}`, companyName: `y${company}` });
        expect(key?.split('\n')).toEqual([foldText(`x${name}`), foldText(`y${company}`)]);
      }),
    );
  });

  test('no input makes the key function throw', () => {
    const field = fc.option(fc.string({ unit: 'binary' }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.record({ fullName: field, firstName: field, companyName: field }),
        (person) => {
          nameKey(person);
          readName(person);
        },
      ),
    );
  });
});

describe('the keys of a lead', () => {
  const named = { fullName: 'Jane Doe', companyName: 'Acme' };

  test('the name is used only without an email and a LinkedIn URL', () => {
    const name = 'jane doe\nacme';
    const email = 'jane@example.com';
    const linkedin = 'in:jane';
    const linkedinUrl = 'linkedin.com/in/Jane';
    expect(identityKeys(named)).toEqual({ linkedin: null, email: null, name });
    expect(identityKeys({ ...named, email: null, linkedinUrl: '' }).name).toBe(name);
    expect(identityKeys({ ...named, email })).toEqual({ linkedin: null, email, name: null });
    expect(identityKeys({ ...named, linkedinUrl })).toEqual({ linkedin, email: null, name: null });
    expect(identityKeys({ ...named, email, linkedinUrl })).toEqual({ linkedin, email, name: null });
  });

  test('a lead with only a name and no company has no keys', () => {
    const nobody = { linkedin: null, email: null, name: null };
    expect(identityKeys({ fullName: 'Jane Doe' })).toEqual(nobody);
    expect(identityKeys({})).toEqual(nobody);
  });
});
