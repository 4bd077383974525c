import { describe, expect, test } from 'vitest';
import { astral, problems } from '../test/problems.ts';
import { leadSchema, postLeads } from './leads.ts';

const lead = { fullName: 'Amara Okafor' };

describe('a lead', () => {
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

  test('accepts only http and https URLs as linkedinUrl', () => {
    for (const linkedinUrl of ['ftp://linkedin.com/in/amara', 'javascript:alert(1)', 'http://']) {
      expect(problems(leadSchema, { linkedinUrl })).toEqual(['linkedinUrl']);
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

  test('does not accept the sources that only the console uses', () => {
    expect(problems(body, { leads: [lead], sourceType: 'csv' })).toEqual(['sourceType']);
  });
});
