import type { WhyNotCode } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import type { NoPaceReason } from '../core/sending/pace-rules.ts';
import type { EmailBlock, WhyBlocked } from './claim-rules.ts';
import { reasonsNotSending, type SendingSituation } from './why-not-sending-rules.ts';

const at = new Date('2026-03-02T09:00:00Z');
const later = new Date('2026-03-03T09:00:00Z');
const canSend = {
  ...{ canSend: true as const, limit: 30, day: '2026-03-02', dayBegan: at },
  ...{ sentToday: 0, rampDays: 0 },
};

const situation = (given: Partial<SendingSituation> = {}): SendingSituation => ({
  campaignStatus: 'running',
  enrollment: { status: 'waiting', dueAt: at, lastSentAt: null },
  block: null,
  campaignLimitUntil: null,
  senders: [{ id: 'ann', pace: canSend, isInboxRead: false }],
  ...given,
});

const codes = (given: Partial<SendingSituation>) =>
  reasonsNotSending(situation(given), at).map(({ code }) => code);

test('all reasons are listed, each with its end', () => {
  const pace = { canSend: false as const, why: 'daily_limit' as const, until: later };
  const result = reasonsNotSending(
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

test('someone who is away is written to later', () => {
  const enrollment = { status: 'away' as const, dueAt: later, lastSentAt: at };
  expect(reasonsNotSending(situation({ enrollment }), at)).toEqual([
    { code: 'away', until: later, mailboxId: null },
  ]);
});

/** 40 situations that were built on purpose, each with all reasons that it must name. */
describe('the reason of each planted situation is named', () => {
  const ended = (status: SendingSituation['enrollment']['status']) => ({
    enrollment: { status, dueAt: at, lastSentAt: at },
  });
  const blocked = (why: WhyBlocked, status: EmailBlock['status'] = 'held') => ({
    block: { why, status, dueAt: later },
  });
  const sender = (
    why: NoPaceReason | null,
    { until = later as Date | null, isInboxRead = true, id = 'ann' } = {},
  ) => ({
    ...{ id, isInboxRead },
    pace: why === null ? canSend : { canSend: false as const, why, until },
  });
  const followUp = { status: 'waiting' as const, dueAt: at, lastSentAt: at };
  const notDue = { status: 'waiting' as const, dueAt: later, lastSentAt: null };

  test.each<[situation: string, given: Partial<SendingSituation>, expected: WhyNotCode[]]>([
    ['nothing is in the way', {}, []],
    ['a draft', { campaignStatus: 'draft' }, ['campaign_draft']],
    ['a paused campaign', { campaignStatus: 'paused' }, ['campaign_paused']],
    ['an archived campaign', { campaignStatus: 'archived' }, ['campaign_archived']],
    ['an email on its way', ended('sending'), ['sending']],
    ['all emails sent', ended('finished'), ['finished']],
    ['a reply', ended('replied'), ['replied']],
    ['an unsubscribed person', ended('unsubscribed'), ['unsubscribed']],
    ['a suppressed person', ended('suppressed'), ['suppressed']],
    ['a dead address', ended('bounced'), ['bounced']],
    ['someone who is away', ended('away'), ['away']],
    ['someone who is held', ended('held'), ['held']],
    ['someone who was stopped', ended('stopped'), ['stopped']],
    ['a wait that is not over', { enrollment: notDue }, ['not_due']],
    ['do not contact, found at the claim', blocked('do_not_contact', 'suppressed'), ['suppressed']],
    ['an address that unsubscribed', blocked('unsubscribed', 'unsubscribed'), ['unsubscribed']],
    ['an address that bounced elsewhere', blocked('bounced', 'bounced'), ['bounced']],
    ['no email address', blocked('no_email'), ['no_email']],
    ['a missing value', blocked('missing_values'), ['missing_values']],
    ['no step left', blocked('finished', 'finished'), ['finished']],
    ['an email of another campaign', blocked('cooldown', 'waiting'), ['cooldown']],
    ['a company at its limit', blocked('company_limit', 'waiting'), ['company_limit']],
    ['a campaign at its limit', { campaignLimitUntil: later }, ['campaign_limit']],
    ['no mailbox', { senders: [] }, ['no_mailbox']],
    ['a removed mailbox', { senders: [sender('removed', { until: null })] }, ['mailbox_removed']],
    ['a paused mailbox', { senders: [sender('paused', { until: null })] }, ['mailbox_paused']],
    [
      'a mailbox with a wrong password',
      { senders: [sender('needs_attention', { until: null })] },
      ['mailbox_needs_attention'],
    ],
    ['a mailbox that rests', { senders: [sender('resting')] }, ['mailbox_resting']],
    [
      'a mailbox without sending times',
      { senders: [sender('no_window', { until: null })] },
      ['mailbox_no_window'],
    ],
    ['a mailbox at night', { senders: [sender('outside_window')] }, ['mailbox_outside_window']],
    ['a mailbox at its limit', { senders: [sender('daily_limit')] }, ['mailbox_daily_limit']],
    ['the gap after an email', { senders: [sender('gap')] }, ['mailbox_gap']],
    [
      'a follow-up whose inbox was not read',
      { enrollment: followUp, senders: [sender(null, { isInboxRead: false })] },
      ['mailbox_inbox_not_read'],
    ],
    [
      'a first email whose inbox was not read',
      { senders: [sender(null, { isInboxRead: false })] },
      [],
    ],
    [
      'two mailboxes, one of them free',
      { senders: [sender('paused'), sender(null, { id: 'bob' })] },
      [],
    ],
    [
      'two mailboxes, both busy for different reasons',
      { senders: [sender('gap'), sender('daily_limit', { id: 'bob' })] },
      ['mailbox_gap', 'mailbox_daily_limit'],
    ],
    [
      'a paused campaign whose mailbox is at its limit',
      { campaignStatus: 'paused', senders: [sender('daily_limit')] },
      ['campaign_paused', 'mailbox_daily_limit'],
    ],
    [
      'a missing value in a draft without mailboxes',
      { campaignStatus: 'draft', ...blocked('missing_values'), senders: [] },
      ['campaign_draft', 'missing_values', 'no_mailbox'],
    ],
    [
      'a wait that is not over, of a campaign at its limit',
      { enrollment: notDue, campaignLimitUntil: later },
      ['not_due', 'campaign_limit'],
    ],
    [
      'someone who replied, in a paused campaign without mailboxes',
      { ...ended('replied'), campaignStatus: 'paused', senders: [] },
      ['replied'],
    ],
  ])('%s', (_situation, given, expected) => {
    expect(codes(given)).toEqual(expected);
  });
});
