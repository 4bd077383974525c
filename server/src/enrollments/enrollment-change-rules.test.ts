import { describe, expect, test } from 'vitest';
import {
  type CampaignSchedule,
  type EnrollmentState,
  resumeEnrollment,
  skipNextEmail,
  stopEnrollment,
} from './enrollment-change-rules.ts';

const at = new Date('2026-03-02T09:00:00Z');
const later = new Date('2026-03-04T09:00:00Z');
const earlier = new Date('2026-03-01T09:00:00Z');

const enrollment = (given: Partial<EnrollmentState> = {}): EnrollmentState => ({
  status: 'stopped',
  stepId: 'two',
  dueAt: earlier,
  lastSentAt: earlier,
  sentStepIds: [],
  zone: 'Europe/Berlin',
  hasUnknownEmail: false,
  doNotContact: false,
  hasEmail: true,
  facts: [],
  ...given,
});

test.each(['waiting', 'sending', 'away', 'held'] as const)('%s can be stopped', (status) => {
  expect(stopEnrollment(enrollment({ status }))).toEqual({
    status: 'stopped',
    stepId: 'two',
    dueAt: earlier,
  });
});

test.each(['finished', 'replied', 'unsubscribed', 'suppressed', 'bounced', 'stopped'] as const)(
  '%s cannot be stopped',
  (status) => {
    expect(stopEnrollment(enrollment({ status }))).toEqual({ reason: 'already_ended' });
  },
);

test.each(['stopped', 'held', 'replied', 'suppressed', 'unsubscribed', 'bounced'] as const)(
  '%s resumes with the email that was next, no earlier than it was due',
  (status) => {
    const resumed = { status: 'waiting', stepId: 'two' };
    expect(resumeEnrollment(enrollment({ status }), at)).toEqual({ ...resumed, dueAt: at });
    expect(resumeEnrollment(enrollment({ status, dueAt: later }), at)).toEqual({
      ...resumed,
      dueAt: later,
    });
  },
);

test('someone who is away resumes at once', () => {
  expect(resumeEnrollment(enrollment({ status: 'away', dueAt: later }), at)).toMatchObject({
    dueAt: at,
  });
});

test.each<[string, Partial<EnrollmentState>]>([
  ['already_active', { status: 'waiting' }],
  ['already_active', { status: 'sending' }],
  ['finished', { status: 'finished' }],
  ['suppressed', { doNotContact: true }],
  ['unsubscribed', { facts: ['unsubscribed'] }],
  ['unsubscribed', { facts: ['bounced', 'complained'] }],
  ['no_email', { hasEmail: false }],
  ['bounced', { facts: ['bounced'] }],
  ['unknown_message', { status: 'held', hasUnknownEmail: true }],
])('does not resume: %s', (reason, given) => {
  expect(resumeEnrollment(enrollment(given), at)).toEqual({ reason });
});

describe('skipping', () => {
  const email = (id: string, subject: string | null = null) => ({
    ...{ id, kind: 'email' as const, subject, body: 'Hello', format: 'text' as const },
    alternatives: [],
  });
  const wait = (id: string, days: number) => ({
    ...{ id, kind: 'wait' as const, days, workingDays: false },
  });
  const schedule: CampaignSchedule = {
    steps: [email('one', 'Hi'), wait('w', 3), email('two'), wait('v', 4), email('three')],
    removed: new Map(),
    holidays: [],
  };
  const waiting = (given: Partial<EnrollmentState> = {}) =>
    enrollment({ status: 'waiting', stepId: 'two', sentStepIds: ['one'], ...given });

  test('goes to the email after the next, which waits as long as it would have', () => {
    expect(skipNextEmail(waiting({ dueAt: later }), at, schedule)).toEqual({
      status: 'waiting',
      stepId: 'three',
      dueAt: new Date('2026-03-08T09:00:00Z'),
    });
    expect(skipNextEmail(waiting(), at, schedule)).toMatchObject({
      dueAt: new Date('2026-03-06T09:00:00Z'),
    });
  });

  test('after the last email finishes', () => {
    const result = skipNextEmail(
      waiting({ stepId: 'three', sentStepIds: ['one', 'two'] }),
      at,
      schedule,
    );
    expect(result).toMatchObject({ status: 'finished' });
  });

  test('someone held because of this email continues', () => {
    expect(skipNextEmail(waiting({ status: 'held' }), at, schedule)).toMatchObject({
      status: 'waiting',
    });
  });

  test('an email that may have left is the one that is skipped', () => {
    const unknown = { status: 'held' as const, hasUnknownEmail: true, sentStepIds: ['one', 'two'] };
    expect(skipNextEmail(waiting(unknown), at, schedule)).toMatchObject({
      status: 'waiting',
      stepId: 'three',
    });
    const last = { ...unknown, stepId: 'three', sentStepIds: ['one', 'two', 'three'] };
    expect(skipNextEmail(waiting(last), at, schedule)).toMatchObject({ status: 'finished' });
  });

  test('someone who is away stays away', () => {
    expect(skipNextEmail(waiting({ status: 'away' }), at, schedule)).toMatchObject({
      status: 'away',
    });
  });

  test.each<[string, Partial<EnrollmentState>]>([
    ['already_ended', { status: 'replied' }],
    ['sending', { status: 'sending' }],
    ['no_subject', { stepId: null, sentStepIds: [], lastSentAt: null }],
  ])('is not possible: %s', (reason, given) => {
    expect(skipNextEmail(waiting(given), at, schedule)).toEqual({ reason });
  });
});
