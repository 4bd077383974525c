import type { EnrollmentStatus } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { type EnrollmentCandidate, reasonToSkip, type SkipReason } from './campaign-rules.ts';

const anyone: EnrollmentCandidate = {
  earlier: null,
  doNotContact: false,
  hasEmail: true,
  facts: [],
};

const sending = { sendsEmail: true, resume: false };

/** Each reason with a cause for it alone, in order of precedence. */
const causes: [SkipReason, Partial<EnrollmentCandidate>][] = [
  ['already_enrolled', { earlier: { status: 'waiting', hasUnknownEmail: false } }],
  ['suppressed', { doNotContact: true }],
  ['stopped', { earlier: { status: 'suppressed', hasUnknownEmail: false } }],
  ['unsubscribed', { facts: ['unsubscribed'] }],
  ['unsubscribed', { facts: ['complained'] }],
  ['no_email', { hasEmail: false }],
  ['bounced', { facts: ['bounced'] }],
];

describe('a campaign that sends email', () => {
  test.each(causes)('skips with reason %s: %o', (reason, actor) => {
    expect(reasonToSkip({ ...anyone, ...actor }, sending)).toBe(reason);
  });

  test('returns the first of several reasons', () => {
    for (const [index, [reason, actor]] of causes.entries())
      for (const [, later] of causes.slice(index + 1)) {
        const facts = [...(later.facts ?? []), ...(actor.facts ?? [])];
        expect(reasonToSkip({ ...anyone, ...later, ...actor, facts }, sending)).toBe(reason);
      }
  });
});

describe('a campaign that sends no email', () => {
  test.each(causes)('%s, %o', (reason, actor) => {
    const isAboutThePerson = ['already_enrolled', 'suppressed', 'stopped'].includes(reason);
    expect(reasonToSkip({ ...anyone, ...actor }, { ...sending, sendsEmail: false })).toBe(
      isAboutThePerson ? reason : null,
    );
  });
});

test('only a prospect that was stopped by suppression, with no email in doubt, can resume', () => {
  const resuming = { sendsEmail: true, resume: true };
  const reasonFor = (status: EnrollmentStatus, hasUnknownEmail = false) =>
    reasonToSkip({ ...anyone, earlier: { status, hasUnknownEmail } }, resuming);
  expect(reasonFor('suppressed')).toBeNull();
  expect(reasonFor('suppressed', true)).toBe('stopped');
  for (const status of ['stopped', 'unsubscribed', 'bounced'] as const)
    expect(reasonFor(status)).toBe('stopped');
  for (const status of ['waiting', 'held', 'replied', 'finished'] as const)
    expect(reasonFor(status)).toBe('already_enrolled');
});
