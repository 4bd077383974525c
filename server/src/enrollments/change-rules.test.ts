import { describe, expect, test } from 'vitest';
import { type Changeable, type Plan, resume, skip, stop } from './change-rules.ts';

const at = new Date('2026-03-02T09:00:00Z');
const later = new Date('2026-03-04T09:00:00Z');
const earlier = new Date('2026-03-01T09:00:00Z');

const enrollment = (given: Partial<Changeable> = {}): Changeable => ({
  status: 'stopped',
  stepId: 'two',
  dueAt: earlier,
  lastSentAt: earlier,
  sentStepIds: [],
  zone: 'Europe/Berlin',
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

describe('skipping', () => {
  const email = (id: string, subject: string | null = null) => ({
    ...{ id, kind: 'email' as const, subject, body: 'Hello', format: 'text' as const },
    alternatives: [],
  });
  const wait = (id: string, days: number) => ({
    ...{ id, kind: 'wait' as const, days, workingDays: false },
  });
  const plan: Plan = {
    steps: [email('one', 'Hi'), wait('w', 3), email('two'), wait('v', 4), email('three')],
    removed: new Map(),
    holidays: [],
  };
  const waiting = (given: Partial<Changeable> = {}) =>
    enrollment({ status: 'waiting', stepId: 'two', sentStepIds: ['one'], ...given });

  test('goes to the email after the next, which waits as long as it would have', () => {
    expect(skip(waiting({ dueAt: later }), at, plan)).toEqual({
      status: 'waiting',
      stepId: 'three',
      dueAt: new Date('2026-03-08T09:00:00Z'),
    });
    expect(skip(waiting(), at, plan)).toMatchObject({ dueAt: new Date('2026-03-06T09:00:00Z') });
  });

  test('after the last email finishes', () => {
    const result = skip(waiting({ stepId: 'three', sentStepIds: ['one', 'two'] }), at, plan);
    expect(result).toMatchObject({ status: 'finished' });
  });

  test('someone held because of this email continues', () => {
    expect(skip(waiting({ status: 'held' }), at, plan)).toMatchObject({ status: 'waiting' });
  });

  test('an email that may have left is the one that is skipped', () => {
    const unknown = { status: 'held' as const, hasUnknown: true, sentStepIds: ['one', 'two'] };
    expect(skip(waiting(unknown), at, plan)).toMatchObject({ status: 'waiting', stepId: 'three' });
    const last = { ...unknown, stepId: 'three', sentStepIds: ['one', 'two', 'three'] };
    expect(skip(waiting(last), at, plan)).toMatchObject({ status: 'finished' });
  });

  test('someone who is away stays away', () => {
    expect(skip(waiting({ status: 'away' }), at, plan)).toMatchObject({ status: 'away' });
  });

  test.each<[string, Partial<Changeable>]>([
    ['already_ended', { status: 'replied' }],
    ['sending', { status: 'sending' }],
    ['no_subject', { stepId: null, sentStepIds: [], lastSentAt: null }],
  ])('is not possible: %s', (reason, given) => {
    expect(skip(waiting(given), at, plan)).toEqual({ reason });
  });
});
