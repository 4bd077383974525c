import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { count, id, ref, timestamp } from './fields.ts';
import { cursorField, queryBoolean, queryInteger } from './query.ts';

const conversation = z
  .strictObject({
    id: id(),
    prospect: z
      .strictObject({
        id: id(),
        fullName: z.string().nullable(),
        companyName: z.string().nullable(),
      })
      .nullable()
      .describe('Null if the other party is not a prospect.'),
    campaignId: id().nullable(),
    channel: z.enum(['email']),
    subject: z.string().nullable(),
    snippet: z.string().describe('Start of the last message.'),
    lastMessageAt: timestamp(),
    lastDirection: z.enum(['inbound', 'outbound']),
    unread: z.boolean(),
    messageCount: count(),
  })
  .meta({ id: 'Conversation' });

export const getInbox = defineEndpoint({
  id: 'getInbox',
  api: 'ext',
  kind: 'workspace',
  method: 'GET',
  path: '/inbox',
  topic: 'Outreach',
  summary: 'List conversations',
  description: 'Conversations of shared mailboxes and of the user’s own, newest message first.',
  role: 'viewer',
  perMinute: 120,
  query: z.object({
    unread: queryBoolean()
      .optional()
      .describe('Only unread (`true`) or read (`false`) conversations.'),
    campaignId: ref('campaign')
      .optional()
      .describe('Only conversations that started in this campaign.'),
    prospectId: ref('prospect').optional().describe('Only conversations with this prospect.'),
    limit: queryInteger({ min: 1, max: 100 })
      .optional()
      .describe('Conversations per page. Default: 50.'),
    cursor: cursorField().describe(
      'The `nextCursor` of the previous response, with the same filters.',
    ),
  }),
  body: null,
  data: z.strictObject({
    conversations: z.array(conversation),
    nextCursor: z.string().nullable().describe('Null on the last page.'),
  }),
  extraErrors: [],
  examples: [
    {
      summary: 'An unread reply',
      query: { unread: 'true' },
      data: {
        conversations: [
          {
            id: exampleIds.conversation,
            prospect: {
              id: exampleIds.amara,
              fullName: 'Amara Okafor',
              companyName: 'Saltmarsh Foods',
            },
            campaignId: exampleIds.campaign,
            channel: 'email',
            subject: 'Re: Sensors for your new plant',
            snippet: 'Thank you, Tuesday works. Could you bring the calibration',
            lastMessageAt: '2026-03-05T14:02:37.915Z',
            lastDirection: 'inbound',
            unread: true,
            messageCount: 3,
          },
        ],
        nextCursor: null,
      },
    },
    {
      summary: 'One prospect in one campaign, no messages yet',
      query: {
        campaignId: exampleIds.campaign,
        prospectId: exampleIds.henrik,
        limit: '10',
      },
      data: { conversations: [], nextCursor: null },
    },
  ],
});
