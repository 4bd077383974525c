import { expect, test } from 'vitest';
import {
  type ComparedMessage,
  isRecipientProven,
  type MessageThread,
  matchThread,
  type ThreadCandidates,
} from './conversation-rules.ts';

const at = new Date('2026-03-05T14:00:00Z');
const daysAgo = (days: number) => new Date(at.getTime() - days * 24 * 60 * 60_000);

// Jane got an email of each of two campaigns. The server replaced the Message-ID of the second one.
const first: MessageThread = {
  conversationId: 'first',
  prospectId: 'jane',
  campaignId: 'fair',
  subject: 'Sensors for Acme',
  outboundId: 'outbound-1',
  hasSameAudience: true,
  prospectKey: 'jane@acme.example',
  participants: [],
};
const second: MessageThread = {
  ...first,
  conversationId: 'second',
  campaignId: 'webinar',
  subject: 'A webinar',
  outboundId: 'outbound-2',
};
/** What Jane wrote herself. */
const hers: MessageThread = { ...first, outboundId: null };
/** Sent, but the answer of the server is not recorded yet. */
const unrecorded: MessageThread = {
  ...first,
  conversationId: null,
  subject: null,
  outboundId: 'outbound-3',
};
const [our1, our2, our3, her] = ['ours-1@sender', 'AM0PR01@outlook.com', 'ours-3@sender', 'hers'];
const threads = new Map([
  [our1, first],
  [our2, second],
  [our3, unrecorded],
  [her, hers],
]);

const stranger: ThreadCandidates = {
  threadOf: (id) => threads.get(id),
  unsubscribed: undefined,
  gmailThread: undefined,
  recent: [],
  prospectId: null,
  prospectKey: null,
};
const jane: ThreadCandidates = {
  ...stranger,
  prospectId: 'jane',
  prospectKey: 'jane@acme.example',
  recent: [
    { ...second, outboundId: null, lastMessageAt: daysAgo(1) },
    { ...first, outboundId: null, lastMessageAt: daysAgo(30) },
  ],
};
const janeAfter31Days = {
  ...jane,
  recent: [{ ...first, outboundId: null, lastMessageAt: daysAgo(31) }],
};
const inGmail = { ...jane, recent: [], gmailThread: second };

/** The conversation of a message and how it was found, or what else becomes of it. */
function resultOf(given: Partial<ComparedMessage>, candidates: ThreadCandidates): string {
  const message: ComparedMessage = {
    folder: 'inbox',
    isOurs: false,
    kind: 'human',
    subject: 'Hello',
    receivedAt: at,
    messageId: 'new@acme',
    inReplyTo: null,
    references: [],
    originalMessageId: null,
    senderKeys: [candidates.prospectId === null ? 'law@firm.example' : 'jane@acme.example'],
    recipientKeys:
      given.folder === 'sent' && candidates.prospectId !== null ? ['jane@acme.example'] : [],
    isFromList: false,
    ...given,
  };
  const match = matchThread(message, candidates);
  if (match.kind === 'own_copy') return `copy of ${match.outboundId}`;
  if (match.kind === 'applied') return `applied to ${match.thread.conversationId}`;
  if (match.kind === 'stored') return `${match.thread.conversationId ?? 'none'} by ${match.by}`;
  const answered = match.answered.map(({ conversationId }) => conversationId);
  return ['ignored', ...answered.map((id) => `answered ${id}`)].join(', ');
}

type Case = [
  name: string,
  given: Partial<ComparedMessage>,
  from: ThreadCandidates,
  expected: string,
];
const cases = (all: Case[], complete: (each: Case) => Case): Case[] => all.map(complete);

const sensors = 'Sensors for Acme';
const answers: Case[] = [
  ['an answer', { inReplyTo: our1, subject: `Re: ${sensors}` }, jane, 'first by in_reply_to'],
  ['of a replaced id', { inReplyTo: our2 }, jane, 'second by in_reply_to'],
  ['with a changed subject', { inReplyTo: our1, subject: 'Lunch' }, jane, 'first by in_reply_to'],
  ['of an unknown colleague', { inReplyTo: our1 }, stranger, 'first by in_reply_to'],
  ['in Junk', { folder: 'junk', inReplyTo: our1 }, stranger, 'first by in_reply_to'],
  ['to an unrecorded email', { inReplyTo: our3 }, stranger, 'none by in_reply_to'],
  ['to a message of hers', { inReplyTo: her }, jane, 'first by in_reply_to'],
  ['to the older', { inReplyTo: our1, references: [our2, our1] }, jane, 'first by in_reply_to'],
  ['automatic', { kind: 'automatic', inReplyTo: our1 }, jane, 'first by in_reply_to'],
  ['an id before the thread of Gmail', { inReplyTo: our1 }, inGmail, 'first by in_reply_to'],
  ['the same thread in Gmail', { subject: 'Something else' }, inGmail, 'second by gmail_thread'],
];

