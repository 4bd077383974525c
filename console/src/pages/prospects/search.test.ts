import { expect, test } from 'vitest';
import { nextSort, prospectFilters, prospectSearch } from './search.ts';

test('the URL holds filters with several values, the order and the open prospect', () => {
  const search = {
    stage: 'new,contacted',
    listId: 'a,b',
    sourceType: 'csv',
    company: 'Saltmarsh Foods',
    hasPhone: 'true',
    updatedFrom: '2026-03-01',
    sort: '-lastActivityAt',
    prospect: '1',
  };
  expect(prospectSearch(search)).toEqual(search);
  const { sort: _, prospect: __, ...filters } = search;
  expect(prospectFilters(search)).toEqual(filters);
});

test('unknown values, and the default order, are left out', () => {
  expect(prospectSearch({ stage: 'gone', sourceType: 7, sort: 'phone' })).toEqual({});
  expect(prospectSearch({ sort: '-createdAt' })).toEqual({});
});

test('a heading sorts times from the latest and text from A, and then reverses', () => {
  expect(nextSort('name', '-createdAt')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('name', '-name')).toBe('name');
  expect(nextSort('updatedAt', 'name')).toBe('-updatedAt');
  expect(nextSort('createdAt', '-createdAt')).toBe('createdAt');
});
