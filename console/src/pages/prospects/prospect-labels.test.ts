import { expect, test } from 'vitest';
import { describeFilters, filterBody } from './prospect-labels.ts';

test('filters are described with their names', () => {
  const names = { lists: [{ id: '1', name: 'Fair', count: 3 }], tags: [], campaigns: [] };
  const filters = { q: 'salt', listId: '1', tagId: '2', hasEmail: 'false' as const };
  expect(describeFilters(filters, names)).toEqual([
    'search “salt”',
    'list “Fair”',
    'tag “deleted”',
    'no email',
  ]);
});

test('filters become a request body with booleans', () => {
  expect(filterBody({ q: 'salt', hasEmail: 'true', hasLinkedin: 'false' })).toEqual({
    q: 'salt',
    hasEmail: true,
    hasLinkedin: false,
  });
});
