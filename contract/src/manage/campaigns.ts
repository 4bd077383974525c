import { z } from 'zod';
import { postCampaigns, resumeField } from '../campaigns.ts';
import {
  batchBodyBytes,
  defineEndpoint,
  dryRunField,
  ignoreMissingField,
  manageDefaults,
  noQuery,
  writeResultFields,
} from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { checkEvenIfInvalid, count, id, prospectIds, ref, text, timestamp } from '../fields.ts';
import { nextCursor, pageParams } from '../query.ts';
import { campaignStepSchema, footerField, writtenSteps } from './campaign-steps.ts';

const campaignStatuses = ['draft', 'running', 'paused', 'archived'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];
const status = z.enum(campaignStatuses);

const pause = z
  .strictObject({
    reason: z.enum(['bounces', 'complaints']),
    emails: count().describe('Recent emails of the campaign when it paused.'),
    count: count().describe('How many of them bounced or were reported as spam.'),
    at: timestamp(),
  })
  .meta({ id: 'CampaignPause' });

const summaryFields = {
  id: id(),
  name: z.string(),
  status,
  pause: pause
    .nullable()
    .describe('Why it paused by itself. Null if it did not, or was resumed since.'),
  enrolled: count().describe('Number of prospects ever enrolled that still exist.'),
  contacted: count().describe('Number of prospects who got a first email, or are getting it.'),
  replied: count().describe('Number of prospects who replied. Automatic replies do not count.'),
  stepCount: count(),
  createdAt: timestamp(),
};
const summary = z.strictObject(summaryFields).meta({ id: 'CampaignSummary' });
const campaignWithSteps = z
  .strictObject({
    ...summaryFields,
    newPerDay: count().nullable().describe('Null if only the mailboxes limit it.'),
    footer: z.string().nullable().describe('Null is the default footer.'),
    steps: z.array(campaignStepSchema),
  })
  .meta({ id: 'CampaignWithSteps' });

const newPerDay = z
  .int()
  .min(1)
  .max(10_000)
  .describe('How many prospects get their first email on one day. Null removes the limit.');

const name = text(200).describe('Internal name. Recipients do not see it.');
export const campaignParams = {
  params: z.object({ campaignId: ref('campaign').describe('The campaign.') }),
};
export const campaignExampleParams = { params: { campaignId: exampleIds.campaign } };

const summaryExample = {
  id: exampleIds.campaign,
  name: 'Trade fair contacts',
  status: 'running' as const,
  pause: null,
  enrolled: 148,
  contacted: 120,
  replied: 9,
  stepCount: 3,
  createdAt: '2026-03-02T09:20:11.482Z',
};
const firstEmail = {
  kind: 'email' as const,
  subject: 'Sensors for {{companyName|your plant}}',
  body: 'Dear {{firstName|reader}}, it was good to meet you.',
  format: 'text' as const,
};
const wait = { kind: 'wait' as const, days: 3, workingDays: true };
const reminder = { kind: 'email' as const, body: 'Did my email reach you?' };
const shorter = { body: 'Any thoughts, {{firstName|reader}}?' };
const stepsExample = [firstEmail, wait, { ...reminder, alternatives: [shorter] }];
const storedSteps = [
  { id: exampleIds.firstStep, ...firstEmail, alternatives: [] },
  { id: exampleIds.waitStep, ...wait },
  {
    id: exampleIds.lastStep,
    ...reminder,
    subject: null,
    format: 'text' as const,
    alternatives: [{ id: exampleIds.alternative, subject: null, ...shorter }],
  },
];
const footerExample = 'Saltmarsh Foods, Dock 4. No more emails: {{unsubscribeUrl}}';
const campaignExample = {
  ...summaryExample,
  newPerDay: 40,
  footer: null,
  steps: storedSteps,
};

export const getCampaigns = defineEndpoint({
  ...manageDefaults,
  id: 'getCampaigns',
  method: 'GET',
  path: '/campaigns',
  topic: 'Campaigns',
  summary: 'List campaigns',
  description:
    'Returns campaigns, newest first. Archived campaigns are included only with ' +
    '`status=archived`.',
  role: 'viewer',
  query: z.object({
    status: status.optional().describe('Only campaigns with this status.'),
    ...pageParams('Campaigns'),
  }),
  body: null,
  data: z.strictObject({
    campaigns: z.array(summary),
    nextCursor,
  }),
  examples: [
    {
      summary: 'Running campaigns',
      query: { status: 'running', limit: '10' },
      data: { campaigns: [summaryExample], nextCursor: null },
    },
  ],
});

