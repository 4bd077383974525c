import { expect, test } from 'vitest';
import { problems, someId } from '../test/problems.ts';
import { getInbox } from './inbox.ts';

const { query } = getInbox;

test('conversations can be filtered', () => {
  const filters = { unread: 'false', campaignId: someId, prospectId: someId, limit: '100' };
  expect(query.parse(filters)).toEqual({ ...filters, unread: false, limit: 100 });
});

test('1 to 100 conversations can be requested', () => {
  expect(problems(query, { limit: '0' })).toEqual(['limit']);
  expect(problems(query, { limit: '1' })).toEqual([]);
  expect(problems(query, { limit: '101' })).toEqual(['limit']);
});
