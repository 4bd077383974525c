import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { checkEvenIfInvalid, prospectIds } from '../fields.ts';
import { prospectFilter } from '../prospect-filter.ts';
import { campaignExampleParams, campaignParams } from './campaigns.ts';
import { queuedExample, startedTask, taskSchema } from './tasks.ts';

/** Prospect ids of one enroll task. More are enrolled by a filter. */
export const maxEnrollIds = 10_000;

const campaignTaskKinds = ['enroll', 'enroll_dry_run', 'rehearsal'] as const;
/** Tasks that `GET /campaigns/{campaignId}/tasks` returns. */
export const maxCampaignTasks = 20;

const defaults = { ...manageDefaults, ...campaignParams, role: 'member' } as const;
const queued = {
  ...queuedExample,
  kind: 'enroll' as const,
  campaignId: exampleIds.campaign,
};

export const postCampaignEnrollTasks = defineEndpoint({
  ...defaults,
  id: 'postCampaignEnrollTasks',
  method: 'POST',
  path: '/campaigns/{campaignId}/enroll-tasks',
  topic: 'Campaigns',
  summary: 'Enroll all matching prospects',
  description:
    'Starts a task that enrolls all prospects that match a filter, such as a list, or up to ' +
    `${maxEnrollIds.toLocaleString('en')} ids. Its \`counts\` are \`enrolled\` and one for each reason: ` +
    '`alreadyEnrolled`, `suppressed`, `stopped`, `unsubscribed`, `noEmail`, `bounced`, `missingValues` and ' +
    '`missing`. The failures of the task are the prospects that were left out, each with its reason, also as CSV.',
  query: noQuery,
  body: z
    .object({
      filter: prospectFilter
        .optional()
        .describe('Prospects to enroll. An empty filter matches all.'),
      prospectIds: prospectIds(maxEnrollIds)
        .optional()
        .describe('Prospect ids, instead of a filter.'),
      checkOnly: z
        .boolean()
        .default(false)
        .describe('Counts who would be enrolled and who not, and enrolls no one.'),
    })
    .refine(({ filter, prospectIds: ids }) => (filter === undefined) !== (ids === undefined), {
      error: 'is required unless prospectIds is given; send one of the two',
      path: ['filter'],
      ...checkEvenIfInvalid,
    }),
  data: startedTask,
  examples: [
    {
      summary: 'Enroll a list',
      ...campaignExampleParams,
      body: { filter: { listId: exampleIds.list } },
      data: { task: queued },
    },
    {
      summary: 'Who of two prospects would be enrolled',
      ...campaignExampleParams,
      body: { prospectIds: [exampleIds.amara, exampleIds.henrik], checkOnly: true },
      data: { task: { ...queued, kind: 'enroll_dry_run', total: 2 } },
    },
  ],
});

export const postCampaignRehearsalTasks = defineEndpoint({
  ...defaults,
  id: 'postCampaignRehearsalTasks',
  method: 'POST',
  path: '/campaigns/{campaignId}/rehearsal-tasks',
  topic: 'Campaigns',
  summary: 'Rehearse all emails of a campaign',
  description:
    'Starts a task that writes all remaining emails of every enrolled prospect that has not ' +
    'finished, and sends none of them. Its `counts` are `emails`, `ready` and `broken`: the emails ' +
    'that were written, and the prospects that get all of them or not. The failures of the task are ' +
    'the prospects with an email that cannot be sent: the first such email, and what to do.',
  query: noQuery,
  body: z.object({}),
  data: startedTask,
  examples: [
    {
      summary: 'Start',
      ...campaignExampleParams,
      body: {},
      data: { task: { ...queued, kind: 'rehearsal' } },
    },
  ],
});

export const getCampaignTasks = defineEndpoint({
  ...defaults,
  id: 'getCampaignTasks',
  method: 'GET',
  path: '/campaigns/{campaignId}/tasks',
  topic: 'Campaigns',
  summary: 'List the tasks of a campaign',
  description:
    `Returns the newest tasks that enrolled prospects or rehearsed the campaign, at most ` +
    `${maxCampaignTasks}. Tasks are kept for 90 days.`,
  query: z.object({
    kind: z.enum(campaignTaskKinds).optional().describe('Only tasks of this kind.'),
  }),
  body: null,
  data: z.strictObject({ tasks: z.array(taskSchema).max(maxCampaignTasks) }),
  examples: [
    {
      summary: 'Rehearsals',
      ...campaignExampleParams,
      query: { kind: 'rehearsal' },
      data: { tasks: [{ ...queued, kind: 'rehearsal' }] },
    },
  ],
});
