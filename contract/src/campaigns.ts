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
    'Returns the 50 newest draft, running and paused campaigns. Archived campaigns are ' +
    'not included. `hasMore` is true if there are older ones; the console lists them.',
  role: 'viewer',
  perMinute: 120,
  query: noQuery,
  body: null,
  data: z.strictObject({
    campaigns: z.array(campaign).max(50),
    hasMore: z.boolean().describe('Whether there are older campaigns.'),
  }),
  extraErrors: [],
  examples: [
    {
      summary: 'A running campaign and a draft',
      data: {
        campaigns: [
          { id: exampleIds.draft, name: 'Autumn follow-up', status: 'draft', enrolled: 0 },
          {
            id: exampleIds.campaign,
            name: 'Trade fair contacts',
            status: 'running',
            enrolled: 148,
          },
        ],
        hasMore: false,
      },
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
          ])
          .optional()
          .describe(
            'Why the prospect was skipped: the first that applies. `stopped`: the campaign ended for ' +
              'this prospect before its last email, and `stoppedBy` says why. The last three are about ' +
              'the address and apply only to sequences with an email step. `unsubscribed` includes ' +
              'spam complaints.',
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
      summary: 'One enrolled, one already enrolled',
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
          { prospectId: exampleIds.henrik, status: 'skipped', reason: 'already_enrolled' },
        ],
      },
    },
  ],
});
