import type {
  Candidates,
  ComparedMessage,
  Thread,
} from '../../src/core/receiving/conversation-rules.ts';

const at = new Date('2026-03-05T14:00:00Z');
const daysAgo = (days: number) => new Date(at.getTime() - days * 24 * 60 * 60_000);

// Jane got an email of each of two campaigns. The server replaced the Message-ID of the second one.
export const first: Thread = {
  conversationId: 'first',
  prospectId: 'jane',
  campaignId: 'fair',
  subject: 'Sensors for Acme',
  outboundId: 'outbound-1',
};
const second: Thread = {
  ...first,
  conversationId: 'second',
  campaignId: 'webinar',
  subject: 'A webinar',
  outboundId: 'outbound-2',
};
/** What Jane wrote herself. */
export const hers: Thread = { ...first, outboundId: null };
/** Sent, but the answer of the server is not recorded yet. */
const unrecorded: Thread = {
  ...first,
  conversationId: null,
  subject: null,
  outboundId: 'outbound-3',
};
const threads = new Map([
  ['ours-1@sender', first],
  ['AM0PR01@outlook.com', second],
  ['ours-3@sender', unrecorded],
  ['hers@acme', hers],
]);

export const nothing: Candidates = {
  threadOf: (id) => threads.get(id),
  unsubscribed: undefined,
  gmailThread: undefined,
  recent: [],
  prospectId: null,
};
const fromJane: Candidates = {
  ...nothing,
  prospectId: 'jane',
  recent: [
    { ...second, outboundId: null, lastMessageAt: daysAgo(1) },
    { ...first, outboundId: null, lastMessageAt: daysAgo(30) },
  ],
};
const after31Days = {
  ...fromJane,
  recent: [{ ...first, outboundId: null, lastMessageAt: daysAgo(31) }],
};

export const message = (changes: Partial<ComparedMessage>): ComparedMessage => ({
  folder: 'inbox',
  isOurs: false,
  kind: 'human',
  subject: 'Hello',
  receivedAt: at,
  messageId: 'new@acme',
  inReplyTo: null,
  references: [],
  originalMessageId: null,
  isFromList: false,
  ...changes,
});

