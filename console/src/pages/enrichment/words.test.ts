import type { EnrichmentJob } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { costOf, type Rehearsed, reasonAgainst } from './cost.ts';
import { dollars, jobProgress, jobTitle, shareEnded, stateOf } from './job-words.ts';
import { changeText, monthName } from './ledger-words.ts';

const began = Date.parse('2026-03-05T14:00:00Z');
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
  createdAt: new Date(began).toISOString(),
  finishedAt: null,
};
const ended = { ...job, queued: 0, running: 0, finishedAt: job.createdAt };

test('a job tells what it is and how far it has come', () => {
  expect(jobTitle(job)).toBe('Research on 500 people');
  expect(jobTitle({ mode: 'personalized_line', total: 1 })).toBe('First lines to 1 person');
  expect(jobProgress(job, began + 66_000)).toBe('312 of 500 · 9 failed · about 40 s');
  expect(shareEnded(job)).toBe(321 / 500);
  const fresh = { ...job, queued: 500, running: 0, done: 0, failed: 0 };
  expect(jobProgress(fresh, began)).toBe('waiting to begin');
  const cancelled = { ...ended, done: 498, failed: 0, cancelled: 2 };
  expect(jobProgress(cancelled, began)).toBe('498 of 500 · 2 deleted meanwhile');
});

test('a job that has ended is done, done in part, failed, or nobody was left', () => {
  expect(stateOf({ ...job, queued: 500, running: 0, done: 0, failed: 0 })).toBe('waiting');
  expect(stateOf(job)).toBe('running');
  expect(stateOf({ ...ended, done: 500, failed: 0 })).toBe('done');
  expect(stateOf({ ...ended, done: 491 })).toBe('partly');
  expect(stateOf({ ...ended, done: 0, failed: 500 })).toBe('failed');
  expect(stateOf({ ...ended, done: 0, failed: 0, cancelled: 500 })).toBe('cancelled');
});

test.each([
  [0.00021, '$0.00021'],
  [0.0405, '$0.0405'],
  [12.3456, '$12.35'],
])('a cost of %f is told as %s', (cost, words) => {
  expect(dollars(cost)).toBe(words);
});

test('the ledger tells signs and months', () => {
  expect([500, -1, 0].map(changeText)).toEqual(['+500', '-1', '–']);
  expect(monthName('2026-03-01')).toBe('March 2026');
});

const [amara, henrik, tove] = ['a', 'b', 'c'];
const rehearsed: Rehearsed = {
  jobId: null,
  mode: 'enrich_only',
  queued: 2,
  skipped: 0,
  creditsReserved: 2,
  credits: { remaining: 498 },
  results: [
    { prospectId: amara!, status: 'queued' },
    { prospectId: henrik!, status: 'queued' },
  ],
};

test('a rehearsal tells what it takes and leaves, and who is left out', () => {
  const cost = costOf({
    ...rehearsed,
    skipped: 1,
    results: [
      ...rehearsed.results,
      { prospectId: tove!, status: 'skipped', reason: 'already_queued' },
    ],
    notFound: ['d'],
  });
  expect(cost.sentences).toEqual([
    'Takes 2 credits, and leaves 498. What fails is given back.',
    '1 person left out: in the queue already.',
    '1 person left out: deleted meanwhile.',
  ]);
  expect(reasonAgainst(cost)).toBeNull();
});

test('too few credits tell how many are needed and left', () => {
  const short = { prospectId: tove!, status: 'skipped', reason: 'insufficient_credits' } as const;
  const cost = costOf({ ...rehearsed, skipped: 1, results: [...rehearsed.results, short] });
  expect(cost).toEqual({
    paid: 2,
    unpaid: 1,
    sentences: ['This needs 3 credits, and 2 are left this month.'],
  });
  const none = costOf({ ...rehearsed, queued: 0, results: [short] });
  expect(none.sentences).toEqual(['This needs 1 credit, and 0 are left this month.']);
  expect(reasonAgainst(none)).toBe('No credits are left this month.');
  const nobody = costOf({ ...rehearsed, queued: 0, results: [] });
  expect(reasonAgainst(nobody)).toBe('Nobody is left to do it for.');
});
