import { expect, test } from 'vitest';
import { astral, problems, someId } from '../test/problems.ts';
import { prospectFilter } from './prospect-filter.ts';
import { getProspects } from './prospects.ts';

const { query, data } = getProspects;

test('a search needs no parameters', () => {
  expect(query.parse({})).toEqual({});
});

test('every filter is accepted', () => {
  const filters = {
    q: 'amara',
    stage: 'not_interested,new,new',
    listId: someId,
    tagId: someId.toUpperCase(),
    campaignId: someId.toUpperCase(),
    sourceType: 'csv,manual',
    company: 'Saltmarsh Foods',
    hasEmail: 'true',
    hasLinkedin: 'false',
    hasPhone: 'true',
    enrichmentStatus: 'enriched',
    createdFrom: '2026-03-01',
    createdTo: '2026-03-01',
    updatedFrom: '2026-03-01',
    updatedTo: '2026-03-01',
    sort: '-lastActivityAt',
    page: '3',
    pageSize: '500',
    returnIds: 'true',
  };
  expect(query.parse(filters)).toEqual({
    ...filters,
    stage: ['not_interested', 'new'],
    listId: [someId],
    tagId: [someId],
    campaignId: someId,
    sourceType: ['csv', 'manual'],
    hasEmail: true,
    hasLinkedin: false,
    hasPhone: true,
    createdFrom: { from: new Date('2026-03-01T00:00:00.000Z') },
    createdTo: { before: new Date('2026-03-02T00:00:00.000Z') },
    updatedFrom: { from: new Date('2026-03-01T00:00:00.000Z') },
    updatedTo: { before: new Date('2026-03-02T00:00:00.000Z') },
    page: 3,
    pageSize: 500,
    returnIds: true,
  });
});

test('several values are separated by commas, at most 50', () => {
  const stages = (count: number) => Array.from({ length: count }, () => 'new').join(',');
  expect(problems(query, { stage: stages(50), listId: `${someId},${someId}` })).toEqual([]);
  expect(problems(query, { stage: stages(51), listId: `${someId},`, tagId: '' })).toEqual([
    'stage',
    'listId',
    'tagId',
  ]);
  expect(problems(query, { stage: 'new, replied' })).toEqual(['stage']);
});

test('a search text has at most 500 characters', () => {
  expect(problems(query, { q: astral.repeat(500) })).toEqual([]);
  expect(problems(query, { q: astral.repeat(501) })).toEqual(['q']);
});

test('page numbers start at 1, and a page has at most 500 prospects', () => {
  expect(problems(query, { page: '0', pageSize: '0' })).toEqual(['page', 'pageSize']);
  expect(problems(query, { page: '2147483647', pageSize: '501' })).toEqual(['pageSize']);
});

test('every invalid date in a filter is reported', () => {
  // Objects parsed from a body have no prototype, so they cannot be converted to text.
  for (const wrong of [Object.create(null), { a: 1 }, [], 5, true])
    expect(problems(prospectFilter, { createdFrom: wrong, createdTo: 'x' })).toEqual([
      'createdFrom',
      'createdTo',
    ]);
});

test('a range that ends before it starts is reported on createdFrom', () => {
  const range = (createdFrom: string, createdTo: string) =>
    problems(query, { createdFrom, createdTo });
  expect(range('2026-03-02', '2026-03-01')).toEqual(['createdFrom']);
  expect(range('2026-03-02T00:00:00Z', '2026-03-01')).toEqual(['createdFrom']);
  expect(range('2026-03-01T23:59:59.999Z', '2026-03-01')).toEqual([]);
  expect(range('2026-03-01T09:00:00Z', '2026-03-01T09:00:00Z')).toEqual([]);
  expect(range('2026-03-01T09:00:00.001Z', '2026-03-01T09:00:00Z')).toEqual(['createdFrom']);
  expect(range('2026-03-01T09:00:00+02:00', '2026-03-01T08:00:00Z')).toEqual([]);
});

test('a cursor cannot be combined with a page', () => {
  expect(problems(query, { cursor: 'abc' })).toEqual([]);
  expect(problems(query, { cursor: 'abc', pageSize: '10' })).toEqual([]);
  expect(problems(query, { cursor: 'abc', page: '2' })).toEqual(['cursor']);
});

test('all problems are reported together', () => {
  const request = {
    stage: 'won',
    hasEmail: 'maybe',
    createdFrom: '2026-03-02',
    createdTo: '2026-03-01',
    page: 'x',
    cursor: 'abc',
  };
  expect(problems(query, request)).toEqual(['stage', 'hasEmail', 'page', 'cursor', 'createdFrom']);
});

test('a malformed date is one problem, not two', () => {
  const request = { createdFrom: '2026-02-30', createdTo: '2026-01-01' };
  expect(problems(query, request)).toEqual(['createdFrom']);
});

test('a response has either records or ids', () => {
  const page = { page: 1, pageSize: 25, total: 0, totalIsCapped: false, nextCursor: null };
  expect(problems(data, { ...page, prospects: [] })).toEqual([]);
  expect(problems(data, { ...page, ids: [] })).toEqual([]);
  expect(problems(data, page)).toEqual(['']);
  expect(problems(data, { ...page, prospects: [], ids: [] })).toEqual(['']);
});
