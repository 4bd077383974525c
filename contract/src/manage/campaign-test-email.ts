import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { id, ref } from '../fields.ts';
import { campaignExampleParams, campaignParams } from './campaigns.ts';

/** Test emails that one workspace sends in an hour. */
export const maxTestEmailsPerHour = 30;

export const postCampaignTestEmail = defineEndpoint({
  ...manageDefaults,
  ...campaignParams,
  id: 'postCampaignTestEmail',
  method: 'POST',
  path: '/campaigns/{campaignId}/test-email',
  topic: 'Campaigns',
  transaction: 'none',
  summary: 'Send a test email to yourself',
  description:
    'Sends one email of the campaign, as this prospect would get it, to the address of the user who ' +
    'calls, through a mailbox of the campaign. Its subject begins with `[Test]`, and its link to ' +
    'unsubscribe does nothing. It counts neither for the campaign nor for the limits of the mailbox, ' +
    'and the prospect gets nothing. Variables without a value stay as written. A workspace sends at ' +
    `most ${maxTestEmailsPerHour} in an hour.`,
  role: 'member',
  query: noQuery,
  body: z.object({
    stepId: id().describe('The email: a step of the campaign.'),
    variantId: id()
      .optional()
      .describe(
        'One of its alternatives, or the step itself. Default: the one that the prospect would get.',
      ),
    prospectId: ref('prospect').describe('The prospect for whom it is written.'),
    mailboxId: ref('mailbox')
      .optional()
      .describe('A mailbox of the campaign that you can see. Default: the first that can send.'),
  }),
  data: z.strictObject({
    sent: z.boolean().describe('Whether the mail server accepted it.'),
    from: z.string().describe('The address of the mailbox.'),
    to: z.string().describe('Your address.'),
    subject: z.string(),
    problem: z.string().nullable().describe('Why it was not sent.'),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'The first email',
      ...campaignExampleParams,
      body: {
        stepId: exampleIds.firstStep,
        prospectId: exampleIds.amara,
        mailboxId: exampleIds.mailbox,
      },
      data: {
        sent: true,
        from: 'ines@fernhill.example',
        to: 'tomasz@fernhill.example',
        subject: '[Test] Sensors for Saltmarsh Foods',
        problem: null,
      },
    },
  ],
});
