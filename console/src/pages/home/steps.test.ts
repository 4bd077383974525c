import { expect, test } from 'vitest';
import { type Standing, stepsTaken } from './steps.ts';

const board = { id: '1', name: 'Fair' };
const stage = { id: 'new' as const, name: 'New', position: 0 };
const nothing: Standing = {
  tokens: [],
  boards: { lists: [{ ...board, count: 0 }], stages: [{ ...stage, count: 0 }] },
  jobs: [{ done: 0 }],
};
const taken = (standing: Partial<Standing>) =>
  Object.entries(stepsTaken({ ...nothing, ...standing }))
    .filter(([, isTaken]) => isTaken)
    .map(([step]) => step);

test('a new workspace has taken no step, an empty list and a job that failed included', () => {
  expect(taken({})).toEqual([]);
});

test('a token counts when it is made, and again when it is used', () => {
  expect(taken({ tokens: [{ lastUsedAt: null }] })).toEqual(['token']);
  expect(taken({ tokens: [{ lastUsedAt: '2026-03-02T09:14:05.120Z' }] })).toEqual([
    'token',
    'call',
  ]);
});

test('people, a list with someone on it, and someone enriched count', () => {
  const boards = { lists: [{ ...board, count: 2 }], stages: [{ ...stage, count: 3 }] };
  expect(taken({ boards, jobs: [{ done: 0 }, { done: 1 }] })).toEqual(['people', 'list', 'enrich']);
});
