import { z } from 'zod';
import { defineEndpoint, manageDefaults, noData, noQuery, writeResultFields } from '../endpoint.ts';
import { actorSchema } from '../event-body.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, stageSchema, timestamp } from '../fields.ts';
import { nextCursor, pageParams, queryInteger } from '../query.ts';

const taskKinds = [
  'bulk',
  'undo',
  'replay',
  'import_dry_run',
  'import',
  'export',
  'merge_board',
  'delete_board',
  'enroll_dry_run',
  'enroll',
  'rehearsal',
] as const;
export type TaskKind = (typeof taskKinds)[number];

export const taskLimits = { maxActive: 20, exportsPerDay: 50 } as const;

const taskStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const taskSchema = z
  .strictObject({
    id: id(),
    kind: z.enum(taskKinds),
    status: z.enum(taskStatuses),
    total: count().nullable().describe('Null until the total is known.'),
    done: count().describe('Processed so far. Never decreases.'),
    failed: count().describe('How many of them failed; see the failures endpoint for the reasons.'),
    counts: z
      .record(z.string(), count())
      .describe('Result counts so far, such as `affected` and `unchanged`.'),
    error: z.string().nullable().describe('Why the task as a whole failed.'),
    undoable: z.boolean().describe('Whether the task can be undone now.'),
    undoOf: id().nullable().describe('The task that this one undoes.'),
    change: z
      .strictObject({
        action: z.string().describe('As in POST /bulk.'),
        name: z.string().nullable().describe('Name of the list or tag when the task started.'),
        stage: stageSchema.nullable(),
      })
      .nullable()
      .describe('What a bulk action changes, or what an undo reverts. Null for other tasks.'),
    campaignId: id().nullable().describe('The campaign that the task is about.'),
    startedBy: actorSchema,
    createdAt: timestamp(),
    startedAt: timestamp().nullable(),
    finishedAt: timestamp().nullable(),
  })
  .meta({ id: 'Task', description: 'Long-running work, processed in batches.' });
export type Task = z.output<typeof taskSchema>;

export const startedTask = z.strictObject({ task: taskSchema, ...writeResultFields });

const taskParams = z.object({ taskId: ref('task').describe('The task.') });
const taskExampleParams = { params: { taskId: exampleIds.task } };

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
  change: null,
  campaignId: null,
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
  change: { action: 'tag', name: 'Met in person', stage: null },
  counts: { affected: 1236, unchanged: 4, missing: 0 },
  undoable: true,
  startedAt: '2026-03-05T14:02:38.611Z',
  finishedAt: '2026-03-05T14:02:41.093Z',
};

const defaults = { ...manageDefaults, role: 'member' } as const;

export const getTasks = defineEndpoint({
  ...defaults,
  id: 'getTasks',
  method: 'GET',
  path: '/tasks',
  topic: 'Tasks',
  summary: 'List tasks',
  description: 'Returns the tasks of this workspace, newest first.',
  query: z.object({
    status: z.enum(taskStatuses).optional().describe('Only tasks with this status.'),
    ...pageParams('Tasks'),
  }),
  body: null,
  data: z.strictObject({
    tasks: z.array(taskSchema),
    workers: count().describe(
      'How many workers of this server are running. Without one, no task continues.',
    ),
    nextCursor,
  }),
  examples: [
    {
      summary: 'Completed tasks',
      query: { status: 'done', limit: '1' },
      data: { tasks: [doneExample], workers: 1, nextCursor: null },
    },
  ],
});

export const getTask = defineEndpoint({
  ...defaults,
  id: 'getTask',
  method: 'GET',
  path: '/tasks/{taskId}',
  topic: 'Tasks',
  params: taskParams,
  summary: 'Get a task',
  description:
    'Returns the progress of a task. Poll about once a second until `finishedAt` is set.',
  query: noQuery,
  body: null,
  data: z.strictObject({ task: taskSchema }),
  examples: [{ summary: 'A completed task', ...taskExampleParams, data: { task: doneExample } }],
});

export const getTaskFailures = defineEndpoint({
  ...defaults,
  id: 'getTaskFailures',
  method: 'GET',
  path: '/tasks/{taskId}/failures',
  topic: 'Tasks',
  params: taskParams,
  summary: 'List the failures of a task',
  description: 'Returns the failed rows in order, each with its reason.',
  query: z.object({
    limit: queryInteger({ min: 1, max: 500 }).optional().describe('Rows per page. Default: 100.'),
    after: queryInteger({ min: 0, max: 2_147_483_647 })
      .optional()
      .describe('Only rows after this number: the `nextAfter` of the previous page.'),
  }),
  body: null,
  data: z.strictObject({
    failures: z.array(
      z.strictObject({
        number: z.int().min(1).describe('Position in the task, or row number in the file.'),
        reason: z.string(),
        row: z.record(z.string(), z.unknown()).describe('The failed row.'),
      }),
    ),
    nextAfter: count().nullable().describe('Null on the last page.'),
  }),
  examples: [
    {
      summary: 'A prospect that was deleted in the meantime',
      ...taskExampleParams,
      query: { limit: '1', after: '16' },
      data: {
        failures: [
          {
            number: 17,
            reason: 'The prospect no longer exists.',
            row: { prospectId: exampleIds.unknown },
          },
        ],
        nextAfter: null,
      },
    },
  ],
});

export const getTaskFailuresFile = defineEndpoint({
  ...defaults,
  id: 'getTaskFailuresFile',
  method: 'GET',
  path: '/tasks/{taskId}/failures.csv',
  topic: 'Tasks',
  params: taskParams,
  summary: 'Download the failures of a task',
  description:
    'Returns the failed rows as CSV. Rows of an import have all their original columns ' +
    'plus `reason`: correct them and upload the file again.',
  query: noQuery,
  body: null,
  data: noData,
  kind: 'file',
  examples: [
    {
      summary: 'A row with an invalid email',
      ...taskExampleParams,
      file:
        '\ufeffVorname,E-Mail,reason\r\n' +
        'Henrik,henrik(at)nordlys,E-Mail must be a valid email address.\r\n',
      data: {},
    },
  ],
});

export const postTaskCancel = defineEndpoint({
  ...defaults,
  id: 'postTaskCancel',
  method: 'POST',
  path: '/tasks/{taskId}/cancel',
  topic: 'Tasks',
  params: taskParams,
  summary: 'Cancel a task',
  description:
    'Stops the task before its next batch; completed work is kept. A finished task stays ' +
    'as it is.',
  query: noQuery,
  body: z.object({}),
  data: startedTask,
  examples: [
    {
      summary: 'A task that had already finished',
      ...taskExampleParams,
      body: {},
      data: { task: doneExample },
    },
  ],
});

export const postTaskUndo = defineEndpoint({
  ...defaults,
  id: 'postTaskUndo',
  method: 'POST',
  path: '/tasks/{taskId}/undo',
  topic: 'Tasks',
  params: taskParams,
  summary: 'Undo a bulk action',
  description:
    'Starts a task that reverts the changes of the first one, except for prospects that ' +
    'were changed since. A deletion cannot be undone.',
  query: noQuery,
  body: z.object({}),
  data: startedTask,
  examples: [
    {
      summary: 'Undo a bulk change',
      ...taskExampleParams,
      body: {},
      data: {
        task: {
          ...queuedExample,
          id: exampleIds.undo,
          kind: 'undo',
          undoOf: exampleIds.task,
          change: doneExample.change,
        },
      },
    },
  ],
});