export const getCampaign = defineEndpoint({
  ...manageDefaults,
  ...campaignParams,
  id: 'getCampaign',
  method: 'GET',
  path: '/campaigns/{campaignId}',
  topic: 'Campaigns',
  summary: 'Get a campaign',
  description: 'Returns a campaign with its steps.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({ campaign: campaignWithSteps }),
  examples: [
    {
      summary: 'Two emails, three days apart',
      ...campaignExampleParams,
      data: { campaign: campaignExample },
    },
  ],
});

export const postCampaign = defineEndpoint({
  ...manageDefaults,
  id: 'postCampaign',
  method: 'POST',
  path: '/campaigns',
  topic: 'Campaigns',
  summary: 'Create a campaign',
  description:
    'Creates a draft. A workspace has at most 10,000 campaigns, including archived ones.',
  role: 'member',
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z.object({
    name,
    steps: writtenSteps.default([]),
    newPerDay: newPerDay.optional(),
    footer: footerField.optional(),
    ...dryRunField,
  }),
  data: z.strictObject({
    campaign: campaignWithSteps.extend({
      id: id().nullable().describe('Null in a dry run.'),
    }),
    ...writeResultFields,
  }),
  extraErrors: ['storage_full'],
  examples: [
    {
      summary: 'Two emails, three days apart',
      body: { name: 'Trade fair contacts', steps: stepsExample, newPerDay: 40 },
      data: {
        campaign: { ...campaignExample, status: 'draft', enrolled: 0, contacted: 0, replied: 0 },
      },
    },
  ],
});

export const patchCampaign = defineEndpoint({
  ...manageDefaults,
  ...campaignParams,
  id: 'patchCampaign',
  method: 'PATCH',
  path: '/campaigns/{campaignId}',
  topic: 'Campaigns',
  summary: 'Update a campaign',
  description:
    'Updates the given fields and starts, pauses or archives the campaign. A draft can ' +
    'start, a running campaign can be paused and resumed, and any campaign can be ' +
    'archived; an archived campaign returns as paused. A campaign needs an email step to ' +
    'run. Steps are replaced as a whole, and only while the campaign is a draft or ' +
    'paused. Send the ids of the steps that stay: a prospect goes on where it is, however ' +
    'the steps were moved or rewritten, and gets no step twice.',
  role: 'member',
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z
    .object({
      name: name.nullish(),
      steps: writtenSteps.nullish(),
      status: status.nullish().describe('The new status.'),
      newPerDay: newPerDay.nullish(),
      footer: footerField.nullish(),
      dryRun: dryRunField.dryRun.nullable(),
    })
    .refine(
      ({ name, steps, status, newPerDay, footer }) =>
        // Null clears only these two.
        [name ?? undefined, steps ?? undefined, status ?? undefined, newPerDay, footer].some(
          (field) => field !== undefined,
        ),
      {
        error: 'is required unless steps, status, newPerDay or footer is given',
        path: ['name'],
        ...checkEvenIfInvalid,
      },
    ),
  nullClears: true,
  data: z.strictObject({ campaign: campaignWithSteps, ...writeResultFields }),
  extraErrors: ['storage_full'],
  examples: [
    {
      summary: 'Set the steps and start',
      ...campaignExampleParams,
      body: { steps: stepsExample, status: 'running' },
      data: { campaign: campaignExample },
    },
    {
      summary: 'Your own footer, and no limit on first emails',
      ...campaignExampleParams,
      body: { newPerDay: null, footer: footerExample },
      data: { campaign: { ...campaignExample, newPerDay: null, footer: footerExample } },
    },
    {
      summary: 'Archive',
      ...campaignExampleParams,
      body: { name: 'Trade fair contacts, spring', status: 'archived' },
      data: {
        campaign: { ...campaignExample, name: 'Trade fair contacts, spring', status: 'archived' },
      },
    },
  ],
});

const { data: enrollData, examples, description, summary: enrollSummary } = postCampaigns;
const [{ summary: exampleSummary, body: exampleBody, data: exampleData }] = examples;

/** POST /campaigns of the public API, with the campaign in the path. */
export const postCampaignEnroll = defineEndpoint({
  ...manageDefaults,
  ...campaignParams,
  id: 'postCampaignEnroll',
  method: 'POST',
  path: '/campaigns/{campaignId}/enroll',
  topic: 'Campaigns',
  summary: enrollSummary,
  description,
  role: 'member',
  query: noQuery,
  body: z.object({
    prospectIds: prospectIds(100),
    ...resumeField,
    ...ignoreMissingField,
    ...dryRunField,
  }),
  data: enrollData,
  examples: [
    {
      summary: exampleSummary,
      ...campaignExampleParams,
      body: { prospectIds: (exampleBody as { prospectIds: string[] }).prospectIds },
      data: exampleData,
    },
  ],
});
