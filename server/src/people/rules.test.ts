import { describe, expect, test } from 'vitest';
import { amara, henrik as changed, nobody, personFields } from '../../test/people.ts';
import { type Person, readPerson } from './person.ts';
import { type Edit, edited, notTaken, problemsWith, united } from './rules.ts';

const known = (fields: Partial<Person>): Person => ({ ...nobody, ...fields });

const plain = personFields.filter(
  (field) => !/Name$/.test(field) || /company|location/.test(field),
);

describe('an edit, field by field', () => {
  test.each(plain)('%s is changed, cleared or kept, and no other field is touched', (field) => {
    const before = known(amara);
    expect(edited(before, { [field]: changed[field] })).toEqual({
      ...before,
      [field]: changed[field],
    });
    expect(edited(before, { [field]: null })).toEqual({ ...before, [field]: null });
    expect(edited(before, {})).toEqual(before);
    expect(edited(before, { [field]: amara[field] })).toEqual(before);
    expect(edited(nobody, { [field]: changed[field] })).toEqual(known({ [field]: changed[field] }));
    expect(edited(nobody, { [field]: null })).toEqual(nobody);
  });

  test('all ten are changed, and all ten cleared, at once', () => {
    expect(edited(known(amara), changed)).toEqual(known(changed));
    const nothing = Object.fromEntries(personFields.map((field) => [field, null])) as Edit;
    expect(edited(known(amara), nothing)).toEqual(nobody);
  });
});

describe('an edit of names', () => {
  const full = { fullName: 'Mary Ann Smith' };
  const parts = { firstName: 'Jane', lastName: 'Doe' };
  const names = (stored: Partial<Person>, edit: Edit) => {
    const { fullName, firstName, lastName } = readPerson(edited(known(stored), edit));
    return [fullName, firstName, lastName];
  };

  test.each<[string, Partial<Person>, Edit, (string | null)[]]>([
    ['a full name replaces the parts', parts, full, ['Mary Ann Smith', 'Mary', 'Ann Smith']],
    ['parts replace the full name', full, parts, ['Jane Doe', 'Jane', 'Doe']],
    ['all three stay as sent', {}, { ...full, ...parts }, ['Mary Ann Smith', 'Jane', 'Doe']],
    ['a full name cleared leaves no name', parts, { fullName: null }, [null, null, null]],
    ['and none where it was stored', full, { fullName: null }, [null, null, null]],
    ['a part stays beside the other', parts, { lastName: 'Ray' }, ['Jane Ray', 'Jane', 'Ray']],
    ['also as it was read', full, { firstName: 'Jo' }, ['Jo Ann Smith', 'Jo', 'Ann Smith']],
    ['also when the other is cleared', parts, { firstName: null }, ['Doe', null, 'Doe']],
    ['also as read', full, { firstName: null }, ['Ann Smith', null, 'Ann Smith']],
    [
      'of one name, the last is added',
      { fullName: 'Cher' },
      { lastName: 'B' },
      ['Cher B', 'Cher', 'B'],
    ],
    [
      'a full name speaks for a missing part',
      full,
      { fullName: 'Mary Ray', firstName: 'Mary' },
      ['Mary Ray', 'Mary', 'Ray'],
    ],
    [
      'parts with a cleared full name',
      full,
      { fullName: null, ...parts },
      ['Jane Doe', 'Jane', 'Doe'],
    ],
    ['nothing said', full, { title: 'Buyer' }, ['Mary Ann Smith', 'Mary', 'Ann Smith']],
  ])('%s', (_, stored, edit, read) => {
    expect(names(stored, edit)).toEqual(read);
  });

  test('what reads the same is stored as it was', () => {
    for (const [stored, edit] of [
      [{ fullName: 'Jane Doe' }, parts],
      [parts, { fullName: 'Jane Doe' }],
      [{ fullName: 'Jane Doe' }, { firstName: 'Jane' }],
    ] as [Partial<Person>, Edit][])
      expect(edited(known(stored), edit)).toEqual(known(stored));
  });
});

describe('two records of one person', () => {
  test.each(plain)('%s of the kept one stays, and a blank is filled', (field) => {
    const other = known({ ...changed, id: 'b' });
    expect(united(known(amara), other)).toEqual(known(amara));
    expect(united(known({ ...amara, [field]: null }), other)).toEqual(
      known({ ...amara, [field]: changed[field] }),
    );
    expect(united(known(amara), nobody)).toEqual(known(amara));
  });

  test('names are one thing: those of the other come only where there are none', () => {
    const other = known({ fullName: 'Henrik Lund', firstName: 'Henrik' });
    expect(united(known({ lastName: 'Okafor' }), other)).toEqual(known({ lastName: 'Okafor' }));
    expect(united(nobody, other)).toEqual(other);
  });

  test('what the other was known by is named where it is lost', () => {
    const one = known({ emailKey: 'a@a.example', linkedinKey: 'in:a' });
    const other = known({ emailKey: 'b@b.example', linkedinKey: 'in:b' });
    expect(notTaken(one, other)).toEqual(['email', 'linkedinUrl']);
    expect(notTaken(one, one)).toEqual([]);
    expect(notTaken(one, nobody)).toEqual([]);
  });
});

describe('an edit cannot be', () => {
  test('if it leaves nobody: each field that it cleared is named', () => {
    const edit = { email: null, fullName: null, companyName: null, title: null };
    expect(problemsWith(edit, nobody, []).map(({ path }) => path)).toEqual([
      ['email'],
      ['fullName'],
    ]);
    for (const somebody of [{ lastName: 'X' }, { email: 'x' }, { linkedinUrl: 'x' }])
      expect(problemsWith(edit, known(somebody), [])).toEqual([]);
  });

  test('if others have what it says: each of them is named on its field', () => {
    const holders = [
      { id: 'l', key: 'linkedin' as const },
      { id: 'e', key: 'email' as const },
    ];
    const problems = problemsWith({ email: 'x', linkedinUrl: 'y' }, known({ email: 'x' }), holders);
    expect(problems.map(({ path }) => path)).toEqual([['linkedinUrl'], ['email']]);
    expect(problems[0]!.message).toContain('the prospect l already');
    expect(problems[1]!.message).toContain('the prospect e already');
  });

  test('if another has name and company: the field that led there is named', () => {
    const holders = [{ id: 'n', key: 'name' as const }];
    for (const field of ['companyName', 'lastName', 'email'] as const) {
      const [problem] = problemsWith({ [field]: null }, known({ fullName: 'X' }), holders);
      expect(problem).toMatchObject({ path: [field], message: expect.stringContaining('n,') });
    }
  });
});
