import { z } from 'zod';
import {
  defineEndpoint,
  dryRunField,
  manageDefaults,
  noQuery,
  writeResultFields,
} from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { id, ref, text, timestamp } from '../fields.ts';

/** How long a reply waits, so that it can be undone. */
export const undoSeconds = 10;
export const maxReplyLength = 20_000;

export const replyStatuses = [
  'waiting',
  'sending',
  'accepted',
  'refused',
  'deferred',
  'unknown',
  'canceled',
] as const;
export type ReplyStatus = (typeof replyStatuses)[number];

export const replyStatusMeaning =
  '`waiting`: it leaves at `sendAt` and can be canceled. `sending`: on its way. `accepted`: the mail ' +
  'server took it. `refused`: it was not sent, `answer` says why. `deferred`: it is tried again at ' +
  '`sendAt` and can be canceled. `unknown`: the connection was lost after the last line, so it may ' +
  'have been sent; it is not sent again unless someone decides so. `canceled`: it was canceled in time.';

const reply = z
  .strictObject({
    id: id().describe('Also the id of the message in the conversation.'),
    conversationId: id(),
    recipient: z.string().describe('The address that it is sent to.'),
    subject: z.string(),
    text: z.string().describe('As it was written, with merge tags filled in.'),
    status: z.enum(replyStatuses).describe(replyStatusMeaning),
    sendAt: timestamp().describe('When it leaves, or is tried again.'),
    answer: z
      .string()
      .nullable()
      .describe('The last response of the mail server, or why it was not sent.'),
  })
  .meta({ id: 'Reply' });

const replyExample = {
  id: exampleIds.reply,
  conversationId: exampleIds.conversation,
  recipient: 'amara.okafor@saltmarsh.example',
  subject: 'Re: Sensors for your new plant',
  text: 'Tuesday at ten, then. I will bring the calibration sheets.',
  status: 'waiting' as const,
  sendAt: '2026-03-05T14:12:47.915Z',
  answer: null,
};

export const postReplies = defineEndpoint({
  ...manageDefaults,
  id: 'postReplies',
  method: 'POST',
  path: '/conversations/{conversationId}/replies',
  topic: 'Inbox',
  params: z.object({ conversationId: ref('conversation').describe('The conversation.') }),
  summary: 'Reply in a conversation',
  description:
    `Sends an email in the same thread after ${undoSeconds} seconds; until then it can be canceled. ` +
    'Merge tags such as `{{firstName|there}}` are filled in. If the person must not be contacted, ' +
    'nothing is sent. Campaigns of the person end when the reply leaves. Send an Idempotency-Key, so ' +
    'that a repeated request does not send twice.',
  role: 'member',
  query: noQuery,
  body: z.object({
    text: text(maxReplyLength)
      .refine((value) => value.trim() !== '', { error: 'must not be empty' })
      .describe('Plain text. The last message is quoted below it.'),
  }),
  data: z.strictObject({ reply, ...writeResultFields }),
  examples: [
    {
      summary: 'A reply',
      params: { conversationId: exampleIds.conversation },
      body: { text: replyExample.text },
      data: { reply: replyExample },
    },
  ],
});

const replyParams = z.object({ replyId: ref('reply').describe('The reply.') });

export const postReplyCancel = defineEndpoint({
  ...manageDefaults,
  id: 'postReplyCancel',
  method: 'POST',
  path: '/replies/{replyId}/cancel',
  topic: 'Inbox',
  params: replyParams,
  summary: 'Cancel a reply',
  description:
    'Cancels a reply that has not left, and returns its text. Fails with 409 once it is on its way.',
  role: 'member',
  query: noQuery,
  body: z.object({}),
  data: z.strictObject({ reply, ...writeResultFields }),
  extraErrors: ['conflict'],
  examples: [
    {
      summary: 'Undone in time',
      params: { replyId: exampleIds.reply },
      body: {},
      data: { reply: { ...replyExample, status: 'canceled' } },
    },
  ],
});

const decision = {
  ...manageDefaults,
  method: 'POST',
  params: replyParams,
  role: 'member',
  query: noQuery,
  body: z.object({ ...dryRunField }),
  data: z.strictObject({ reply, ...writeResultFields }),
} as const;

export const postReplyMarkSent = defineEndpoint({
  ...decision,
  id: 'postReplyMarkSent',
  path: '/replies/{replyId}/mark-sent',
  topic: 'Inbox',
  summary: 'Mark a reply as sent',
  description: 'Records that a reply with status `unknown` was sent.',
  examples: [
    {
      summary: 'A reply that did arrive',
      params: { replyId: exampleIds.reply },
      body: {},
      data: { reply: { ...replyExample, status: 'accepted' } },
    },
  ],
});

export const postReplySendAgain = defineEndpoint({
  ...decision,
  id: 'postReplySendAgain',
  path: '/replies/{replyId}/send-again',
  topic: 'Inbox',
  summary: 'Send a reply again',
  description:
    'Sends a reply with status `unknown` once more, at once. If it did arrive, the person gets it ' +
    'twice. If the person must not be contacted, nothing is sent.',
  examples: [
    {
      summary: 'A reply that did not arrive',
      params: { replyId: exampleIds.reply },
      body: {},
      data: { reply: replyExample },
    },
  ],
});
