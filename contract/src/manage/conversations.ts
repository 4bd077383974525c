import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, text, timestamp } from '../fields.ts';
import { conversationOutcomes } from '../outcomes.ts';
import { cursorField, nextCursor, pageParams, queryBoolean } from '../query.ts';
import { replyStatuses, replyStatusMeaning } from './replies.ts';

const messageKinds = [
  'human',
  'away',
  'automatic',
  'bounce',
  'delayed',
  'complaint',
  'unsubscribe',
] as const;
const states = ['open', 'closed', 'snoozed'] as const;
/** Messages that one call returns. */
export const maxConversationMessages = 50;
/** The size of their texts. The first message is returned whatever its size. */
export const maxConversationBytes = 1024 * 1024;
export type ConversationState = (typeof states)[number];

const conversation = z
  .strictObject({
    id: id(),
    mailboxId: id(),
    prospect: z
      .strictObject({
        id: id(),
        fullName: z.string().nullable(),
        companyName: z.string().nullable(),
        email: z.string().nullable(),
      })
      .nullable(),
    campaignId: id().nullable(),
    subject: z.string().nullable(),
    snippet: z.string().describe('Start of the last message.'),
    state: z.enum(states),
    snoozedUntil: timestamp().nullable(),
    unread: z.boolean(),
    kind: z.enum(messageKinds).nullable().describe('What the last received message is.'),
    returnDate: z.iso
      .date()
      .nullable()
      .describe('The day on which someone who is away returns, if the message says so.'),
    lastMessageAt: timestamp(),
    lastDirection: z.enum(['inbound', 'outbound']),
    messageCount: count(),
    outcome: z
      .enum(conversationOutcomes)
      .nullable()
      .describe('What came of it, as a user has set it.'),
  })
  .meta({ id: 'InboxConversation' });

const message = z
  .strictObject({
    id: id(),
    direction: z.enum(['inbound', 'outbound']),
    sentAt: timestamp(),
    sender: z.strictObject({ name: z.string().nullable(), address: z.string() }).nullable(),
    subject: z.string().nullable(),
    text: z
      .string()
      .describe(
        'Empty once it is deleted, after 13 months or `keepTextDays` of the mail settings.',
      ),
    hasHtml: z.boolean().describe('Whether it can be shown as HTML.'),
    kind: z.enum(messageKinds).nullable().describe('Null for a message that was sent.'),
    evidence: z.array(z.string()).describe('Why it is of this kind.'),
    matchedBy: z.string().nullable().describe('How its conversation was found.'),
    correctedBy: id().nullable().describe('The user who set the kind.'),
    status: z
      .enum(replyStatuses)
      .nullable()
      .describe(`Null for a received message. ${replyStatusMeaning}`),
    sendAt: timestamp()
      .nullable()
      .describe('Of a reply that has not left: when it leaves, or is tried again.'),
    answer: z
      .string()
      .nullable()
      .describe('Of a reply: the last response of the mail server, or why it was not sent.'),
    attachments: z.array(
      z.strictObject({
        path: z.string(),
        name: z.string().nullable(),
        type: z.string(),
        bytes: count(),
      }),
    ),
  })
  .meta({ id: 'InboxMessage' });

const conversationWithReply = conversation
  .extend({
    canReply: z
      .strictObject({
        allowed: z.boolean(),
        reason: z.string().nullable().describe('Why not, as a sentence.'),
      })
      .describe('Whether a reply can be sent.'),
  })
  .meta({ id: 'OpenConversation' });

const conversationExample = {
  id: exampleIds.conversation,
  mailboxId: exampleIds.mailbox,
  prospect: {
    id: exampleIds.amara,
    fullName: 'Amara Okafor',
    companyName: 'Saltmarsh Foods',
    email: 'amara.okafor@saltmarsh.example',
  },
  campaignId: exampleIds.campaign,
  subject: 'Sensors for your new plant',
  snippet: 'Thank you, Tuesday works.',
  state: 'open' as const,
  snoozedUntil: null,
  unread: true,
  kind: 'human' as const,
  returnDate: null,
  lastMessageAt: '2026-03-05T14:02:37.915Z',
  lastDirection: 'inbound' as const,
  messageCount: 2,
  outcome: null,
};
const messageExample = {
  id: exampleIds.message,
  direction: 'inbound' as const,
  sentAt: '2026-03-05T14:02:37.915Z',
  sender: { name: 'Amara Okafor', address: 'amara.okafor@saltmarsh.example' },
  subject: 'Re: Sensors for your new plant',
  text: 'Thank you, Tuesday works.',
  hasHtml: true,
  kind: 'human' as const,
  evidence: ['no_automatic_header'],
  matchedBy: 'in_reply_to',
  correctedBy: null,
  status: null,
  sendAt: null,
  answer: null,
  attachments: [],
};

const params = z.object({ conversationId: ref('conversation').describe('The conversation.') });
const exampleParams = { params: { conversationId: exampleIds.conversation } };

