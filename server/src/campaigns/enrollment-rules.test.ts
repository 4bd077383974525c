import { describe, expect, test } from 'vitest';
import { type EnrollmentCandidate, reasonToSkip, type SkipReason } from './enrollment-rules.ts';

const anyone: EnrollmentCandidate = {
  isEnrolled: false,
  doNotContact: false,
  hasEmail: true,
  facts: [],
  missing: [],
};

/** Each reason with a cause for it alone, in order of precedence. */
const causes: [SkipReason, Partial<EnrollmentCandidate>][] = [
  ['already_enrolled', { isEnrolled: true }],
  ['suppressed', { doNotContact: true }],
  ['unsubscribed', { facts: ['unsubscribed'] }],
  ['unsubscribed', { facts: ['complained'] }],
  ['no_email', { hasEmail: false }],
  ['bounced', { facts: ['bounced'] }],
  ['missing_values', { missing: ['companyName'] }],
];

describe('a campaign that sends email', () => {
  test.each(causes)('skips with reason %s: %o', (reason, actor) => {
    expect(reasonToSkip({ ...anyone, ...actor }, true)).toBe(reason);
  });

  test('returns the first of several reasons', () => {
    for (const [index, [reason, actor]] of causes.entries())
      for (const [, later] of causes.slice(index + 1)) {
        const facts = [...(later.facts ?? []), ...(actor.facts ?? [])];
        expect(reasonToSkip({ ...anyone, ...later, ...actor, facts }, true)).toBe(reason);
      }
  });
});

describe('a campaign that sends no email', () => {
  test.each(causes)('%s, %o', (reason, actor) => {
    const isAboutThePerson = reason === 'already_enrolled' || reason === 'suppressed';
    expect(reasonToSkip({ ...anyone, ...actor }, false)).toBe(isAboutThePerson ? reason : null);
  });
});