const references = cases(
  [
    ['same subject', { references: ['x', our1], subject: `SV: ${sensors}` }, jane, 'first'],
    ['the last one', { references: [our1, our2], subject: 'RE: A webinar' }, jane, 'second'],
    ['the older', { references: [our1, our2], subject: `RE[2]: ${sensors}` }, jane, 'first'],
    [
      'beside an unknown id',
      { inReplyTo: 'unknown@x', references: [our1], subject: `Fwd: ${sensors}` },
      jane,
      'first',
    ],
    ['to an unrecorded email', { references: [our3] }, jane, 'none'],
  ],
  ([name, given, from, found]) => [name, given, from, `${found} by references`],
);

const others: Case[] = [
  [
    'References, another subject, by Jane',
    { references: [our1], subject: 'An invoice' },
    jane,
    'none by prospect',
  ],
  [
    'References, another subject, by a stranger',
    { references: [our1], subject: 'An invoice' },
    stranger,
    'ignored, answered first',
  ],
  ['subject only', { subject: 'Re: A webinar' }, jane, 'second by subject'],
  ['after 30 days', { subject: `Antw: [EXTERN] ${sensors}` }, jane, 'first by subject'],
  ['after 31 days', { subject: `Re: ${sensors}` }, janeAfter31Days, 'none by prospect'],
  ['subject only, by a stranger', { subject: `Re: ${sensors}` }, stranger, 'ignored'],
  ['a forged id, by a stranger', { inReplyTo: 'forged' }, stranger, 'ignored'],
  [
    'a forged id, by Jane',
    { inReplyTo: 'forged', subject: 'Re: A webinar' },
    jane,
    'second by subject',
  ],
  ['a new message of Jane', { subject: 'A question' }, jane, 'none by prospect'],
  ['no subject, by Jane', { subject: 'Re:' }, jane, 'none by prospect'],
  ['a new message in Junk', { folder: 'junk' }, jane, 'ignored'],
  ['a newsletter of Jane', { kind: 'automatic' }, jane, 'ignored'],
  [
    'an absence without ids',
    { kind: 'away', subject: 'Away: A webinar' },
    jane,
    'none by prospect',
  ],
  [
    'an email to the unsubscribe address',
    { subject: 'token' },
    { ...stranger, unsubscribed: first },
    'first by unsubscribe_address',
  ],
];

const notices = cases(
  [
    ['a bounce of our id', { originalMessageId: our1 }, stranger, 'first by original'],
    ['a bounce of a replaced id', { originalMessageId: our2 }, stranger, 'second by original'],
    ['a bounce that answers', { inReplyTo: our1 }, stranger, 'first by in_reply_to'],
    ['a forged id, about Jane', { originalMessageId: 'forged' }, jane, 'second by recipient'],
    ['a bounce about a stranger', {}, stranger, 'ignored'],
    ['a complaint', { kind: 'complaint', originalMessageId: our1 }, stranger, 'first by original'],
  ],
  ([name, given, ...rest]) => [name, { kind: 'bounce', ...given }, ...rest],
);

const inSent = cases(
  [
    ['our email', { messageId: our1 }, jane, 'copy of outbound-1'],
    ['a replaced id', { messageId: our2 }, jane, 'copy of outbound-2'],
    ['our follow-up', { messageId: our3, inReplyTo: our1 }, jane, 'copy of outbound-3'],
    ['an id never learned', { messageId: 'SES@aws', isFromList: true }, jane, 'ignored'],
    ['an answer typed in a mail program', { inReplyTo: her }, jane, 'first by in_reply_to'],
    ['a message typed about something new', { subject: 'Tuesday' }, jane, 'none by prospect'],
    ['a message typed to someone else', { subject: 'Lunch' }, stranger, 'ignored'],
    ['a typed message that is stored', { messageId: her }, jane, 'ignored'],
  ],
  ([name, given, ...rest]) => [
    `${name}, in Sent`,
    { folder: 'sent', isOurs: true, ...given },
    ...rest,
  ],
);

