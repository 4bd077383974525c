import { describe, expect, test } from 'vitest';
import { astral, problems, someId } from '../test/problems.ts';
import { leadSchema, postLeads } from './leads.ts';

const lead = { fullName: 'Amara Okafor' };

describe('a lead', () => {
  test.each([
    lead,
    { firstName: 'Amara' },
    { lastName: 'Okafor' },
    { linkedinUrl: 'linkedin.com/in/amara-okafor-example' },
    { email: 'amara@saltmarsh.example' },
  ])('is valid with %j', (fields) => {
    expect(problems(leadSchema, fields)).toEqual([]);
  });

  test.each([{}, { title: 'CEO', companyName: 'Saltmarsh', phone: '1', website: 'a.example' }])(
    'is invalid with %j',
    (fields) => {
      expect(problems(leadSchema, fields)).toEqual(['']);
    },
  );

  test('keeps the sent fields and drops unknown ones', () => {
    expect(leadSchema.parse({ ...lead, shoeSize: 40 })).toEqual(lead);
  });

  test.each(
    Object.entries({
      fullName: 300,
      firstName: 300,
      lastName: 300,
      title: 300,
      companyName: 300,
      locationName: 300,
      website: 2048,
      phone: 50,
    }),
  )('has a %s of at most %d characters', (field, max) => {
    expect(problems(leadSchema, { ...lead, [field]: astral.repeat(max) })).toEqual([]);
    expect(problems(leadSchema, { ...lead, [field]: astral.repeat(max + 1) })).toEqual([field]);
  });

  test('has a linkedinUrl of at most 2,048 characters', () => {
    const start = 'https://www.linkedin.com/in/';
    const url = start + 'a'.repeat(2048 - start.length);
    expect(problems(leadSchema, { linkedinUrl: url })).toEqual([]);
    expect(problems(leadSchema, { linkedinUrl: `${url}a` })).toContain('linkedinUrl');
  });

  test('accepts only http and https URLs as linkedinUrl', () => {
    for (const linkedinUrl of ['ftp://linkedin.com/in/amara', 'javascript:alert(1)', 'http://']) {
      expect(problems(leadSchema, { linkedinUrl })).toEqual(['linkedinUrl']);
    }
  });

  test('with an invalid email is reported on email only', () => {
    expect(problems(leadSchema, { email: 'amara at saltmarsh' })).toEqual(['email']);
  });

  test('has an email of at most 320 characters', () => {
    const long = `${'a'.repeat(64)}@${'b.'.repeat(130)}example`;
    expect(problems(leadSchema, { email: long })).toContain('email');
  });

  test.each(Object.keys(leadSchema.shape))('accepts only text as %s', (field) => {
    for (const value of [7, true, ['a'], {}]) {
      expect(problems(leadSchema, { ...lead, [field]: value })).toEqual([field]);
    }
  });
});

describe('POST /leads', () => {
  const { body } = postLeads;

  test('applies defaults', () => {
    expect(body.parse({ leads: [lead] })).toEqual({
      leads: [lead],
      onMatch: 'overwrite',
      sourceType: 'extension',
      onInvalid: 'fail',
    });
  });

  test('accepts 1 to 100 leads', () => {
    expect(problems(body, {})).toEqual(['leads']);
    expect(problems(body, { leads: [] })).toEqual(['leads']);
    expect(problems(body, { leads: Array(100).fill(lead) })).toEqual([]);
    expect(problems(body, { leads: Array(101).fill(lead) })).toEqual(['leads']);
  });

  test('reports the problems of all leads together, each with its path', () => {
    const leads = [lead, {}, { email: 'x' }, { title: 7 }, 'Amara', null];
    expect(problems(body, { leads, listId: 'x', sourceType: 'fax' })).toEqual([
      'leads.1',
      'leads.2.email',
      'leads.3.title',
      'leads.3',
      'leads.4',
      'leads.5',
      'listId',
      'sourceType',
    ]);
  });

  test('accepts a list by id, by name, or both', () => {
    const listName = astral.repeat(200);
    expect(problems(body, { leads: [lead], listId: someId, listName })).toEqual([]);
    expect(problems(body, { leads: [lead], listName: listName + astral })).toEqual(['listName']);
  });

  test('does not convert values', () => {
    const request = { leads: lead, listName: 7, onInvalid: true, dryRun: 'true' };
    expect(problems(body, request)).toEqual(['leads', 'listName', 'onInvalid', 'dryRun']);
  });

  test('does not accept the sources that only the console uses', () => {
    expect(problems(body, { leads: [lead], sourceType: 'csv' })).toEqual(['sourceType']);
  });

  test('returns a null listId if no list was requested', () => {
    const [{ data }] = postLeads.examples;
    expect(problems(postLeads.data, { ...data, listId: null })).toEqual([]);
    expect(problems(postLeads.data, { ...data, listId: undefined })).toEqual(['listId']);
  });
});
