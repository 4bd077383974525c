import { z } from 'zod';
import {
  defineEndpoint,
  dryRunField,
  manageDefaults,
  noQuery,
  writeResultFields,
} from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, timestamp } from '../fields.ts';
import { nextCursor, pageParams } from '../query.ts';

const messageStatuses = [
  'sending',
  'accepted',
  'refused',
  'deferred',
  'unknown',
  'released',
  'given_up',
] as const;
export type OutboundStatus = (typeof messageStatuses)[number];

const statusMeaning =
  '`sending`: on its way. `accepted`: the mail server took it. `refused`: the mail server ' +
  'rejected it. `deferred`: it is tried again later. `unknown`: the connection was lost after ' +
  'the last line, so it may have been sent; it is not sent again unless someone decides so. ' +
  '`released`: it was not sent and waits for its turn. `given_up`: it was unknown, and skipped.';

const outboundMessage = z
  .strictObject({
    id: id(),
    campaignId: id(),
    prospectId: id(),
    prospectName: z.string().nullable().describe('The name, or the email address without one.'),
    stepId: id(),
    variantId: id().nullable().describe('Null for the text of the step itself.'),
    mailboxId: id(),
    status: z.enum(messageStatuses).describe(statusMeaning),
    isFirst: z.boolean().describe('Whether it is the first email of the campaign to the prospect.'),
    attempts: count().describe('How often it was tried.'),
    messageId: z.string().describe('The Message-ID header.'),
    answer: z.string().nullable().describe('The last response of the mail server.'),
    evidence: z.string().nullable().describe('How the status became known.'),
    claimedAt: timestamp().describe('When the last attempt began.'),
    settledAt: timestamp().nullable(),
  })
  .meta({ id: 'OutboundMessage' });

const campaignParams = z.object({ campaignId: ref('campaign').describe('The campaign.') });
const exampleParams = { params: { campaignId: exampleIds.campaign } };

const messageExample = {
  id: exampleIds.message,
  campaignId: exampleIds.campaign,
  prospectId: exampleIds.amara,
  prospectName: 'Amara Okafor',
  stepId: exampleIds.step,
  variantId: null,
  mailboxId: exampleIds.mailbox,
  status: 'unknown' as const,
  isFirst: true,
  attempts: 1,
  messageId: '<019c8a10000d7000800085a3d7c0e4f6.3e9b1f6d8a25c0d1e2f30415@saltmarsh.example>',
  answer: null,
  evidence: 'worker_lost',
  claimedAt: '2026-03-05T14:02:38.204Z',
  settledAt: '2026-03-05T14:12:38.204Z',
};

export const getCampaignMessages = defineEndpoint({
  ...manageDefaults,
  id: 'getCampaignMessages',
  method: 'GET',
  path: '/campaigns/{campaignId}/messages',
  topic: 'Campaigns',
  params: campaignParams,
  summary: 'List the emails of a campaign',
  description: 'Returns the emails of a campaign that were sent or tried, newest first.',
  role: 'viewer',
  query: z.object({
    status: z.enum(messageStatuses).optional().describe('Only emails with this status.'),
    ...pageParams('Emails'),
  }),
  body: null,
  data: z.strictObject({ messages: z.array(outboundMessage), nextCursor }),
  examples: [
    {
      summary: 'Emails that may have been sent',
      ...exampleParams,
      query: { status: 'unknown', limit: '1' },
      data: { messages: [messageExample], nextCursor: null },
    },
  ],
});

const message = z.object({ messageId: ref('message').describe('The email.') });

const decision = {
  ...manageDefaults,
  method: 'POST',
  params: message,
  role: 'member',
  query: noQuery,
  body: z.object({ ...dryRunField }),
  data: z.strictObject({ message: outboundMessage, ...writeResultFields }),
} as const;

export const postMessageMarkSent = defineEndpoint({
  ...decision,
  id: 'postMessageMarkSent',
  path: '/messages/{messageId}/mark-sent',
  topic: 'Campaigns',
  summary: 'Mark an email as sent',
  description:
    'Records that an email with status `unknown` was sent, and continues with the next one.',
  examples: [
    {
      summary: 'An email that did arrive',
      params: { messageId: exampleIds.message },
      body: {},
      data: { message: { ...messageExample, status: 'accepted', evidence: 'marked_sent' } },
    },
  ],
});

export const postMessageSendAgain = defineEndpoint({
  ...decision,
  id: 'postMessageSendAgain',
  path: '/messages/{messageId}/send-again',
  topic: 'Campaigns',
  summary: 'Send an email again',
  description:
    'Sends an email with status `unknown` once more. If it did arrive, the prospect gets it twice.',
  examples: [
    {
      summary: 'An email that did not arrive',
      params: { messageId: exampleIds.message },
      body: {},
      data: { message: { ...messageExample, status: 'released', evidence: 'send_again' } },
    },
  ],
});
