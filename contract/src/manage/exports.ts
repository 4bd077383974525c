import { z } from 'zod';
import { endpoint, manageLine, noData, noQuery } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { ref } from '../fields.ts';
import { leadSchema } from '../leads.ts';
import { prospectFilter } from '../prospects.ts';
import { queuedExample, startedTask } from './tasks.ts';

/** What can stand in a column of an export, in the order in which it does unless asked otherwise. */
export const exportColumns = [
  ...leadSchema.keyof().options,
  'stage',
  'doNotContact',
  'lists',
  'tags',
  'firstTouchLine',
  'enrichmentStatus',
  'sourceType',
  'createdAt',
  'updatedAt',
  'id',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

const about = { ...manageLine, role: 'member' } as const;

export const postExports = endpoint({
  ...about,
  id: 'postExports',
  method: 'POST',
  path: '/exports',
  summary: 'Export people',
  description:
    'Starts a task that writes everyone whom a filter matches into a CSV file, newest first. The ' +
    'file is kept for 7 days.',
  query: noQuery,
  body: z.object({
    filter: prospectFilter.optional().describe('Everyone who matches; without it, everyone.'),
    columns: z
      .array(z.enum(exportColumns))
      .min(1)
      .max(exportColumns.length)
      .overwrite((columns) => [...new Set(columns)])
      .optional()
      .describe('What to write, in this order; everything unless given.'),
  }),
  data: startedTask,
  examples: [
    {
      summary: 'Whom to call at one company',
      body: {
        filter: { q: 'saltmarsh' },
        columns: ['fullName', 'phone', 'stage'],
      },
      data: { task: { ...queuedExample, kind: 'export' } },
    },
    { summary: 'Everyone', body: {}, data: { task: { ...queuedExample, kind: 'export' } } },
  ],
});

export const getExportFile = endpoint({
  ...about,
  id: 'getExportFile',
  method: 'GET',
  path: '/exports/{taskId}/file',
  params: z.object({ taskId: ref('export').describe('The task that made it.') }),
  summary: 'Download an export',
  description:
    'The file, once its task is done. It is in UTF-8 with a byte order mark, separated by commas. ' +
    'A value that a spreadsheet would take for a formula begins with an apostrophe, which an ' +
    'import takes off again.',
  query: noQuery,
  body: null,
  data: noData,
  gives: 'csv',
  examples: [
    {
      summary: 'One person',
      params: { taskId: exampleIds.export },
      file: "\ufeffFull name,Phone,Stage\r\nAmara Okafor,'+2348030000000,contacted\r\n",
      data: {},
    },
  ],
});
