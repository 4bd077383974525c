import type { Stage, Webhook } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { stages } from '../../parts/stages.ts';
import { addedFinding, greetingAt, isFailing, stagesFinding } from './findings.ts';

const counts = (given: Partial<Record<Stage, number>>) =>
  stages.map((id) => ({ id, count: given[id] ?? 0 }));

test.each<[Partial<Record<Stage, number>>, string]>([
  [{}, 'Nobody is in the pipeline yet'],
  [{ meeting: 1 }, 'One person is in the pipeline'],
  [{ new: 48 }, 'All 48 people are still new'],
  [{ new: 812, contacted: 428 }, 'Most people are still new: 812 of 1,240'],
  [{ new: 3, replied: 4 }, 'Most people have replied: 4 of 7'],
  [{ new: 2, replied: 2 }, 'The pipeline is mixed: 2 of 4 are still new'],
  [{ new: 3, replied: 4, customer: 2 }, 'The pipeline is mixed: 4 of 9 have replied'],
])('%j: %s', (given, finding) => {
  expect(stagesFinding(counts(given))).toBe(finding);
});

const days = (...given: number[]) =>
  given.map((count, place) => ({ day: `2026-03-0${place + 1}`, count }));

test.each([
  [[0, 0, 0], 'Nobody was added in the last 3 days'],
  [[0, 1, 0], '1 person was added in the last 3 days, on March 2'],
  [[0, 0, 48], '48 people were added in the last 3 days, all on March 3'],
  [[1, 0, 47], '48 people were added in the last 3 days, most on March 3'],
  [[700, 800, 0], '1,500 people were added in the last 3 days, most on March 2'],
  [[5, 5, 3], '13 people were added in the last 3 days, 5 of them on March 1'],
])('%j: %s', (given, finding) => {
  expect(addedFinding(days(...given))).toBe(finding);
});

test.each<[boolean, Webhook['disabledReason'], string | null, boolean]>([
  [true, null, null, false],
  [true, null, '2026-03-01T08:00:00.000Z', true],
  [false, 'by_hand', '2026-03-01T08:00:00.000Z', false],
  [false, 'failing', '2026-03-01T08:00:00.000Z', true],
  [false, 'gone', null, true],
])(
  'a webhook, on: %s, off by: %s, failing since: %s, needs attention: %s',
  (enabled, disabledReason, failingSince, needs) => {
    expect(isFailing({ enabled, disabledReason, failingSince } as Webhook)).toBe(needs);
  },
);

test('the greeting fits the hour', () => {
  expect([4, 5, 11, 12, 17, 18].map(greetingAt)).toEqual([
    'Good evening',
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
  ]);
});
