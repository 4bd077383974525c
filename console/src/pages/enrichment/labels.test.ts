import type { EnrichmentJob } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { costOf, type DryRun, disabledReasonFor } from '../../features/enrichment/cost.ts';
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

const [amara, henrik, tove] = ['a', 'b', 'c'];
const dryRun: DryRun = {
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

test('a dry run shows the credits used, the credits left and the skipped prospects', () => {
  const cost = costOf({
    ...dryRun,
    skipped: 1,
    results: [
      ...dryRun.results,
      { prospectId: tove!, status: 'skipped', reason: 'already_queued' },
    ],
    notFound: ['d'],
  });
  expect(cost.sentences).toEqual([
    'Uses 2 credits (498 left). Failures are refunded.',
    '1 person skipped: already queued.',
    '1 person skipped: deleted.',
  ]);
  expect(disabledReasonFor(cost)).toBeNull();
});

test('a shortage shows the credits needed and left', () => {
  const short = { prospectId: tove!, status: 'skipped', reason: 'insufficient_credits' } as const;
  const cost = costOf({ ...dryRun, skipped: 1, results: [...dryRun.results, short] });
  expect(cost).toEqual({
    affordable: 2,
    unaffordable: 1,
    sentences: ['This needs 3 credits; 2 are left this month.'],
  });
  const none = costOf({ ...dryRun, queued: 0, results: [short] });
  expect(none.sentences).toEqual(['This needs 1 credit; 0 are left this month.']);
  expect(disabledReasonFor(none)).toBe('No credits left this month.');
  const noProspects = costOf({ ...dryRun, queued: 0, results: [] });
  expect(disabledReasonFor(noProspects)).toBe('No prospects to enrich.');
});
