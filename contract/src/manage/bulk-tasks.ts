import { z } from 'zod';
import { actionFields, checkActionFields } from '../bulk.ts';
import { defineEndpoint, manageDefaults, noQuery } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { checkEvenIfInvalid, prospectIds } from '../fields.ts';
import { prospectFilter } from '../prospect-filter.ts';
import { queuedExample, startedTask } from './tasks.ts';

export const postBulkTasks = defineEndpoint({
  ...manageDefaults,
  id: 'postBulkTasks',
  method: 'POST',
  path: '/bulk-tasks',
  summary: 'Update all matching prospects',
  description:
    'Starts a task that applies one action to all prospects that match a filter, or to up ' +
    'to 500 ids. It applies to the prospects that match when the task starts. All actions ' +
    'except deletion can be undone.',
  role: 'member',
  query: noQuery,
  body: z
    .object({
      ...actionFields,
      filter: prospectFilter
        .optional()
        .describe('Prospects to update. An empty filter matches all.'),
      prospectIds: prospectIds(500).optional().describe('Prospect ids, instead of a filter.'),
    })
    .superRefine(checkActionFields, checkEvenIfInvalid)
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
      data: { task: queuedExample },
    },
    {
      summary: 'Tag two prospects, with undo',
      body: {
        action: 'tag',
        tagName: 'Met in person',
        prospectIds: [exampleIds.amara, exampleIds.henrik],
      },
      data: { task: { ...queuedExample, total: 2 } },
    },
  ],
});
