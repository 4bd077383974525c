import { z } from 'zod';
import { endpoint, manageLine, noData, noQuery, writeNotes } from '../endpoint.ts';
import { actorSchema } from '../event-body.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, timestamp } from '../fields.ts';
import { nextCursor, pageOf, queryInteger } from '../query.ts';

const taskKinds = [
  'bulk',
  'undo',
  'replay',
  'import_dry_run',
  'import',
  'export',
  'merge_board',
  'delete_board',
] as const;
export type TaskKind = (typeof taskKinds)[number];

/** How much a workspace may have under way or have written for it. */
export const taskLimits = { underWay: 20, exportsPerDay: 50 } as const;

const taskStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

const task = z
  .strictObject({
    id: id(),
    kind: z.enum(taskKinds),
    status: z.enum(taskStatuses),
    total: count().nullable().describe('Null until it is known how much there is to do.'),
    done: count().describe('How much is behind it. Never goes back.'),
    failed: count().describe('How many of those could not be done; each is told with its reason.'),
    counts: z
      .record(z.string(), count())
      .describe('What came of it so far, such as `affected` and `unchanged`.'),
    error: z.string().nullable().describe('Why the task as a whole failed.'),
    undoable: z.boolean().describe('Whether it can be undone now.'),
    undoOf: id().nullable().describe('The task that this one undoes.'),
    startedBy: actorSchema,
    createdAt: timestamp(),
    startedAt: timestamp().nullable(),
    finishedAt: timestamp().nullable(),
  })
  .meta({ id: 'Task', description: 'Long work, done piece by piece while you look on.' });
export type Task = z.output<typeof task>;

/** The data of every call that starts a task. */
export const startedTask = z.strictObject({ task, ...writeNotes });

const oneTask = z.object({ taskId: ref('task').describe('The task.') });
const inTask = { params: { taskId: exampleIds.task } };

export const queuedExample: Task = {
  id: exampleIds.task,
  kind: 'bulk',
  status: 'queued',
  total: null,
  done: 0,
  failed: 0,
  counts: {},
  error: null,
  undoable: false,
  undoOf: null,
  startedBy: { kind: 'token', id: exampleIds.token },
  createdAt: '2026-03-05T14:02:38.204Z',
  startedAt: null,
  finishedAt: null,
};

const doneExample: Task = {
  ...queuedExample,
  status: 'done',
  total: 1240,
  done: 1240,
  counts: { affected: 1236, unchanged: 4, missing: 0 },
  undoable: true,
  startedAt: '2026-03-05T14:02:38.611Z',
  finishedAt: '2026-03-05T14:02:41.093Z',
};

const about = { ...manageLine, role: 'member' } as const;

export const getTasks = endpoint({
  ...about,
  id: 'getTasks',
  method: 'GET',
  path: '/tasks',
  summary: 'List tasks',
  description: 'Long work of this workspace, newest first.',
  query: z.object({
    status: z.enum(taskStatuses).optional().describe('Only tasks in this state.'),
    ...pageOf('Tasks'),
  }),
  body: null,
  data: z.strictObject({
    tasks: z.array(task),
    nextCursor,
  }),
  examples: [
    {
      summary: 'What is done',
      query: { status: 'done', limit: '1' },
      data: { tasks: [doneExample], nextCursor: null },
    },
  ],
});

export const getTask = endpoint({
  ...about,
  id: 'getTask',
  method: 'GET',
  path: '/tasks/{taskId}',
  params: oneTask,
  summary: 'Watch a task',
  description: 'How far it is. Ask again every second or so until `finishedAt` is set.',
  query: noQuery,
  body: null,
  data: z.strictObject({ task }),
  examples: [{ summary: 'One that is done', ...inTask, data: { task: doneExample } }],
});

export const getTaskFailures = endpoint({
  ...about,
  id: 'getTaskFailures',
  method: 'GET',
  path: '/tasks/{taskId}/failures',
  params: oneTask,
  summary: 'Read what a task could not do',
  description: 'The rows that failed, in their order, each with its reason.',
  query: z.object({
    limit: queryInteger({ min: 1, max: 500 })
      .optional()
      .describe('Rows on a page; 100 by default.'),
    after: queryInteger({ min: 0, max: 2_147_483_647 })
      .optional()
      .describe('Only rows behind this number: the `nextAfter` of the page before.'),
  }),
  body: null,
  data: z.strictObject({
    failures: z.array(
      z.strictObject({
        number: z.int().min(1).describe('Its place in the task, or its row in the file.'),
        reason: z.string(),
        row: z.record(z.string(), z.unknown()).describe('What it was about.'),
      }),
    ),
    nextAfter: count().nullable().describe('Null on the last page.'),
  }),
  examples: [
    {
      summary: 'Someone who was deleted in between',
      ...inTask,
      query: { limit: '1', after: '16' },
      data: {
        failures: [
          {
            number: 17,
            reason: 'The prospect no longer exists.',
            row: { prospectId: exampleIds.stranger },
          },
        ],
        nextAfter: null,
      },
    },
  ],
});

export const getTaskFailuresFile = endpoint({
  ...about,
  id: 'getTaskFailuresFile',
  method: 'GET',
  path: '/tasks/{taskId}/failures.csv',
  params: oneTask,
  summary: 'Download what a task could not do',
  description:
    'The rows that failed as a CSV file. Those of an import have all their columns as they were ' +
    'sent and one more, `reason`: correct them and upload the file again.',
  query: noQuery,
  body: null,
  data: noData,
  gives: 'csv',
  examples: [
    {
      summary: 'Someone without a proper address',
      ...inTask,
      file:
        '\ufeffVorname,E-Mail,reason\r\n' +
        'Henrik,henrik(at)nordlys,E-Mail must be an e-mail address.\r\n',
      data: {},
    },
  ],
});

export const postTaskCancel = endpoint({
  ...about,
  id: 'postTaskCancel',
  method: 'POST',
  path: '/tasks/{taskId}/cancel',
  params: oneTask,
  summary: 'Cancel a task',
  description:
    'It ends before its next piece; what is done stays done. A task that is over stays as it is.',
  query: noQuery,
  body: z.object({}),
  data: startedTask,
  examples: [
    {
      summary: 'One that was over already',
      ...inTask,
      body: {},
      data: { task: doneExample },
    },
  ],
});

export const postTaskUndo = endpoint({
  ...about,
  id: 'postTaskUndo',
  method: 'POST',
  path: '/tasks/{taskId}/undo',
  params: oneTask,
  summary: 'Undo a bulk action',
  description:
    'Starts a task that puts everyone back whom the first one changed, except where somebody has ' +
    'changed the same thing since. A deletion cannot be undone.',
  query: noQuery,
  body: z.object({}),
  data: startedTask,
  examples: [
    {
      summary: 'Back to where they were',
      ...inTask,
      body: {},
      data: {
        task: { ...queuedExample, id: exampleIds.undo, kind: 'undo', undoOf: exampleIds.task },
      },
    },
  ],
});
