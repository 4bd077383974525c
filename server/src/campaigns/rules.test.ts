import { describe, expect, test } from 'vitest';
import { type Candidate, type Reason, reasonToSkip } from './rules.ts';

const anyone: Candidate = { isEnrolled: false, doNotContact: false, hasEmail: true, facts: [] };

/** Each reason with what alone brings it about, in the order in which they are told. */
const causes: [Reason, Partial<Candidate>][] = [
  ['already_enrolled', { isEnrolled: true }],
  ['suppressed', { doNotContact: true }],
  ['unsubscribed', { facts: ['unsubscribed'] }],
  ['unsubscribed', { facts: ['complained'] }],
  ['no_email', { hasEmail: false }],
  ['bounced', { facts: ['bounced'] }],
];

test('someone with an address against which nothing stands is enrolled', () => {
  expect(reasonToSkip(anyone, true)).toBeNull();
});

describe('a sequence that sends e-mail', () => {
  test.each(causes)('skips as %s whoever is so: %o [campaigns.reasons]', (reason, cause) => {
    expect(reasonToSkip({ ...anyone, ...cause }, true)).toBe(reason);
  });

  test('tells the first of several reasons', () => {
    for (const [place, [reason, cause]] of causes.entries())
      for (const [, later] of causes.slice(place + 1)) {
        const facts = [...(later.facts ?? []), ...(cause.facts ?? [])];
        expect(reasonToSkip({ ...anyone, ...later, ...cause, facts }, true)).toBe(reason);
      }
  });
});

describe('a sequence that sends none', () => {
  test.each(causes)('%s, %o', (reason, cause) => {
    const isAboutThePerson = reason === 'already_enrolled' || reason === 'suppressed';
    expect(reasonToSkip({ ...anyone, ...cause }, false)).toBe(isAboutThePerson ? reason : null);
  });
});
