import { describe, expect, test } from 'vitest';
import {
  type CombinedState,
  combineEnrollmentStates,
  type EnrollmentPair,
} from './combine-enrollments-rules.ts';

const monday = new Date('2026-03-02T09:00:00Z');
const tuesday = new Date('2026-03-03T09:00:00Z');

const enrollment = (state: Partial<CombinedState> = {}): CombinedState => ({
  status: 'waiting',
  stepId: null,
  mailboxId: null,
  dueAt: monday,
  reason: null,
  lastSentAt: null,
  conversationId: null,
  ...state,
});

const both = (given: Partial<EnrollmentPair> = {}): EnrollmentPair => ({
  kept: enrollment(),
  merged: enrollment(),
  keptMessages: [],
  mergedMessages: [],
  emailStepIds: ['one', 'two', 'three'],
  ...given,
});

const accepted = (...stepIds: string[]) =>
  stepIds.map((stepId) => ({ stepId, status: 'accepted' }));

test('what the merged prospect got is not sent again: the kept one continues there', () => {
  const merged = enrollment({
    stepId: 'three',
    mailboxId: 'ann',
    lastSentAt: monday,
    conversationId: 'thread',
  });
  const result = combineEnrollmentStates(both({ merged, mergedMessages: accepted('one', 'two') }));
  expect(result).toEqual({ movedStepIds: ['one', 'two'], enrollment: merged });
});

test('the kept prospect keeps its place if it got further', () => {
  const kept = enrollment({ stepId: 'three', mailboxId: 'ann', lastSentAt: monday });
  const merged = enrollment({ stepId: 'two', mailboxId: 'bob', lastSentAt: tuesday });
  const result = combineEnrollmentStates(
    both({ kept, merged, keptMessages: accepted('one', 'two'), mergedMessages: accepted('one') }),
  );
  expect(result).toEqual({ movedStepIds: [], enrollment: { ...kept, lastSentAt: tuesday } });
});

test('a step that the other got is skipped, and after the last one they are finished', () => {
  const kept = enrollment({ stepId: 'three' });
  const keptMessages = accepted('one', 'two');
  const merged = enrollment({ stepId: 'two' });
  const messages = accepted('one', 'three');
  expect(
    combineEnrollmentStates(both({ kept, keptMessages, merged, mergedMessages: messages }))
      .enrollment.status,
  ).toBe('finished');
  const finished = enrollment({ status: 'finished', stepId: 'three' });
  expect(combineEnrollmentStates(both({ merged: finished })).enrollment.status).toBe('finished');
});

describe('of two emails of the same step', () => {
  test.each([
    ['accepted', 'released', true],
    ['unknown', 'deferred', true],
    ['handed_over', 'claimed', true],
    ['claimed', 'released', true],
    ['accepted', 'accepted', false],
    ['released', 'claimed', false],
    ['claimed', 'claimed', false],
  ])('%s of the merged against %s of the kept: moved is %s', (merged, kept, isMoved) => {
    const result = combineEnrollmentStates(
      both({
        keptMessages: [{ stepId: 'one', status: kept }],
        mergedMessages: [{ stepId: 'one', status: merged }],
      }),
    );
    expect(result.movedStepIds).toEqual(isMoved ? ['one'] : []);
  });

  test('a claim of the kept one is lost if the merged one got it, and the next step waits', () => {
    const { enrollment: result } = combineEnrollmentStates(
      both({
        kept: enrollment({ status: 'sending', stepId: 'one' }),
        merged: enrollment({ stepId: 'two', mailboxId: 'ann' }),
        keptMessages: [{ stepId: 'one', status: 'claimed' }],
        mergedMessages: accepted('one'),
      }),
    );
    expect(result).toMatchObject({ status: 'waiting', stepId: 'two', mailboxId: 'ann' });
  });
});

test('an email on its way keeps the enrollment in sending', () => {
  const merged = enrollment({ status: 'sending', stepId: 'one' });
  const mergedMessages = [{ stepId: 'one', status: 'handed_over' }];
  expect(combineEnrollmentStates(both({ merged, mergedMessages })).enrollment.status).toBe(
    'sending',
  );
});

test.each([
  ['waiting', 'unsubscribed', 'unsubscribed'],
  ['replied', 'waiting', 'replied'],
  ['sending', 'stopped', 'stopped'],
  ['replied', 'unsubscribed', 'unsubscribed'],
  ['finished', 'replied', 'replied'],
  ['waiting', 'held', 'held'],
  ['waiting', 'away', 'away'],
  ['bounced', 'waiting', 'bounced'],
  // The kept prospect has its own address.
  ['waiting', 'bounced', 'waiting'],
])('%s merged with %s is %s', (kept, merged, status) => {
  const result = combineEnrollmentStates(
    both({ kept: enrollment({ status: kept }), merged: enrollment({ status: merged }) }),
  );
  expect(result.enrollment.status).toBe(status);
});
