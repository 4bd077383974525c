import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id } from '../fields.ts';
import { campaignExampleParams, campaignParams } from './campaigns.ts';

/** Days that are listed. */
export const numbersDays = 30;

const results = {
  sent: count().describe('Emails that the mail server accepted.'),
  replied: count().describe('Emails to which a person replied. Each counts once.'),
  autoReplied: count().describe('Emails that got an automatic reply, such as a notice of absence.'),
  unsubscribed: count().describe('Emails after which the prospect unsubscribed or complained.'),
  bounced: count().describe('Emails to addresses that turned out not to exist.'),
};
const dayResults = z
  .strictObject({ day: z.iso.date(), ...results })
  .meta({ id: 'DayNumbers' })
  .describe('What was sent, and what came in, on this day.');

const exampleResults = { sent: 120, replied: 9, autoReplied: 4, unsubscribed: 2, bounced: 1 };
const exampleDay = { sent: 40, replied: 3, autoReplied: 1, unsubscribed: 0, bounced: 1 };

export const getCampaignNumbers = defineEndpoint({
  ...manageDefaults,
  ...campaignParams,
  id: 'getCampaignNumbers',
  method: 'GET',
  path: '/campaigns/{campaignId}/numbers',
  topic: 'Campaigns',
  summary: 'Get the numbers of a campaign',
  description:
    'Counts the emails of a campaign and what came of them, by email and version, by mailbox, and by ' +
    'day in UTC. A reply counts for the last email before it.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({
    emails: z.array(
      z
        .strictObject({
          stepId: id(),
          variantId: id().nullable().describe('Null for the text of the step itself.'),
          ...results,
        })
        .meta({ id: 'EmailNumbers' }),
    ),
    mailboxes: z.array(
      z
        .strictObject({
          mailboxId: id(),
          address: z.string().describe('Empty for a mailbox that the caller cannot see.'),
          ...results,
        })
        .meta({ id: 'MailboxNumbers' }),
    ),
    days: z
      .array(dayResults)
      .max(numbersDays)
      .describe('The latest days, oldest first. Days on which nothing happened are left out.'),
  }),
  examples: [
    {
      summary: 'One email',
      ...campaignExampleParams,
      data: {
        emails: [{ stepId: exampleIds.firstStep, variantId: null, ...exampleResults }],
        mailboxes: [
          {
            mailboxId: exampleIds.mailbox,
            address: 'ines@saltmarsh.example',
            ...exampleResults,
          },
        ],
        days: [{ day: '2026-03-05', ...exampleDay }],
      },
    },
  ],
});

const lastDay = Date.parse('2026-03-16');

export const getNumbers = defineEndpoint({
  ...manageDefaults,
  id: 'getNumbers',
  method: 'GET',
  path: '/numbers',
  topic: 'Campaigns',
  summary: 'Get the numbers of all campaigns',
  description:
    'Counts the emails of all campaigns and what came of them on each of the last 30 days, in UTC.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({
    days: z.array(dayResults).length(numbersDays).describe('Today last.'),
  }),
  examples: [
    {
      summary: 'The last 30 days',
      data: {
        days: Array.from({ length: numbersDays }, (_, index) => ({
          day: new Date(lastDay - (numbersDays - 1 - index) * 86_400_000)
            .toISOString()
            .slice(0, 10),
          ...exampleDay,
        })),
      },
    },
  ],
});