export interface Case {
  is: string;
  given: Partial<ComparedMessage>;
  found?: Candidates;
  /** The conversation and how it was found, or what else becomes of the message. */
  expected: string;
}
export const received: Case[] = [
  {
    is: 'an answer',
    given: { inReplyTo: 'ours-1@sender', subject: 'Re: Sensors for Acme' },
    found: fromJane,
    expected: 'first by in_reply_to',
  },
  {
    is: 'an answer to an id that the server replaced',
    given: { inReplyTo: 'AM0PR01@outlook.com' },
    found: fromJane,
    expected: 'second by in_reply_to',
  },
  {
    is: 'an answer with a changed subject',
    given: { inReplyTo: 'ours-1@sender', subject: 'Our meeting on Tuesday' },
    found: fromJane,
    expected: 'first by in_reply_to',
  },
  {
    is: 'an answer of a colleague whom we do not know',
    given: { inReplyTo: 'ours-1@sender' },
    expected: 'first by in_reply_to',
  },
  {
    is: 'an answer from an alias',
    given: { inReplyTo: 'ours-1@sender', subject: 'AW: Sensors for Acme' },
    expected: 'first by in_reply_to',
  },
  {
    is: 'an answer in Junk',
    given: { folder: 'junk', inReplyTo: 'ours-1@sender' },
    expected: 'first by in_reply_to',
  },
  {
    is: 'an answer to an email that is not recorded yet',
    given: { inReplyTo: 'ours-3@sender' },
    expected: 'none by in_reply_to',
  },
  {
    is: 'a second message of hers',
    given: { inReplyTo: 'hers@acme' },
    expected: 'first by in_reply_to',
  },
  {
    is: 'an answer to the older of two campaigns',
    given: { inReplyTo: 'ours-1@sender', references: ['AM0PR01@outlook.com', 'ours-1@sender'] },
    found: fromJane,
    expected: 'first by in_reply_to',
  },
  {
    is: 'References only, same subject',
    given: { references: ['x@y', 'ours-1@sender'], subject: 'SV: Sensors for Acme' },
    expected: 'first by references',
  },
  {
    is: 'References only, last one first',
    given: { references: ['ours-1@sender', 'AM0PR01@outlook.com'], subject: 'RE: A webinar' },
    expected: 'second by references',
  },
  {
    is: 'References to both, with the subject of the older',
    given: {
      references: ['ours-1@sender', 'AM0PR01@outlook.com'],
      subject: 'RE[2]: Sensors for Acme',
    },
    expected: 'first by references',
  },
  {
    is: 'References only, another subject, by Jane',
    given: { references: ['ours-1@sender'], subject: 'An invoice' },
    found: fromJane,
    expected: 'none by prospect',
  },
  {
    is: 'References only, another subject, by a stranger',
    given: { references: ['ours-1@sender'], subject: 'An invoice' },
    expected: 'ignored',
  },
  {
    is: 'an answer to a message that we do not have, but References',
    given: {
      inReplyTo: 'unknown@x',
      references: ['ours-1@sender'],
      subject: 'Fwd: Sensors for Acme',
    },
    expected: 'first by references',
  },
  {
    is: 'a forwarded email of ours, by a colleague',
    given: { references: ['ours-1@sender'], subject: 'WG: Sensors for Acme' },
    expected: 'first by references',
  },
  {
    is: 'References to an email that is not recorded yet',
    given: { references: ['ours-3@sender'] },
    expected: 'none by references',
  },
  {
    is: 'the same thread in Gmail',
    given: { subject: 'Something else' },
    found: { ...nothing, gmailThread: second },
    expected: 'second by gmail_thread',
  },
  {
    is: 'an id before the thread of Gmail',
    given: { inReplyTo: 'ours-1@sender' },
    found: { ...nothing, gmailThread: second },
    expected: 'first by in_reply_to',
  },
  {
    is: 'subject only',
    given: { subject: 'Re: A webinar' },
    found: fromJane,
    expected: 'second by subject',
  },
  {
    is: 'subject only, after 30 days',
    given: { subject: 'Antw: [EXTERN] Sensors for Acme' },
    found: fromJane,
    expected: 'first by subject',
  },
  {
    is: 'subject only, after 31 days',
    given: { subject: 'Re: Sensors for Acme' },
    found: after31Days,
    expected: 'none by prospect',
  },
  {
    is: 'subject only, by a stranger',
    given: { subject: 'Re: Sensors for Acme' },
    expected: 'ignored',
  },
  { is: 'a forged id, by a stranger', given: { inReplyTo: 'forged@sender' }, expected: 'ignored' },
  {
    is: 'a forged id, by Jane',
    given: { inReplyTo: 'forged@sender', subject: 'Re: A webinar' },
    found: fromJane,
    expected: 'second by subject',
  },
  {
    is: 'a new message of Jane',
    given: { subject: 'A question' },
    found: fromJane,
    expected: 'none by prospect',
  },
  {
    is: 'no subject, by Jane',
    given: { subject: 'Re:' },
    found: fromJane,
    expected: 'none by prospect',
  },
  { is: 'a new message of a stranger', given: {}, expected: 'ignored' },
  {
    is: 'a new message with the address of Jane, in Junk',
    given: { folder: 'junk' },
    found: fromJane,
    expected: 'ignored',
  },
  {
    is: 'a newsletter of Jane',
    given: { kind: 'automatic' },
    found: fromJane,
    expected: 'ignored',
  },
  {
    is: 'an automatic answer',
    given: { kind: 'automatic', inReplyTo: 'ours-1@sender' },
    found: fromJane,
    expected: 'first by in_reply_to',
  },
  {
    is: 'an absence without ids',
    given: { kind: 'away', subject: 'Away: A webinar' },
    found: fromJane,
    expected: 'none by prospect',
  },
  {
    is: 'a bounce that returns our id',
    given: { kind: 'bounce', originalMessageId: 'ours-1@sender', subject: 'Undeliverable' },
    expected: 'first by original',
  },
  {
    is: 'a bounce that returns a replaced id',
    given: { kind: 'bounce', originalMessageId: 'AM0PR01@outlook.com' },
    expected: 'second by original',
  },
  {
    is: 'a bounce that answers our email',
    given: { kind: 'bounce', inReplyTo: 'ours-1@sender' },
    expected: 'first by in_reply_to',
  },
  {
    is: 'a bounce with a forged id, about Jane',
    given: { kind: 'bounce', originalMessageId: 'forged@sender' },
    found: fromJane,
    expected: 'second by recipient',
  },
  { is: 'a bounce about a stranger', given: { kind: 'bounce' }, expected: 'ignored' },
  {
    is: 'a complaint that returns our id',
    given: { kind: 'complaint', originalMessageId: 'ours-1@sender' },
    expected: 'first by original',
  },
  {
    is: 'an email to the unsubscribe address',
    given: { subject: 'token' },
    found: { ...nothing, unsubscribed: first },
    expected: 'first by unsubscribe_address',
  },
];
export const ours: Case[] = [
  {
    is: 'our email in Sent',
    given: { messageId: 'ours-1@sender' },
    found: fromJane,
    expected: 'copy of outbound-1',
  },
  {
    is: 'our email in Sent, with a replaced id',
    given: { messageId: 'AM0PR01@outlook.com' },
    found: fromJane,
    expected: 'copy of outbound-2',
  },
  {
    is: 'our follow-up in Sent, which names our first email',
    given: { messageId: 'ours-3@sender', inReplyTo: 'ours-1@sender' },
    found: fromJane,
    expected: 'copy of outbound-3',
  },
  {
    is: 'our email in Sent with an id that we never learned',
    given: { messageId: 'SES@aws', isFromList: true, subject: 'A webinar' },
    found: fromJane,
    expected: 'ignored',
  },
  {
    is: 'an answer typed in a mail program',
    given: { inReplyTo: 'hers@acme' },
    found: fromJane,
    expected: 'first by in_reply_to',
  },
  {
    is: 'a message typed to Jane about something new',
    given: { subject: 'Tuesday' },
    found: fromJane,
    expected: 'none by prospect',
  },
  { is: 'a message typed to someone else', given: { subject: 'Lunch' }, expected: 'ignored' },
  {
    is: 'a typed message that is stored already',
    given: { messageId: 'hers@acme' },
    found: fromJane,
    expected: 'ignored',
  },
].map((each) => ({ ...each, given: { ...each.given, folder: 'sent' as const, isOurs: true } }));
export const betweenMailboxes: Case[] = [
  {
    is: 'a message of another mailbox of ours',
    given: { isOurs: true },
    found: fromJane,
    expected: 'ignored',
  },
  {
    is: 'an answer of another mailbox of ours',
    given: { isOurs: true, inReplyTo: 'ours-1@sender' },
    expected: 'ignored',
  },
  {
    is: 'our own email, sent to ourselves too',
    given: { isOurs: true, messageId: 'ours-1@sender' },
    expected: 'ignored',
  },
];
