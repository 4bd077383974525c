import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id } from '../fields.ts';
import { campaignExampleParams, campaignParams } from './campaigns.ts';

/** Days that are listed. */
export const forecastDays = 60;

export const getCampaignForecast = defineEndpoint({
  ...manageDefaults,
  ...campaignParams,
  id: 'getCampaignForecast',
  method: 'GET',
  path: '/campaigns/{campaignId}/forecast',
  topic: 'Campaigns',
  summary: 'Get the forecast of a campaign',
  description:
    'Says how many emails leave on each day and when the last one leaves, by the sending times, limits ' +
    'and gaps of its mailboxes and the other campaigns that they send. It assumes that the campaign ' +
    'runs from now on and that no one replies. Days are those of the time zones of the mailboxes.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({
    isRunning: z.boolean().describe('If not, the forecast is for a start now.'),
    isComplete: z
      .boolean()
      .describe(
        'False for very large campaigns: `days` are known, and when the last email leaves is not.',
      ),
    emails: count().describe('Emails that are to be sent.'),
    firstEmails: count().describe('Those of them that are the first email to a prospect.'),
    notSent: count().describe(
      'Emails for which no mailbox can send, or no time is left in a year.',
    ),
    days: z
      .array(z.strictObject({ day: z.iso.date(), firstEmails: count(), followUps: count() }))
      .max(forecastDays)
      .describe('The next days on which emails leave.'),
    lastFirstEmailOn: z.iso.date().nullable(),
    lastEmailOn: z.iso.date().nullable(),
    limitedBy: z
      .enum(['mailbox', 'new_per_day'])
      .nullable()
      .describe(
        'What decides how long it takes: a mailbox, or the first emails per day. Null if only the ' +
          'waits between the emails do.',
      ),
    bottleneck: z
      .strictObject({ mailboxId: id(), address: z.string() })
      .nullable()
      .describe(
        'The mailbox that for the longest time has more to send than it may. Null if the caller cannot ' +
          'see it.',
      ),
  }),
  examples: [
    {
      summary: 'One mailbox is the bottleneck',
      ...campaignExampleParams,
      data: {
        isRunning: true,
        isComplete: true,
        emails: 90,
        firstEmails: 30,
        notSent: 0,
        days: [
          { day: '2026-03-05', firstEmails: 10, followUps: 20 },
          { day: '2026-03-06', firstEmails: 20, followUps: 10 },
          { day: '2026-03-09', firstEmails: 0, followUps: 30 },
        ],
        lastFirstEmailOn: '2026-03-06',
        lastEmailOn: '2026-03-09',
        limitedBy: 'mailbox',
        bottleneck: { mailboxId: exampleIds.mailbox, address: 'ines@saltmarsh.example' },
      },
    },
  ],
});
