import { z } from 'zod';
import { postCampaigns } from '../campaigns.ts';
import {
  batchBodyBytes,
  endpoint,
  manageLine,
  noQuery,
  offersDryRun,
  offersIgnoreMissing,
  writeNotes,
} from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { besideOtherProblems, count, id, prospectIds, ref, text, timestamp } from '../fields.ts';
import { parse } from '../merge-tags.ts';
import { nextCursor, pageOf } from '../query.ts';

const campaignStatuses = ['draft', 'running', 'paused', 'archived'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];
const status = z.enum(campaignStatuses);

/** Text in which `{{firstName|there}}` stands for something about the reader. */
const template = (max: number) =>
  text(max).superRefine((value, context) => {
    // Too long by any count: that is complained about already, and reading it would take its time.
    if (value.length > max * 2) return;
    for (const message of parse(value).problems.slice(0, 5))
      context.addIssue({ code: 'custom', message });
  });

const kinds = ['email', 'wait'] as const;

/** One step as it is written. What it needs depends on its kind, and the rest must not be there. */
const writtenStep = z
  .object({
    kind: z.enum(kinds),
    subject: template(300)
      .refine((value) => !/\p{Cc}/u.test(value), 'must be a single line')
      .optional()
      .describe('Of an e-mail. Without one it goes on in the thread of the e-mail before it.'),
    body: template(20_000)
      .optional()
      .describe(
        'Of an e-mail, as plain text. `{{firstName|there}}` is filled in for each reader, with ' +
          'what follows the bar for those without a first name.',
      ),
    days: z.int().min(1).max(90).optional().describe('How long a wait lasts.'),
  })
  .superRefine(({ kind, ...given }, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const [needed, others] = kinds.includes(kind) ? fieldsOf[kind] : [[], []];
    for (const name of needed)
      if (given[name] === undefined) problem(name, `is required for a step of the kind ${kind}`);
    for (const name of others)
      if (given[name] !== undefined) problem(name, `does not belong to a step of the kind ${kind}`);
  }, besideOtherProblems)
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
        message: 'is required for the first e-mail',
      });
  })
  .describe('What the campaign does, in order.');

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
  enrolled: count().describe('Everyone ever enrolled who still exists.'),
  stepCount: count(),
  createdAt: timestamp(),
};
const summary = z.strictObject(summaryFields).meta({ id: 'CampaignSummary' });
const whole = z
  .strictObject({ ...summaryFields, steps: z.array(step) })
  .meta({ id: 'CampaignWithSteps' });

const name = text(200).describe('How you call it. The people you write to do not see it.');
const oneCampaign = { params: z.object({ campaignId: ref('campaign').describe('The campaign.') }) };
const inCampaign = { params: { campaignId: exampleIds.campaign } };

const summaryExample = {
  id: exampleIds.campaign,
  name: 'Trade fair contacts',
  status: 'running' as const,
  enrolled: 148,
  stepCount: 3,
  createdAt: '2026-03-02T09:20:11.482Z',
};
const letter = {
  kind: 'email' as const,
  subject: 'Sensors for {{companyName|your plant}}',
  body: 'Dear {{firstName|reader}}, it was good to meet you.',
};
const wait = { kind: 'wait' as const, days: 3 };
const reminder = { kind: 'email' as const, body: 'Did my letter reach you?' };
const written = [letter, wait, reminder];
const wholeExample = { ...summaryExample, steps: [letter, wait, { ...reminder, subject: null }] };

export const getCampaigns = endpoint({
  ...manageLine,
  id: 'getCampaigns',
  method: 'GET',
  path: '/campaigns',
  summary: 'List campaigns',
  description: 'Newest first. Archived ones are only listed when asked for.',
  role: 'viewer',
  query: z.object({
    status: status.optional().describe('Only campaigns in this state.'),
    ...pageOf('Campaigns'),
  }),
  body: null,
  data: z.strictObject({
    campaigns: z.array(summary),
    nextCursor,
  }),
  examples: [
    {
      summary: 'What is running',
      query: { status: 'running', limit: '10' },
      data: { campaigns: [summaryExample], nextCursor: null },
    },
  ],
});

export const getCampaign = endpoint({
  ...manageLine,
  ...oneCampaign,
  id: 'getCampaign',
  method: 'GET',
  path: '/campaigns/{campaignId}',
  summary: 'Read a campaign',
  description: 'The campaign with its steps.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({ campaign: whole }),
  examples: [
    { summary: 'Two letters, three days apart', ...inCampaign, data: { campaign: wholeExample } },
  ],
});

export const postCampaign = endpoint({
  ...manageLine,
  id: 'postCampaign',
  method: 'POST',
  path: '/campaigns',
  summary: 'Write a campaign',
  description: 'Makes a draft. A workspace has at most 10,000 campaigns, archived ones included.',
  role: 'member',
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z.object({ name, steps: steps.default([]), ...offersDryRun }),
  data: z.strictObject({
    campaign: whole.extend({ id: id().nullable().describe('Null if it was only tried.') }),
    ...writeNotes,
  }),
  examples: [
    {
      summary: 'Two letters, three days apart',
      body: { name: 'Trade fair contacts', steps: written },
      data: { campaign: { ...wholeExample, status: 'draft', enrolled: 0 } },
    },
  ],
});

export const patchCampaign = endpoint({
  ...manageLine,
  ...oneCampaign,
  id: 'patchCampaign',
  method: 'PATCH',
  path: '/campaigns/{campaignId}',
  summary: 'Edit, start, pause or archive a campaign',
  description:
    'Changes what is sent and leaves the rest. A draft can start to run; running and paused ' +
    'alternate; every campaign can be archived, and an archived one comes back paused. To run it ' +
    'needs an e-mail. Steps are replaced as a whole, and only while the campaign is a draft or ' +
    'paused: a running one may be writing to someone at this moment.',
  role: 'member',
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z
    .object({
      name: name.optional(),
      steps: steps.optional(),
      status: status.optional().describe('The state to move it to.'),
      ...offersDryRun,
    })
    .refine((body) => [body.name, body.steps, body.status].some((given) => given !== undefined), {
      error: 'is required, unless steps or a status is given',
      path: ['name'],
      ...besideOtherProblems,
    }),
  data: z.strictObject({ campaign: whole, ...writeNotes }),
  examples: [
    {
      summary: 'Written and started',
      ...inCampaign,
      body: { steps: written, status: 'running' },
      data: { campaign: wholeExample },
    },
    {
      summary: 'Put away',
      ...inCampaign,
      body: { name: 'Trade fair contacts, spring', status: 'archived' },
      data: {
        campaign: { ...wholeExample, name: 'Trade fair contacts, spring', status: 'archived' },
      },
    },
  ],
});

const { data: enrolled, examples, description, summary: enrolling } = postCampaigns;
const [{ summary: exampleSummary, body: exampleBody, data: exampleData }] = examples;

/** POST /campaigns of the public API, with the campaign in its path. */
export const postCampaignEnroll = endpoint({
  ...manageLine,
  ...oneCampaign,
  id: 'postCampaignEnroll',
  method: 'POST',
  path: '/campaigns/{campaignId}/enroll',
  summary: enrolling,
  description,
  role: 'member',
  query: noQuery,
  body: z.object({ prospectIds: prospectIds(100), ...offersIgnoreMissing, ...offersDryRun }),
  data: enrolled,
  examples: [
    {
      summary: exampleSummary,
      ...inCampaign,
      body: { prospectIds: (exampleBody as { prospectIds: string[] }).prospectIds },
      data: exampleData,
    },
  ],
});
