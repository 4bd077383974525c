import { z } from 'zod';
import { defineEndpoint, manageDefaults, writeResultFields } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref } from '../fields.ts';
import { mergeVariables } from '../merge-tags.ts';
import { cursorField, nextCursor } from '../query.ts';
import { campaignExampleParams, campaignParams } from './campaigns.ts';

const missing = z
  .array(z.enum(mergeVariables))
  .describe(
    'Variables of the email that have no value for this prospect and no fallback, or whose value makes ' +
      'the email too long.',
  );

const variantId = id()
  .nullable()
  .describe('The alternative that the prospect gets. Null is the email of the step itself.');

/**
 * The most characters of an email with its footer, in text or HTML, once the variables are filled in. A
 * preview of the longest campaign stays within the limit of a response.
 */
export const maxEmailLength = 50_000;

/** Prospects that one call checks. */
export const maxRehearsed = 10_000;
/** Problems that one call lists. */
export const maxRehearsalProblems = 1_000;

const problem = z
  .strictObject({
    prospectId: id(),
    prospectName: z.string().nullable().describe('The name, or the email address without one.'),
    stepId: id(),
    variantId,
    missing,
    hasEmail: z.boolean().describe('Whether the prospect has an email address.'),
  })
  .meta({ id: 'RehearsalProblem' });

export const postCampaignRehearsal = defineEndpoint({
  ...manageDefaults,
  ...campaignParams,
  id: 'postCampaignRehearsal',
  method: 'POST',
  path: '/campaigns/{campaignId}/rehearsal',
  topic: 'Campaigns',
  summary: 'Rehearse a campaign',
  description:
    'Checks the next email of every enrolled prospect that has not finished, and lists those that ' +
    'cannot be sent because a variable has no value or the prospect has no email address. Sends ' +
    `and changes nothing. One call checks up to ${maxRehearsed.toLocaleString('en')} prospects and ` +
    `lists up to ${maxRehearsalProblems.toLocaleString('en')} problems; \`nextCursor\` continues.`,
  role: 'member',
  query: z.object({ cursor: cursorField().describe('The `nextCursor` of the previous call.') }),
  body: z.object({}),
  data: z.strictObject({
    checked: count().describe('Prospects whose next email was checked.'),
    broken: count().describe('How many of these emails cannot be sent.'),
    problems: z.array(problem).max(maxRehearsalProblems),
    nextCursor,
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'One prospect without a title',
      ...campaignExampleParams,
      body: {},
      data: {
        checked: 148,
        broken: 1,
        problems: [
          {
            prospectId: exampleIds.amara,
            prospectName: 'Amara Okafor',
            stepId: exampleIds.firstStep,
            variantId: null,
            missing: ['title'],
            hasEmail: true,
          },
        ],
        nextCursor: null,
      },
    },
  ],
});

const previewedEmail = z
  .strictObject({
    stepId: id(),
    variantId,
    subject: z.string(),
    text: z.string().describe('The plain text, with the footer.'),
    html: z.string().nullable().describe('Null for an email in plain text.'),
    missing,
    tooLong: z
      .enum(mergeVariables)
      .nullable()
      .describe(
        `The variable whose value makes the email longer than ${maxEmailLength.toLocaleString('en')} ` +
          'characters. Such an email is not sent, and its subject and text are empty here.',
      ),
  })
  .meta({ id: 'PreviewedEmail' });

export const getCampaignPreview = defineEndpoint({
  ...manageDefaults,
  ...campaignParams,
  id: 'getCampaignPreview',
  method: 'GET',
  path: '/campaigns/{campaignId}/preview',
  topic: 'Campaigns',
  summary: 'Preview a campaign',
  description:
    'Returns every email of the campaign as this prospect would get it, enrolled or not. The link ' +
    'to unsubscribe differs in every email, so the preview shows its variable instead; so it does ' +
    'with the name of the sender while no mailbox sends the campaign.',
  role: 'viewer',
  query: z.object({ prospectId: ref('prospect').describe('The prospect.') }),
  body: null,
  data: z.strictObject({ emails: z.array(previewedEmail) }),
  examples: [
    {
      summary: 'Two emails',
      ...campaignExampleParams,
      query: { prospectId: exampleIds.amara },
      data: {
        emails: [
          {
            stepId: exampleIds.firstStep,
            variantId: null,
            subject: 'Sensors for Saltmarsh Foods',
            text: 'Dear Amara, it was good to meet you.\n\nUnsubscribe: {{unsubscribeUrl}}',
            html: null,
            missing: [],
            tooLong: null,
          },
          {
            stepId: exampleIds.lastStep,
            variantId: exampleIds.alternative,
            subject: 'Re: Sensors for Saltmarsh Foods',
            text: 'Any thoughts, Amara?\n\nUnsubscribe: {{unsubscribeUrl}}',
            html: null,
            missing: [],
            tooLong: null,
          },
        ],
      },
    },
  ],
});
