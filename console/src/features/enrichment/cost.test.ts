import { expect, test } from 'vitest';
import { costOf, type DryRun, disabledReasonFor } from './cost.ts';

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
  const cost = costOf([
    {
      ...dryRun,
      skipped: 1,
      results: [
        ...dryRun.results,
        { prospectId: tove!, status: 'skipped', reason: 'already_queued' },
      ],
      notFound: ['d'],
    },
  ]);
  expect(cost.sentences).toEqual([
    'Uses 2 credits (498 left). Failures are refunded.',
    '1 person skipped: already queued.',
    '1 person skipped: deleted.',
  ]);
  expect(disabledReasonFor(cost)).toBeNull();
});

test('a shortage shows the credits needed and left', () => {
  const short = { prospectId: tove!, status: 'skipped', reason: 'insufficient_credits' } as const;
  const credits = { remaining: 0 };
  const cost = costOf([{ ...dryRun, credits, skipped: 1, results: [...dryRun.results, short] }]);
  expect(cost).toEqual({
    affordable: 2,
    unaffordable: 1,
    sentences: ['This needs 3 credits; 2 are left this month.'],
  });
  const none = costOf([{ ...dryRun, credits, queued: 0, results: [short] }]);
  expect(none.sentences).toEqual(['This needs 1 credit; 0 are left this month.']);
  expect(disabledReasonFor(none)).toBe('No credits left this month.');
  expect(disabledReasonFor(costOf([]))).toBe('No prospects to enrich.');
});

test('several requests share the credits', () => {
  const run = (remaining: number) => ({ ...dryRun, credits: { remaining } });
  const enough = costOf([run(498), run(498), run(498)]);
  expect(enough.sentences).toEqual(['Uses 6 credits (494 left). Failures are refunded.']);
  const short = costOf([run(1), run(1), run(1)]);
  expect(short).toEqual({
    affordable: 3,
    unaffordable: 3,
    sentences: ['This needs 6 credits; 3 are left this month.'],
  });
});
