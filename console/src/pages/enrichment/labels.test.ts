import type { EnrichmentJob } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { dollars, finishedShare, jobProgress, jobTitle, stateOf } from './job-labels.ts';
import { changeText, monthName } from './ledger-labels.ts';

const startedAt = Date.parse('2026-03-05T14:00:00Z');
const job: EnrichmentJob = {
  id: '019c8a10-000e-7000-8000-3e9b1f6d8a25',
  mode: 'enrich_only',
  total: 500,
  queued: 171,
  running: 8,
  done: 312,
  failed: 9,
  cancelled: 0,
  useWorkspaceInstructions: false,
  customPrompt: null,
  inputTokens: 0,
  outputTokens: 0,
  cost: null,
  startedBy: { kind: 'system', id: null },
  createdAt: new Date(startedAt).toISOString(),
  finishedAt: null,
};
const ended = { ...job, queued: 0, running: 0, finishedAt: job.createdAt };

test('a job shows its type and its progress', () => {
  expect(jobTitle(job)).toBe('Research for 500 people');
  expect(jobTitle({ mode: 'personalized_line', total: 1 })).toBe('Opening lines for 1 person');
  expect(jobProgress(job, startedAt + 66_000)).toBe('312 of 500 · 9 failed · about 40 s');
  expect(finishedShare(job)).toBe(321 / 500);
  const fresh = { ...job, queued: 500, running: 0, done: 0, failed: 0 };
  expect(jobProgress(fresh, startedAt)).toBe('Queued');
  const cancelled = { ...ended, done: 498, failed: 0, cancelled: 2 };
  expect(jobProgress(cancelled, startedAt)).toBe('498 of 500 · 2 deleted');
});

test('a finished job is done, partly failed, failed or canceled', () => {
  expect(stateOf({ ...job, queued: 500, running: 0, done: 0, failed: 0 })).toBe('queued');
  expect(stateOf(job)).toBe('running');
  expect(stateOf({ ...ended, done: 500, failed: 0 })).toBe('done');
  expect(stateOf({ ...ended, done: 491 })).toBe('partlyFailed');
  expect(stateOf({ ...ended, done: 0, failed: 500 })).toBe('failed');
  expect(stateOf({ ...ended, done: 0, failed: 0, cancelled: 500 })).toBe('cancelled');
});

test.each([
  [0.00021, '$0.00021'],
  [0.0405, '$0.0405'],
  [12.3456, '$12.35'],
])('a cost of %f is shown as %s', (cost, text) => {
  expect(dollars(cost)).toBe(text);
});

test('the credit history shows signs and months', () => {
  expect([500, -1, 0].map(changeText)).toEqual(['+500', '-1', '–']);
  expect(monthName('2026-03-01')).toBe('March 2026');
});
