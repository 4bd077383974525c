import { z } from 'zod';
import {
  actionFields,
  checkActionFields,
  fieldsByAction,
  postBulk as publicPostBulk,
} from '../bulk.ts';
import { asManageEndpoint, defineEndpoint, manageDefaults, noQuery } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { checkEvenIfInvalid, prospectIds, ref } from '../fields.ts';
import { prospectFilter } from '../prospect-filter.ts';
import { queuedExample, startedTask } from './tasks.ts';

const taskFieldsByAction = { ...fieldsByAction, assign: ['ownerId'], unassign: [] } as const;
export type BulkTaskAction = keyof typeof taskFieldsByAction;
const taskActions = Object.keys(taskFieldsByAction) as [BulkTaskAction, ...BulkTaskAction[]];

export const postBulk = asManageEndpoint(publicPostBulk, 'People');

export const postBulkTasks = defineEndpoint({
  ...manageDefaults,
  id: 'postBulkTasks',
  method: 'POST',
  path: '/bulk-tasks',
  topic: 'Tasks',
  summary: 'Update all matching prospects',
  description:
    'Starts a task that applies one action to all prospects that match a filter, or to up ' +
    'to 500 ids. It applies to the prospects that match when the task starts. In addition to the ' +
    'actions of POST /bulk, `assign` gives prospects an owner and `unassign` leaves them without ' +
    'one. All actions except deletion can be undone.',
  role: 'member',
  query: noQuery,
  body: z
    .object({
      ...actionFields,
      action: z.enum(taskActions),
      ownerId: ref('member').optional().describe('The new owner, for `assign`.'),
      filter: prospectFilter
        .optional()
        .describe('Prospects to update. An empty filter matches all.'),
      prospectIds: prospectIds(500).optional().describe('Prospect ids, instead of a filter.'),
    })
    .superRefine(checkActionFields(taskFieldsByAction), checkEvenIfInvalid)
    .refine(({ filter, prospectIds: ids }) => (filter === undefined) !== (ids === undefined), {
      error: 'is required unless prospectIds is given; send one of the two',
      path: ['filter'],
      ...checkEvenIfInvalid,
    }),
  data: startedTask,
  examples: [
    {
      summary: 'Change the stage of all prospects at one company',
      body: { action: 'stage', stage: 'contacted', filter: { q: 'saltmarsh', hasEmail: true } },
      data: {
        task: { ...queuedExample, change: { action: 'stage', name: null, stage: 'contacted' } },
      },
    },
    {
      summary: 'Tag two prospects, with undo',
      body: {
        action: 'tag',
        tagName: 'Met in person',
        prospectIds: [exampleIds.amara, exampleIds.henrik],
      },
      data: {
        task: {
          ...queuedExample,
          total: 2,
          change: { action: 'tag', name: 'Met in person', stage: null },
        },
      },
    },
    {
      summary: 'Give all prospects on a list an owner',
      body: { action: 'assign', ownerId: exampleIds.member, filter: { listId: exampleIds.list } },
      data: { task: queuedExample },
    },
  ],
});
