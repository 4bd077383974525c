import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id } from '../fields.ts';
import { campaignExampleParams, campaignParams } from './campaigns.ts';

/** Days that are listed. */
export const numbersDays = 30;

const sent = count().describe('Emails that the mail server accepted.');
const replied = count().describe(
  'Prospects who replied after this email. Automatic replies do not count.',
);
const ends = {
  sent,
  replied,
  unsubscribed: count().describe('Prospects who unsubscribed after this email.'),
  bounced: count().describe('Prospects whose address turned out not to exist.'),
};

export const getCampaignNumbers = defineEndpoint({
  ...manageDefaults,
  ...campaignParams,
  id: 'getCampaignNumbers',
  method: 'GET',
  path: '/campaigns/{campaignId}/numbers',
  summary: 'Get the numbers of a campaign',
  description:
    'Counts the emails and replies of a campaign by email and version, by mailbox, and by day in ' +
    'UTC. A reply counts for the last email before it.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({
    emails: z.array(
      z
        .strictObject({
          stepId: id(),
          variantId: id().nullable().describe('Null for the text of the step itself.'),
          ...ends,
        })
        .meta({ id: 'EmailNumbers' }),
    ),
    mailboxes: z.array(
      z
        .strictObject({ mailboxId: id(), address: z.string(), ...ends })
        .meta({ id: 'MailboxNumbers' }),
    ),
    days: z.array(
      z.strictObject({ day: z.iso.date(), sent }).describe('Days without emails are left out.'),
    ),
  }),
  examples: [
    {
      summary: 'One email',
      ...campaignExampleParams,
      data: {
        emails: [
          {
            stepId: exampleIds.firstStep,
            variantId: null,
            sent: 120,
            replied: 9,
            unsubscribed: 2,
            bounced: 1,
          },
        ],
        mailboxes: [
          {
            mailboxId: exampleIds.mailbox,
            address: 'ines@saltmarsh.example',
            sent: 120,
            replied: 9,
            unsubscribed: 2,
            bounced: 1,
          },
        ],
        days: [{ day: '2026-03-05', sent: 40 }],
      },
    },
  ],
});
