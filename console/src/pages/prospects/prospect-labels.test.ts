import { expect, test } from 'vitest';
import { describeFilters, filterBody } from './prospect-labels.ts';

const fair = { id: '1', name: 'Fair', count: 3 };

test('filters are described with their names', () => {
  const names = { lists: [fair], tags: [], campaigns: [], owners: [], isLoaded: true };
  const filters = { q: 'salt', stage: 'new,meeting', listId: '1,2', hasEmail: 'false' as const };
  expect(describeFilters(filters, names)).toEqual([
    'search “salt”',
    'stage New or Meeting',
    'list “Fair” or “deleted”',
    'no email',
  ]);
});

test('filters become a request body with lists and booleans', () => {
  const filters = {
    q: 'salt',
    stage: 'new,meeting',
    tagId: '1',
    sourceType: 'csv',
    company: 'Saltmarsh Foods',
    hasEmail: 'true' as const,
    hasPhone: 'false' as const,
    updatedTo: '2026-03-31',
  };
  expect(filterBody(filters)).toEqual({
    q: 'salt',
    stage: ['new', 'meeting'],
    tagId: ['1'],
    sourceType: ['csv'],
    company: 'Saltmarsh Foods',
    hasEmail: true,
    hasPhone: false,
    updatedTo: '2026-03-31',
  });
});
