import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { count, id, ref, timestamp } from './fields.ts';
import { cursor, queryBoolean, queryInteger } from './query.ts';

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
      .describe('Null when the other side is not a prospect.'),
    campaignId: id().nullable(),
    channel: z.enum(['email']),
    subject: z.string().nullable(),
    snippet: z.string().describe('How the last message begins.'),
    lastMessageAt: timestamp(),
    lastDirection: z.enum(['inbound', 'outbound']),
    unread: z.boolean(),
    messageCount: count(),
  })
  .meta({ id: 'Conversation' });

export const getInbox = endpoint({
  id: 'getInbox',
  api: 'ext',
  method: 'GET',
  path: '/inbox',
  summary: 'Read the latest conversations',
  description:
    'Conversations of the shared mailboxes and of the token user’s own ones, with the newest ' +
    'message first.',
  role: 'viewer',
  perMinute: 120,
  query: z.object({
    unread: queryBoolean().optional().describe('Those with something unread, or without.'),
    campaignId: ref('campaign').optional().describe('Those that began in this campaign.'),
    prospectId: ref('prospect').optional().describe('Those with this prospect.'),
    limit: queryInteger({ min: 1, max: 100 }).optional().describe('50 unless given.'),
    cursor: cursor().describe('The `nextCursor` of the answer before, with the same filters.'),
  }),
  body: null,
  data: z.strictObject({
    conversations: z.array(conversation),
    nextCursor: z.string().nullable().describe('Null when there are no older ones.'),
  }),
  alsoAnswers: [],
  examples: [
    {
      summary: 'An answer that nobody has read yet',
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
      summary: 'What was said to one person in one campaign: nothing yet',
      query: {
        campaignId: exampleIds.campaign,
        prospectId: exampleIds.henrik,
        limit: '10',
      },
      data: { conversations: [], nextCursor: null },
    },
  ],
  built: true,
});
