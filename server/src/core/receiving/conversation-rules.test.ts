import { expect, test } from 'vitest';
import {
  betweenMailboxes,
  type Case,
  first,
  hers,
  message,
  nothing,
  ours,
  received,
} from '../../../test/receiving/match-cases.ts';
import { isProven, matchOf } from './conversation-rules.ts';

const resultOf = ({ given, found = nothing }: Case) => {
  const match = matchOf(message(given), found);
  if (match.what === 'own_copy') return `copy of ${match.outboundId}`;
  return match.what === 'stored'
    ? `${match.thread.conversationId ?? 'none'} by ${match.by}`
    : match.what;
};

test.each([...received, ...ours, ...betweenMailboxes])('$is: $expected', (each) => {
  expect(resultOf(each)).toBe(each.expected);
});

test('only a message that names an email of ours proves that its sender got it', () => {
  expect(isProven('in_reply_to', first)).toBe(true);
  expect(isProven('references', first)).toBe(true);
  expect(isProven('original', first)).toBe(true);
  expect(isProven('unsubscribe_address', first)).toBe(true);
  expect(isProven('in_reply_to', hers)).toBe(false);
  for (const by of ['gmail_thread', 'subject', 'recipient', 'prospect'] as const)
    expect(isProven(by, first)).toBe(false);
});
