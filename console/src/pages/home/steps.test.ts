import { expect, test } from 'vitest';
import { completedSteps, type WorkspaceProgress } from './steps.ts';

const board = { id: '1', name: 'Fair' };
const stage = { id: 'new' as const, name: 'New', position: 0 };
const newWorkspace: WorkspaceProgress = {
  tokens: [],
  boards: { lists: [{ ...board, count: 0 }], stages: [{ ...stage, count: 0 }] },
  jobs: [{ done: 0 }],
  people: 1,
};
const completed = (progress: Partial<WorkspaceProgress>) =>
  Object.entries(completedSteps({ ...newWorkspace, ...progress }))
    .filter(([, isCompleted]) => isCompleted)
    .map(([step]) => step);

test('a new workspace has completed no step, even with an empty list and a failed job', () => {
  expect(completed({})).toEqual([]);
});

test('a token counts when it is created, and again when it is used', () => {
  expect(completed({ tokens: [{ lastUsedAt: null }] })).toEqual(['token']);
  expect(completed({ tokens: [{ lastUsedAt: '2026-03-02T09:14:05.120Z' }] })).toEqual([
    'token',
    'call',
  ]);
});

test('prospects, a list with prospects, another stage, an enriched prospect and a colleague count', () => {
  const boards = { lists: [{ ...board, count: 2 }], stages: [{ ...stage, count: 3 }] };
  expect(completed({ boards, jobs: [{ done: 0 }, { done: 1 }] })).toEqual([
    'people',
    'list',
    'enrich',
  ]);
  const moved = { lists: [], stages: [{ ...stage, id: 'contacted' as const, count: 1 }] };
  expect(completed({ boards: moved, people: 2 })).toEqual(['people', 'stage', 'invite']);
});
