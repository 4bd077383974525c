import { z } from 'zod';
import {
  batchBodyBytes,
  endpoint,
  missingNotes,
  noQuery,
  offersDryRun,
  offersIgnoreMissing,
  writeNotes,
} from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { count, id, prospectIds, ref } from './fields.ts';

const campaign = z
  .strictObject({
    id: id(),
    name: z.string(),
    status: z.enum(['draft', 'running', 'paused']),
    enrolled: count().describe('Everyone ever enrolled who still exists.'),
  })
  .meta({ id: 'Campaign' });

export const getCampaigns = endpoint({
  id: 'getCampaigns',
  api: 'ext',
  method: 'GET',
  path: '/campaigns',
  summary: 'List campaigns',
  description:
    'The 50 newest campaigns that are drafts, running or paused; archived ones are left out. ' +
    '`hasMore` says whether there are older ones, which the console lists.',
  role: 'viewer',
  perMinute: 120,
  query: noQuery,
  body: null,
  data: z.strictObject({
    campaigns: z.array(campaign).max(50),
    hasMore: z.boolean().describe('Whether older campaigns were left out.'),
  }),
  alsoAnswers: [],
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
  built: true,
});

export const postCampaigns = endpoint({
  id: 'postCampaigns',
  api: 'ext',
  method: 'POST',
  path: '/campaigns',
  summary: 'Enroll prospects in a campaign',
  description:
    'Enrolls up to 100 prospects. Nobody is enrolled twice: people already in the campaign, ' +
    'marked do-not-contact, or without what its sequence needs are skipped, each with a reason.',
  role: 'member',
  perMinute: 30,
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z.object({
    campaignId: ref('campaign').describe('A campaign that is a draft, running or paused.'),
    prospectIds: prospectIds(100),
    ...offersIgnoreMissing,
    ...offersDryRun,
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
          .enum(['already_enrolled', 'suppressed', 'unsubscribed', 'no_email', 'bounced'])
          .optional()
          .describe(
            'Why the prospect was skipped: the first of these that holds. The last three are about ' +
              'the address, and matter only to a sequence with an e-mail step. `unsubscribed` also ' +
              'stands for those who reported a message as spam.',
          ),
      }),
    ),
    ...missingNotes,
    ...writeNotes,
  }),
  alsoAnswers: [],
  examples: [
    {
      summary: 'One enrolled, one already there',
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
  built: true,
});
