import { z } from 'zod';
import { actionFields, checkDetails } from '../bulk.ts';
import { endpoint, manageLine, noQuery } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { besideOtherProblems, prospectIds } from '../fields.ts';
import { prospectFilter } from '../prospects.ts';
import { queuedExample, startedTask } from './tasks.ts';

export const postBulkTasks = endpoint({
  ...manageLine,
  id: 'postBulkTasks',
  method: 'POST',
  path: '/bulk-tasks',
  summary: 'Organize everyone who matches',
  description:
    'Does one thing to everyone whom a filter matches, however many, or to up to 500 by id. It is ' +
    'a task: those who match when it starts are found first, then changed piece by piece. It can ' +
    'be undone, unless it deletes.',
  role: 'member',
  query: noQuery,
  body: z
    .object({
      ...actionFields,
      filter: prospectFilter.optional().describe('Everyone who matches. An empty one is everyone.'),
      prospectIds: prospectIds(500).optional().describe('Or these prospects, by id.'),
    })
    .superRefine(checkDetails, besideOtherProblems)
    .refine(({ filter, prospectIds: ids }) => (filter === undefined) !== (ids === undefined), {
      error: 'is required, unless prospectIds is given; send one of the two',
      path: ['filter'],
      ...besideOtherProblems,
    }),
  data: startedTask,
  examples: [
    {
      summary: 'Move everyone at one company',
      body: { action: 'stage', stage: 'contacted', filter: { q: 'saltmarsh', hasEmail: true } },
      data: { task: queuedExample },
    },
    {
      summary: 'Tag two people so that it can be undone',
      body: {
        action: 'tag',
        tagName: 'Met in person',
        prospectIds: [exampleIds.amara, exampleIds.henrik],
      },
      data: { task: { ...queuedExample, total: 2 } },
    },
  ],
});
