import { describe, expect, test } from 'vitest';
import { type Situation, whyNotNow } from './why-rules.ts';

const at = new Date('2026-03-02T09:00:00Z');
const later = new Date('2026-03-03T09:00:00Z');
const canSend = {
  ...{ canSend: true as const, limit: 30, day: '2026-03-02', dayBegan: at },
  ...{ sentToday: 0, rampDays: 0 },
};

const situation = (given: Partial<Situation> = {}): Situation => ({
  campaignStatus: 'running',
  enrollment: { status: 'waiting', dueAt: at, lastSentAt: null },
  block: null,
  campaignLimitUntil: null,
  senders: [{ id: 'ann', pace: canSend, isInboxRead: false }],
  ...given,
});

const codes = (given: Partial<Situation>) =>
  whyNotNow(situation(given), at).map(({ code }) => code);

test('nothing keeps a due email of a running campaign with a free mailbox', () => {
  expect(whyNotNow(situation(), at)).toEqual([]);
});

test('all reasons are listed, each with its end', () => {
  const pace = { canSend: false as const, why: 'daily_limit' as const, until: later };
  const result = whyNotNow(
    situation({
      campaignStatus: 'paused',
      enrollment: { status: 'waiting', dueAt: later, lastSentAt: null },
      block: { why: 'cooldown', status: 'waiting', dueAt: later },
      campaignLimitUntil: later,
      senders: [{ id: 'ann', pace, isInboxRead: false }],
    }),
    at,
  );
  expect(result).toEqual([
    { code: 'campaign_paused', until: null, mailboxId: null },
    { code: 'not_due', until: later, mailboxId: null },
    { code: 'cooldown', until: later, mailboxId: null },
    { code: 'campaign_limit', until: later, mailboxId: null },
    { code: 'mailbox_daily_limit', until: later, mailboxId: 'ann' },
  ]);
});

describe('mailboxes', () => {
  const busy = { canSend: false as const, why: 'gap' as const, until: later };

  test('are no reason if one of them may send', () => {
    const senders = [
      { id: 'ann', pace: busy, isInboxRead: true },
      { id: 'bob', pace: canSend, isInboxRead: true },
    ];
    expect(codes({ senders })).toEqual([]);
  });

  test('are each a reason if none may', () => {
    const senders = ['ann', 'bob'].map((id) => ({ id, pace: busy, isInboxRead: true }));
    expect(codes({ senders })).toEqual(['mailbox_gap', 'mailbox_gap']);
    expect(codes({ senders: [] })).toEqual(['no_mailbox']);
  });

  test('whose inbox was not read send no follow-ups', () => {
    const enrollment = { status: 'waiting' as const, dueAt: at, lastSentAt: at };
    expect(codes({ enrollment })).toEqual(['mailbox_inbox_not_read']);
  });
});

test.each(['sending', 'finished', 'replied', 'held', 'stopped'] as const)(
  'an enrollment that is %s has that reason only',
  (status) => {
    const enrollment = { status, dueAt: at, lastSentAt: null };
    expect(codes({ enrollment, campaignStatus: 'paused' })).toEqual([status]);
  },
);

test('someone who is away is written to later', () => {
  const enrollment = { status: 'away' as const, dueAt: later, lastSentAt: at };
  expect(whyNotNow(situation({ enrollment }), at)).toEqual([
    { code: 'away', until: later, mailboxId: null },
  ]);
});
