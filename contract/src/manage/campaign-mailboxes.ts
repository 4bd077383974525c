import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref } from '../fields.ts';

const campaignParams = {
  params: z.object({ campaignId: ref('campaign').describe('The campaign.') }),
};
const campaignExampleParams = { params: { campaignId: exampleIds.campaign } };

const fields = {
  mailboxes: z.array(
    z
      .strictObject({
        id: id(),
        address: z.string(),
        name: z.string(),
        status: z.enum(['ok', 'resting', 'needs_attention', 'paused']),
      })
      .meta({ id: 'CampaignMailbox' }),
  ),
  hidden: count().describe('Mailboxes of other members that you cannot see.'),
};
const dataExample = {
  mailboxes: [
    {
      id: exampleIds.mailbox,
      address: 'ines@saltmarsh.example',
      name: 'Ines Duarte',
      status: 'ok' as const,
    },
  ],
  hidden: 0,
};

export const getCampaignMailboxes = defineEndpoint({
  ...manageDefaults,
  ...campaignParams,
  id: 'getCampaignMailboxes',
  method: 'GET',
  path: '/campaigns/{campaignId}/mailboxes',
  topic: 'Campaigns',
  summary: 'List the mailboxes of a campaign',
  description: 'Returns the mailboxes that send the campaign, by address.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject(fields),
  examples: [{ summary: 'One mailbox', ...campaignExampleParams, data: dataExample }],
});

export const putCampaignMailboxes = defineEndpoint({
  ...manageDefaults,
  ...campaignParams,
  id: 'putCampaignMailboxes',
  method: 'PUT',
  path: '/campaigns/{campaignId}/mailboxes',
  topic: 'Campaigns',
  summary: 'Set the mailboxes of a campaign',
  description:
    'Replaces the mailboxes that send the campaign. Mailboxes that you cannot see stay. ' +
    'Prospects who already got an email keep its sender.',
  role: 'member',
  query: noQuery,
  body: z.object({
    mailboxIds: z
      .array(ref('mailbox'))
      .max(500)
      .overwrite((ids) => [...new Set(ids)])
      .describe('Shared mailboxes or your own.'),
  }),
  data: z.strictObject({ ...fields, ...writeResultFields }),
  examples: [
    {
      summary: 'One mailbox',
      ...campaignExampleParams,
      body: { mailboxIds: [exampleIds.mailbox] },
      data: dataExample,
    },
  ],
});