const betweenMailboxes: Case[] = [
  ['of another mailbox of ours', { isOurs: true }, jane, 'ignored'],
  ['an answer of another mailbox of ours', { isOurs: true, inReplyTo: our1 }, stranger, 'ignored'],
  ['our own, sent to ourselves', { isOurs: true, messageId: our1 }, stranger, 'ignored'],
];

const bob = { senderKeys: ['bob@acme.example'] };
const law = { senderKeys: ['law@firm.example'] };
const withLaw: MessageThread = { ...hers, participants: ['law@firm.example'] };
const lawWrote: ThreadCandidates = {
  ...stranger,
  threadOf: (id) => (id === her ? withLaw : undefined),
};
const sameSubject = { subject: `Re: ${sensors}` };

/** Only the prospect, their company and those who keep them informed continue a conversation. */
const whoTakesPart: Case[] = [
  ['a colleague answers her', { ...bob, inReplyTo: her }, stranger, 'first by in_reply_to'],
  [
    'a colleague in References',
    { ...bob, ...sameSubject, references: [our1] },
    stranger,
    'first by references',
  ],
  [
    'a stranger answers her message',
    { ...law, ...sameSubject, inReplyTo: her, references: [her] },
    stranger,
    'ignored',
  ],
  [
    'a stranger names our email in References',
    { ...law, ...sameSubject, references: [our1] },
    stranger,
    'ignored, answered first',
  ],
  ['a stranger in the thread of Gmail', law, { ...stranger, gmailThread: second }, 'ignored'],
  [
    'a participant who informs her',
    { ...law, inReplyTo: her, recipientKeys: ['jane@acme.example'] },
    lawWrote,
    'first by in_reply_to',
  ],
  ['a participant alone', { ...law, inReplyTo: her }, lawWrote, 'ignored'],
  [
    'an answer to a stranger, in Sent',
    { folder: 'sent', isOurs: true, inReplyTo: her, recipientKeys: ['law@firm.example'] },
    stranger,
    'ignored',
  ],
  [
    'an answer to a participant, in Sent',
    { folder: 'sent', isOurs: true, inReplyTo: her, recipientKeys: ['law@firm.example'] },
    lawWrote,
    'first by in_reply_to',
  ],
];

/** Conversations that other people see than the mailbox of the message. */
const hidden = (from: ThreadCandidates): ThreadCandidates => ({
  ...from,
  threadOf: (id) => {
    const thread = from.threadOf(id);
    return thread && { ...thread, hasSameAudience: false };
  },
  recent: [],
});
const otherAudience: Case[] = [
  ['Jane answers our email', { inReplyTo: our1 }, hidden(jane), 'none by prospect'],
  [
    'a stranger answers our email',
    { inReplyTo: our1 },
    hidden(stranger),
    'ignored, answered first',
  ],
  ['a bounce', { kind: 'bounce', originalMessageId: our1 }, hidden(jane), 'applied to first'],
  [
    'an email to the unsubscribe address',
    {},
    { ...stranger, unsubscribed: { ...first, hasSameAudience: false } },
    'applied to first',
  ],
  [
    'an answer typed in a mail program',
    { folder: 'sent', isOurs: true, inReplyTo: her },
    hidden(jane),
    'none by prospect',
  ],
  [
    'our email in Sent',
    { folder: 'sent', isOurs: true, messageId: our1 },
    hidden(jane),
    'copy of outbound-1',
  ],
].map(([name, ...rest]) => [`${name as string}, for other readers`, ...rest] as Case);

test.each([
  ...[...answers, ...references, ...others, ...notices, ...inSent, ...betweenMailboxes],
  ...[...whoTakesPart, ...otherAudience],
])('%s', (_, given, from, expected) => {
  expect(resultOf(given, from)).toBe(expected);
});

test('only a message that names an email of ours proves that its sender got it', () => {
  for (const by of ['in_reply_to', 'references', 'original', 'unsubscribe_address'] as const)
    expect(isRecipientProven(by, first)).toBe(true);
  expect(isRecipientProven('in_reply_to', hers)).toBe(false);
  for (const by of ['gmail_thread', 'subject', 'recipient', 'prospect'] as const)
    expect(isRecipientProven(by, first)).toBe(false);
});
