import { z } from 'zod';
import { postCampaigns } from '../campaigns.ts';
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
import { parse } from '../merge-tags.ts';
import { nextCursor, pageParams } from '../query.ts';

const campaignStatuses = ['draft', 'running', 'paused', 'archived'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];
const status = z.enum(campaignStatuses);

/** Text with variables such as `{{firstName|there}}`. */
const template = (max: number) =>
  text(max).superRefine((value, context) => {
    // Already reported as too long; parsing it would take time.
    if (value.length > max * 2) return;
    for (const message of parse(value).problems.slice(0, 5))
      context.addIssue({ code: 'custom', message });
  });

const kinds = ['email', 'wait'] as const;

/** Required and forbidden fields depend on the kind. */
const writtenStep = z
  .object({
    kind: z.enum(kinds),
    subject: template(300)
      .refine((value) => !/\p{Cc}/u.test(value), 'must be a single line')
      .optional()
      .describe(
        'Email subject. Without one, the email continues the thread of the previous email.',
      ),
    body: template(20_000)
      .optional()
      .describe(
        'Email body, as plain text. `{{firstName|there}}` is replaced for each prospect; the ' +
          'text after the bar is used if the value is missing.',
      ),
    days: z.int().min(1).max(90).optional().describe('Days to wait.'),
  })
  .superRefine(({ kind, ...given }, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const [needed, others] = kinds.includes(kind) ? fieldsOf[kind] : [[], []];
    for (const name of needed)
      if (given[name] === undefined) problem(name, `is required for a step of kind ${kind}`);
    for (const name of others)
      if (given[name] !== undefined) problem(name, `is not allowed for a step of kind ${kind}`);
  }, checkEvenIfInvalid)
  .meta({ id: 'WrittenStep' });

const fieldsOf = {
  email: [['body'], ['days']],
  wait: [['days'], ['subject', 'body']],
} as const;

const steps = z
  .array(writtenStep)
  .max(20)
  .superRefine((given, context) => {
    const first = given.findIndex(({ kind }) => kind === 'email');
    if (first >= 0 && given[first]!.subject === undefined)
      context.addIssue({
        code: 'custom',
        path: [first, 'subject'],
        message: 'is required for the first email',
      });
  })
  .describe('Steps of the campaign, in order.');

const step = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('email'),
      subject: z.string().nullable(),
      body: z.string(),
    }),
    z.strictObject({ kind: z.literal('wait'), days: count() }),
  ])
  .meta({ id: 'Step' });
export type CampaignStep = z.output<typeof step>;

const summaryFields = {
  id: id(),
  name: z.string(),
  status,
  enrolled: count().describe('Number of prospects ever enrolled that still exist.'),
  stepCount: count(),
  createdAt: timestamp(),
};
const summary = z.strictObject(summaryFields).meta({ id: 'CampaignSummary' });
const campaignWithSteps = z
  .strictObject({ ...summaryFields, steps: z.array(step) })
  .meta({ id: 'CampaignWithSteps' });

const name = text(200).describe('Internal name. Recipients do not see it.');
const campaignParams = {
  params: z.object({ campaignId: ref('campaign').describe('The campaign.') }),
};
const campaignExampleParams = { params: { campaignId: exampleIds.campaign } };

const summaryExample = {
  id: exampleIds.campaign,
  name: 'Trade fair contacts',
  status: 'running' as const,
  enrolled: 148,
  stepCount: 3,
  createdAt: '2026-03-02T09:20:11.482Z',
};
const firstEmail = {
  kind: 'email' as const,
  subject: 'Sensors for {{companyName|your plant}}',
  body: 'Dear {{firstName|reader}}, it was good to meet you.',
};
const wait = { kind: 'wait' as const, days: 3 };
const reminder = { kind: 'email' as const, body: 'Did my letter reach you?' };
const stepsExample = [firstEmail, wait, reminder];
const campaignExample = {
  ...summaryExample,
  steps: [firstEmail, wait, { ...reminder, subject: null }],
};

export const getCampaigns = defineEndpoint({
  ...manageDefaults,
  id: 'getCampaigns',
  method: 'GET',
  path: '/campaigns',
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
  summary: 'Create a campaign',
  description:
    'Creates a draft. A workspace has at most 10,000 campaigns, including archived ones.',
  role: 'member',
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z.object({ name, steps: steps.default([]), ...dryRunField }),
  data: z.strictObject({
    campaign: campaignWithSteps.extend({
      id: id().nullable().describe('Null in a dry run.'),
    }),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'Two emails, three days apart',
      body: { name: 'Trade fair contacts', steps: stepsExample },
      data: { campaign: { ...campaignExample, status: 'draft', enrolled: 0 } },
    },
  ],
});

export const patchCampaign = defineEndpoint({
  ...manageDefaults,
  ...campaignParams,
  id: 'patchCampaign',
  method: 'PATCH',
  path: '/campaigns/{campaignId}',
  summary: 'Update a campaign',
  description:
    'Updates the given fields and starts, pauses or archives the campaign. A draft can ' +
    'start, a running campaign can be paused and resumed, and any campaign can be ' +
    'archived; an archived campaign returns as paused. A campaign needs an email step to ' +
    'run. Steps are replaced as a whole, and only while the campaign is a draft or ' +
    'paused.',
  role: 'member',
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z
    .object({
      name: name.optional(),
      steps: steps.optional(),
      status: status.optional().describe('The new status.'),
      ...dryRunField,
    })
    .refine((body) => [body.name, body.steps, body.status].some((given) => given !== undefined), {
      error: 'is required unless steps or status is given',
      path: ['name'],
      ...checkEvenIfInvalid,
    }),
  data: z.strictObject({ campaign: campaignWithSteps, ...writeResultFields }),
  examples: [
    {
      summary: 'Set the steps and start',
      ...campaignExampleParams,
      body: { steps: stepsExample, status: 'running' },
      data: { campaign: campaignExample },
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
  summary: enrollSummary,
  description,
  role: 'member',
  query: noQuery,
  body: z.object({ prospectIds: prospectIds(100), ...ignoreMissingField, ...dryRunField }),
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
