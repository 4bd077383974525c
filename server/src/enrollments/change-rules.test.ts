import { expect, test } from 'vitest';
import { type Changeable, resume, stop } from './change-rules.ts';

const at = new Date('2026-03-02T09:00:00Z');
const later = new Date('2026-03-04T09:00:00Z');
const earlier = new Date('2026-03-01T09:00:00Z');

const enrollment = (given: Partial<Changeable> = {}): Changeable => ({
  status: 'stopped',
  stepId: 'two',
  dueAt: earlier,
  hasUnknown: false,
  doNotContact: false,
  hasEmail: true,
  facts: [],
  ...given,
});

test.each(['waiting', 'sending', 'away', 'held'] as const)('%s can be stopped', (status) => {
  expect(stop(enrollment({ status }))).toEqual({
    status: 'stopped',
    stepId: 'two',
    dueAt: earlier,
  });
});

test.each(['finished', 'replied', 'unsubscribed', 'suppressed', 'bounced', 'stopped'] as const)(
  '%s cannot be stopped',
  (status) => {
    expect(stop(enrollment({ status }))).toEqual({ reason: 'already_ended' });
  },
);

test.each(['stopped', 'held', 'replied', 'suppressed', 'unsubscribed', 'bounced'] as const)(
  '%s resumes with the email that was next, no earlier than it was due',
  (status) => {
    const resumed = { status: 'waiting', stepId: 'two' };
    expect(resume(enrollment({ status }), at)).toEqual({ ...resumed, dueAt: at });
    expect(resume(enrollment({ status, dueAt: later }), at)).toEqual({ ...resumed, dueAt: later });
  },
);

test('someone who is away resumes at once', () => {
  expect(resume(enrollment({ status: 'away', dueAt: later }), at)).toMatchObject({ dueAt: at });
});

test.each<[string, Partial<Changeable>]>([
  ['already_active', { status: 'waiting' }],
  ['already_active', { status: 'sending' }],
  ['finished', { status: 'finished' }],
  ['suppressed', { doNotContact: true }],
  ['unsubscribed', { facts: ['unsubscribed'] }],
  ['unsubscribed', { facts: ['bounced', 'complained'] }],
  ['no_email', { hasEmail: false }],
  ['bounced', { facts: ['bounced'] }],
  ['unknown_message', { status: 'held', hasUnknown: true }],
])('does not resume: %s', (reason, given) => {
  expect(resume(enrollment(given), at)).toEqual({ reason });
});