export const getConversations = defineEndpoint({
  ...manageDefaults,
  id: 'getConversations',
  method: 'GET',
  path: '/conversations',
  topic: 'Inbox',
  summary: 'List conversations',
  description:
    'Returns conversations of shared mailboxes and of the user’s own, newest message first. With `q` ' +
    'or several filters, a page may have fewer conversations than `limit`, or none, although there ' +
    'are more: continue until `nextCursor` is null.',
  role: 'viewer',
  query: z.object({
    state: z.enum(states).optional().describe('Only conversations in this state.'),
    unread: queryBoolean().optional().describe('Only unread or read conversations.'),
    kind: z
      .enum(messageKinds)
      .optional()
      .describe('Only those whose last message is of this kind.'),
    mailboxId: ref('mailbox').optional().describe('Only conversations of this mailbox.'),
    campaignId: ref('campaign').optional().describe('Only conversations of this campaign.'),
    prospectId: ref('prospect').optional().describe('Only conversations with this prospect.'),
    q: text(200)
      .optional()
      .describe(
        'Only conversations that contain all of these words, or words that begin so: in the ' +
          'subjects, and in the first 40 words that the sender of a received message wrote.',
      ),
    ...pageParams('Conversations'),
  }),
  body: null,
  data: z.strictObject({ conversations: z.array(conversation), nextCursor }),
  examples: [
    {
      summary: 'Unread replies',
      query: {
        ...{ state: 'open', unread: 'true', kind: 'human', limit: '1' },
        ...{ mailboxId: exampleIds.mailbox, campaignId: exampleIds.campaign },
        ...{ prospectId: exampleIds.amara, q: 'tuesday sensors' },
      },
      data: { conversations: [conversationExample], nextCursor: null },
    },
  ],
});

export const getConversation = defineEndpoint({
  ...manageDefaults,
  id: 'getConversation',
  method: 'GET',
  path: '/conversations/{conversationId}',
  topic: 'Inbox',
  params,
  summary: 'Get a conversation',
  description:
    'Returns a conversation with its newest messages, oldest first, then the replies that were not ' +
    `sent yet. Canceled replies are left out. A page has at most ${maxConversationMessages} messages, ` +
    'and fewer if they are long. `nextCursor` continues with older messages.',
  role: 'viewer',
  query: z.object({
    cursor: cursorField().describe('The `nextCursor` of the page with newer messages.'),
  }),
  body: null,
  data: z.strictObject({
    conversation: conversationWithReply,
    messages: z.array(message),
    nextCursor: nextCursor.describe('Null if there are no older messages.'),
  }),
  examples: [
    {
      summary: 'A reply',
      ...exampleParams,
      data: {
        conversation: { ...conversationExample, canReply: { allowed: true, reason: null } },
        messages: [messageExample],
        nextCursor: null,
      },
    },
  ],
});

export const patchConversation = defineEndpoint({
  ...manageDefaults,
  id: 'patchConversation',
  method: 'PATCH',
  path: '/conversations/{conversationId}',
  topic: 'Inbox',
  params,
  summary: 'Update a conversation',
  description:
    'Marks a conversation as read or unread, closes it, opens it again or snoozes it. A reply ' +
    'opens it again. An outcome moves the stage of the prospect forward, or to `not_interested`; ' +
    'a customer stays one, and clearing the outcome leaves the stage as it is.',
  role: 'member',
  nullClears: true,
  query: noQuery,
  body: z.object({
    unread: z.boolean().optional(),
    state: z.enum(['open', 'closed']).optional(),
    snoozedUntil: z.iso
      .datetime()
      .optional()
      .describe('Snoozes it until then. Must be in the future.'),
    outcome: z
      .enum(conversationOutcomes)
      .nullable()
      .optional()
      .describe('What came of it. Null clears it.'),
  }),
  data: z.strictObject({ conversation, ...writeResultFields }),
  examples: [
    {
      summary: 'Close',
      ...exampleParams,
      body: { unread: false, state: 'closed' },
      data: { conversation: { ...conversationExample, state: 'closed', unread: false } },
    },
    {
      summary: 'A meeting is agreed',
      ...exampleParams,
      body: { outcome: 'meeting' },
      data: { conversation: { ...conversationExample, outcome: 'meeting' } },
    },
  ],
});

export const postMessageCorrect = defineEndpoint({
  ...manageDefaults,
  id: 'postMessageCorrect',
  sees: 'all',
  method: 'POST',
  path: '/messages/{messageId}/correct',
  topic: 'Inbox',
  params: z.object({ messageId: ref('received message').describe('The received message.') }),
  summary: 'Correct what a message is',
  description:
    'Sets the kind of a received message. What followed from the wrong kind is undone: campaigns ' +
    'continue, the stage goes back, the address is free again. Then the effects of the right kind ' +
    'are applied.',
  role: 'member',
  query: noQuery,
  body: z.object({ kind: z.enum(messageKinds) }),
  data: z.strictObject({ message, ...writeResultFields }),
  examples: [
    {
      summary: 'Not a person',
      params: { messageId: exampleIds.message },
      body: { kind: 'automatic' },
      data: {
        message: {
          ...messageExample,
          kind: 'automatic',
          evidence: ['corrected', 'no_automatic_header'],
          correctedBy: exampleIds.member,
        },
      },
    },
  ],
});
