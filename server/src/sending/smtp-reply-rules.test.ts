import { describe, expect, test } from 'vitest';
import { answersPage } from '../../test/sending/answers-page.ts';
import type { SmtpReply } from '../platform/mail/mail-server.ts';
import { parseReply } from '../platform/mail/smtp-reply.ts';
import {
  consequenceOf,
  type EmailConsequence,
  fullMinutes,
  laterMinutes,
  meaningOf,
  nextLook,
  smtpReplyRules,
} from './smtp-reply-rules.ts';

const replyOf = (text: string | null): SmtpReply | null =>
  text === null ? null : parseReply(text);
const rows = smtpReplyRules.flatMap((rule) =>
  rule.stages.flatMap((stage) =>
    rule.examples.map((example) => ({ stage, example, rule, meaning: rule.meaning })),
  ),
);

test.each(rows)('$stage answered by $example is $meaning', (row) => {
  const reply = replyOf(row.example);
  if (row.example !== null) expect(reply).not.toBeNull();
  const [first] = smtpReplyRules.filter(
    ({ stages, matches }) => stages.includes(row.stage) && matches(reply),
  );
  expect(first).toBe(row.rule);
  expect(meaningOf({ stage: row.stage, reply })).toBe(row.meaning);
});

test('an answer that no rule knows never counts as not sent once the dot was', () => {
  const odd = { code: 350, enhanced: null, text: '' };
  expect(meaningOf({ stage: 'dot', reply: odd })).toBe('unknown');
  expect(meaningOf({ stage: 'rcpt', reply: odd })).toBe('host_fails');
});

test('only answers about the address itself make it a bounced one', () => {
  for (const stage of ['mail', 'rcpt', 'data', 'dot'] as const)
    for (const text of [
      '550 5.7.1 User unknown to the spam filter',
      '554 Spam',
      '550 5.7.1 Blocked',
    ])
      expect(meaningOf({ stage, reply: replyOf(text) })).not.toBe('bounced');
});

// Replies as servers write them. A reply of several lines is joined.
test.each([
  '550 5.1.0 <me@own.example>: Sender address rejected: User unknown in virtual mailbox table',
  '550 Sender address rejected: user unknown',
  '553 5.7.1 <me@own.example>: Sender address rejected: not owned by user jane',
  '550-Verification failed for <me@own.example>\r\n550-No Such User Here\r\n550 Sender verify failed',
  `550-Verification failed for <me@own.example>\r\n550-Response: 550 ${'no such user '.repeat(60)}\r\n550 Sender verify failed`,
  "553 sorry, that domain isn't in my list of allowed rcpthosts",
  "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
  '553 sorry, your envelope sender is in my badmailfrom list (#5.7.1)',
  '554 5.7.1 <you@acme.example>: Relay access denied',
  '550 5.7.1 <you@acme.example>... Relaying denied. Proper authentication required.',
  '550 you@acme.example: no such user here, relay not permitted',
  '551 we do not relay',
  '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
  '550-Please turn on SMTP Authentication in your mail client.\r\n550 You are not permitted to relay through this server without authentication.',
])('%s is about the sender or relaying, not about the address', (text) => {
  for (const stage of ['rcpt', 'data', 'dot'] as const)
    expect(meaningOf({ stage, reply: replyOf(text) })).toBe('sender_refused');
});

test.each([
  '550 5.1.1 <you@acme.example>: Recipient address rejected: User unknown in relay recipient table',
  '550 5.1.0 <sender@relay.example>: Recipient address rejected: User unknown in virtual mailbox table',
  '550 <relay@acme.example> User unknown',
  '553 Recipient verification failed for <you@acme.example>',
])('%s is about the address', (text) => {
  expect(meaningOf({ stage: 'rcpt', reply: replyOf(text) })).toBe('bounced');
});

describe('what happens next', () => {
  const answer = (text: string | null, situation = {}, stage = 'rcpt' as const): EmailConsequence =>
    consequenceOf({ stage, reply: replyOf(text) }, { tries: 0, failingMinutes: 0, ...situation });

  test('a temporary answer is retried after 15 minutes, 1 hour, 4 hours and a day', () => {
    const tries = [0, 1, 2, 3, 4].map((tries) => answer('451 4.3.0 Later', { tries }));
    expect(tries).toEqual([
      ...laterMinutes.map((minutes) => ({ kind: 'deferred', minutes, isSoftBounce: false })),
      { kind: 'held', reason: 'too_many_tries' },
    ]);
    expect(laterMinutes).toEqual([15, 60, 240, 1440]);
  });

  test('a full mailbox gets three tries over three days', () => {
    const tries = [0, 1, 2].map((tries) => answer('552 5.2.2 Full', { tries }));
    expect(tries).toEqual([
      ...fullMinutes.map((minutes) => ({ kind: 'deferred', minutes, isSoftBounce: true })),
      { kind: 'held', reason: 'mailbox_full' },
    ]);
    expect(fullMinutes.reduce((sum, each) => sum + each, 0)).toBe(3 * 24 * 60);
  });

  test('a failing host rests for 1, 5, 15 and 60 minutes, then needs attention', () => {
    const at = [0, 1, 6, 21, 81].map((failingMinutes) => answer(null, { failingMinutes }));
    expect(at).toMatchObject([
      { kind: 'rest', minutes: 1 },
      { kind: 'rest', minutes: 5 },
      { kind: 'rest', minutes: 15 },
      { kind: 'rest', minutes: 60 },
      { kind: 'needs_attention', reason: 'rcpt' },
    ]);
  });

  test('a refused sign-in needs attention at once, because more tries lock accounts', () => {
    const reply = replyOf('535 5.7.8 Wrong');
    expect(consequenceOf({ stage: 'auth', reply }, { tries: 0, failingMinutes: 0 })).toEqual({
      kind: 'needs_attention',
      reason: 'auth',
    });
  });

  test('a sending limit rests the mailbox until its next day', () => {
    expect(answer('550 5.4.5 Quota')).toEqual({ kind: 'rest', minutes: null, reason: 'limit' });
  });
});

test('the documentation has the same rules', async () => {
  await expect(answersPage()).toMatchFileSnapshot('../../../docs/smtp-answers.md');
});

test('an unknown email is looked for after 1, 5 and 30 minutes, 6 hours and a day', () => {
  const since = new Date('2026-03-02T09:00:00Z');
  const looks: (string | null)[] = [];
  for (let at: Date | null = since; at; at = nextLook(since, at))
    looks.push(nextLook(since, at)?.toISOString().slice(5, 16) ?? null);
  expect(looks).toEqual([
    '03-02T09:01',
    '03-02T09:05',
    '03-02T09:30',
    '03-02T15:00',
    '03-03T09:00',
    null,
  ]);
});
