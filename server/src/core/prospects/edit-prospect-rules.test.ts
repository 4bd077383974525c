import { describe, expect, test } from 'vitest';
import {
  amaraLead,
  henrikLead as changed,
  emptyProspect,
  leadFields,
} from '../../../test/sample-leads.ts';
import { type ProspectFields, toProspectFields } from '../search/field-rules.ts';
import {
  applyEdit,
  droppedIdentifiers,
  editProblems,
  mergeFields,
  type ProspectEdit,
} from './edit-prospect-rules.ts';

const known = (fields: Partial<ProspectFields>): ProspectFields => ({
  ...emptyProspect,
  ...fields,
});

const plain = leadFields.filter((field) => !/Name$/.test(field) || /company|location/.test(field));

describe('an edit of each field', () => {
  test.each(plain)('%s is changed, cleared or kept, and no other field changes', (field) => {
    const before = known(amaraLead);
    expect(applyEdit(before, { [field]: changed[field] })).toEqual({
      ...before,
      [field]: changed[field],
    });
    expect(applyEdit(before, { [field]: null })).toEqual({ ...before, [field]: null });
    expect(applyEdit(before, {})).toEqual(before);
    expect(applyEdit(before, { [field]: amaraLead[field] })).toEqual(before);
    expect(applyEdit(emptyProspect, { [field]: changed[field] })).toEqual(
      known({ [field]: changed[field] }),
    );
    expect(applyEdit(emptyProspect, { [field]: null })).toEqual(emptyProspect);
  });
});

describe('an edit of names', () => {
  const full = { fullName: 'Mary Ann Smith' };
  const parts = { firstName: 'Jane', lastName: 'Doe' };
  const names = (stored: Partial<ProspectFields>, edit: ProspectEdit) => {
    const { fullName, firstName, lastName } = toProspectFields(applyEdit(known(stored), edit));
    return [fullName, firstName, lastName];
  };

  test.each<[string, Partial<ProspectFields>, ProspectEdit, (string | null)[]]>([
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

  test('a name that reads the same is stored as before', () => {
    for (const [stored, edit] of [
      [{ fullName: 'Jane Doe' }, parts],
      [parts, { fullName: 'Jane Doe' }],
      [{ fullName: 'Jane Doe' }, { firstName: 'Jane' }],
    ] as [Partial<ProspectFields>, ProspectEdit][])
      expect(applyEdit(known(stored), edit)).toEqual(known(stored));
  });
});

describe('a merge of two prospects', () => {
  test.each(plain)('%s of the kept prospect is unchanged, and a blank is filled', (field) => {
    const other = known({ ...changed, id: 'b' });
    expect(mergeFields(known(amaraLead), other)).toEqual(known(amaraLead));
    expect(mergeFields(known({ ...amaraLead, [field]: null }), other)).toEqual(
      known({ ...amaraLead, [field]: changed[field] }),
    );
    expect(mergeFields(known(amaraLead), emptyProspect)).toEqual(known(amaraLead));
  });

  test('names are merged as a unit: the other names are used only if the kept prospect has none', () => {
    const other = known({ fullName: 'Henrik Lund', firstName: 'Henrik' });
    expect(mergeFields(known({ lastName: 'Okafor' }), other)).toEqual(
      known({ lastName: 'Okafor' }),
    );
    expect(mergeFields(emptyProspect, other)).toEqual(other);
  });

  test('the identifiers of the other prospect that are dropped are reported', () => {
    const one = known({ emailKey: 'a@a.example', linkedinKey: 'in:a' });
    const other = known({ emailKey: 'b@b.example', linkedinKey: 'in:b' });
    expect(droppedIdentifiers(one, other)).toEqual(['email', 'linkedinUrl']);
    expect(droppedIdentifiers(one, one)).toEqual([]);
    expect(droppedIdentifiers(one, emptyProspect)).toEqual([]);
  });
});

describe('an edit is rejected', () => {
  test('if no identity remains, with an error on each cleared field', () => {
    const edit = { email: null, fullName: null, companyName: null, title: null };
    expect(editProblems(edit, emptyProspect, []).map(({ path }) => path)).toEqual([
      ['email'],
      ['fullName'],
    ]);
    for (const somebody of [{ lastName: 'X' }, { email: 'x' }, { linkedinUrl: 'x' }])
      expect(editProblems(edit, known(somebody), [])).toEqual([]);
  });

  test('if other prospects have its identifiers, with an error on each such field', () => {
    const holders = [
      { id: 'l', key: 'linkedin' as const },
      { id: 'e', key: 'email' as const },
    ];
    const problems = editProblems({ email: 'x', linkedinUrl: 'y' }, known({ email: 'x' }), holders);
    expect(problems.map(({ path }) => path)).toEqual([['linkedinUrl'], ['email']]);
    expect(problems[0]!.message).toContain('already used by prospect l;');
    expect(problems[1]!.message).toContain('already used by prospect e;');
  });

  test('if another prospect has the name and company, with an error on the field that caused it', () => {
    const holders = [{ id: 'n', key: 'name' as const }];
    for (const field of ['companyName', 'lastName', 'email'] as const) {
      const [problem] = editProblems({ [field]: null }, known({ fullName: 'X' }), holders);
      expect(problem).toMatchObject({ path: [field], message: expect.stringContaining('n,') });
    }
  });
});
