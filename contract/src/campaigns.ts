import { z } from 'zod';
import {
  batchBodyBytes,
  defineEndpoint,
  dryRunField,
  ignoreMissingField,
  noQuery,
  notFoundField,
  writeResultFields,
} from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { count, id, prospectIds, ref } from './fields.ts';
import { mergeVariables } from './merge-tags.ts';
import { cursorField, nextCursor } from './query.ts';

const campaign = z
  .strictObject({
    id: id(),
    name: z.string(),
    status: z.enum(['draft', 'running', 'paused']),
    enrolled: count().describe('Number of prospects ever enrolled that still exist.'),
  })
  .meta({ id: 'Campaign' });

export const getCampaigns = defineEndpoint({
  id: 'getCampaigns',
  api: 'ext',
  kind: 'workspace',
  method: 'GET',
  path: '/campaigns',
  topic: 'Outreach',
  summary: 'List campaigns',
  description:
    'Returns up to 50 campaigns: running ones first, then paused ones, then drafts, the newest of each ' +
    'first. Archived campaigns are not included. Follow `nextCursor` for more.',
  role: 'viewer',
  perMinute: 120,
  query: z.object({
    status: campaign.shape.status.optional().describe('Only campaigns with this status.'),
    cursor: cursorField().describe('The `nextCursor` of the previous page, with the same status.'),
  }),
  body: null,
  data: z.strictObject({
    campaigns: z.array(campaign).max(50),
    hasMore: z.boolean().describe('Whether there are more campaigns.'),
    nextCursor,
  }),
  extraErrors: [],
  examples: [
    {
      summary: 'A running campaign and a draft',
      data: {
        campaigns: [
          {
            id: exampleIds.campaign,
            name: 'Trade fair contacts',
            status: 'running',
            enrolled: 148,
          },
          { id: exampleIds.draft, name: 'Autumn follow-up', status: 'draft', enrolled: 0 },
        ],
        hasMore: false,
        nextCursor: null,
      },
    },
    {
      summary: 'Only paused campaigns',
      query: { status: 'paused' },
      data: { campaigns: [], hasMore: false, nextCursor: null },
    },
  ],
});

export const resumeField = {
  resume: z
    .boolean()
    .optional()
    .describe(
      'If true, prospects whose campaign ended because they were suppressed continue with their ' +
        'next email, if the suppression was lifted.',
    ),
};

export const postCampaigns = defineEndpoint({
  id: 'postCampaigns',
  api: 'ext',
  kind: 'workspace',
  method: 'POST',
  path: '/campaigns',
  topic: 'Outreach',
  summary: 'Enroll prospects in a campaign',
  description:
    'Enrolls up to 100 prospects. Prospects that are already enrolled, marked as do not ' +
    'contact, or missing what the sequence needs are skipped, each with a reason.\n\nSuppressing a ' +
    'prospect ends its campaigns, and lifting the suppression does not continue them: the reason ' +
    'is then `stopped`. With `resume`, such prospects continue with their next email.',
  role: 'member',
  perMinute: 30,
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z.object({
    campaignId: ref('campaign').describe('A draft, running or paused campaign.'),
    prospectIds: prospectIds(100),
    ...resumeField,
    ...ignoreMissingField,
    ...dryRunField,
  }),
  data: z.strictObject({
    enrolled: count(),
    skipped: count(),
    campaignName: z.string(),
    results: z.array(
      z.strictObject({
        prospectId: id(),
        status: z.enum(['enrolled', 'skipped']),
        reason: z
          .enum([
            'already_enrolled',
            'suppressed',
            'stopped',
            'unsubscribed',
            'no_email',
            'bounced',
            'missing_values',
          ])
          .optional()
          .describe(
            'Why the prospect was skipped: the first that applies. `stopped`: the campaign ended for ' +
              'this prospect before its last email, and `stoppedBy` says why. The last four do not apply to ' +
              'sequences whose steps send no email; a campaign without steps needs an address. ' +
              '`unsubscribed` includes spam complaints.',
          ),
        missing: z
          .array(z.enum(mergeVariables))
          .optional()
          .describe(
            'Only with `missing_values`: variables of the emails that have no fallback, and that ' +
              'the prospect has no value for.',
          ),
        stoppedBy: z
          .enum(['suppressed', 'unsubscribed', 'bounced', 'stopped'])
          .optional()
          .describe(
            'What ended the campaign for a prospect that is skipped as `stopped`: suppression, an ' +
              'unsubscribe request, a bounce, or a user.',
          ),
        resumed: z
          .literal(true)
          .optional()
          .describe('The prospect was enrolled before and continues with its next email.'),
      }),
    ),
    ...notFoundField,
    ...writeResultFields,
  }),
  extraErrors: [],
  examples: [
    {
      summary: 'One enrolled, one without a company, which an email mentions',
      body: {
        campaignId: exampleIds.campaign,
        prospectIds: [exampleIds.amara, exampleIds.henrik],
      },
      data: {
        enrolled: 1,
        skipped: 1,
        campaignName: 'Trade fair contacts',
        results: [
          { prospectId: exampleIds.amara, status: 'enrolled' },
          {
            prospectId: exampleIds.henrik,
            status: 'skipped',
            reason: 'missing_values',
            missing: ['companyName'],
          },
        ],
      },
    },
  ],
});
