import type { Stage, Webhook } from '@outcrop/contract';
import { stages } from '@outcrop/contract/stages';
import { expect, test } from 'vitest';
import {
  addedHeadline,
  emailsHeadline,
  greetingAt,
  isFailing,
  stagesHeadline,
} from './headlines.ts';

const counts = (given: Partial<Record<Stage, number>>) =>
  stages.map((id) => ({ id, count: given[id] ?? 0 }));

test.each<[Partial<Record<Stage, number>>, string]>([
  [{}, 'No prospects in the pipeline yet'],
  [{ meeting: 1 }, '1 prospect in the pipeline'],
  [{ new: 48 }, 'All 48 prospects are new'],
  [{ new: 812, contacted: 428 }, 'Most prospects are new: 812 of 1,240'],
  [{ new: 3, replied: 4 }, 'Most prospects have replied: 4 of 7'],
  [{ new: 2, replied: 2 }, 'Pipeline: 2 of 4 prospects are new'],
  [{ new: 3, replied: 4, customer: 2 }, 'Pipeline: 4 of 9 prospects have replied'],
])('%j: %s', (given, headline) => {
  expect(stagesHeadline(counts(given))).toBe(headline);
});

const days = (...given: number[]) =>
  given.map((count, index) => ({ day: `2026-03-0${index + 1}`, count }));

test.each([
  [[0, 0, 0], 'No prospects added in the last 3 days'],
  [[0, 1, 0], '1 prospect added in the last 3 days, on March 2'],
  [[0, 0, 48], '48 prospects added in the last 3 days, all on March 3'],
  [[1, 0, 47], '48 prospects added in the last 3 days, most on March 3'],
  [[700, 800, 0], '1,500 prospects added in the last 3 days, most on March 2'],
  [[5, 5, 3], '13 prospects added in the last 3 days, 5 of them on March 1'],
])('%j: %s', (given, headline) => {
  expect(addedHeadline(days(...given))).toBe(headline);
});

test.each<[boolean, Webhook['disabledReason'], string | null, boolean]>([
  [true, null, null, false],
  [true, null, '2026-03-01T08:00:00.000Z', true],
  [false, 'by_hand', '2026-03-01T08:00:00.000Z', false],
  [false, 'failing', '2026-03-01T08:00:00.000Z', true],
  [false, 'gone', null, true],
])(
  'webhook enabled: %s, disabled reason: %s, failing since: %s, needs attention: %s',
  (enabled, disabledReason, failingSince, needs) => {
    expect(isFailing({ enabled, disabledReason, failingSince } as Webhook)).toBe(needs);
  },
);

test.each([
  [[3, 0], [0, 0], '3 emails sent in the last 2 days, no replies yet'],
  [[1_200, 34], [1, 2], '1,234 emails sent in the last 2 days, 3 replies'],
  [[1, 0], [0, 1], '1 email sent in the last 2 days, 1 reply'],
])('emails %j, replies %j: %s', (sent, replied, headline) => {
  const none = { autoReplied: 0, unsubscribed: 0, bounced: 0 };
  const days = sent.map((count, index) => ({
    ...{ day: `2026-03-0${index + 1}`, sent: count, replied: replied[index]!, ...none },
  }));
  expect(emailsHeadline(days)).toBe(headline);
});

test('the greeting matches the time of day', () => {
  expect([4, 5, 11, 12, 17, 18].map(greetingAt)).toEqual([
    'Good evening',
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
  ]);
});
