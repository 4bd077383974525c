import { z } from 'zod';
import { defineEndpoint, manageDefaults, noData, noQuery } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { checkEvenIfInvalid, prospectIds, ref } from '../fields.ts';
import { leadSchema } from '../leads.ts';
import { prospectFilter } from '../prospect-filter.ts';
import { queuedExample, startedTask } from './tasks.ts';

/** The maximum number of ids of an export. */
const maxExportIds = 10_000;

/** All columns, in the default order. */
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
  'owner',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

const defaults = { ...manageDefaults, role: 'member' } as const;

export const postExports = defineEndpoint({
  ...defaults,
  id: 'postExports',
  method: 'POST',
  path: '/exports',
  topic: 'Import and export',
  summary: 'Export prospects',
  description:
    'Starts a task that exports all matching prospects as CSV, newest first, or up to 10,000 by id, ' +
    'in the given order. The file is available for 7 days.',
  query: noQuery,
  body: z
    .object({
      filter: prospectFilter
        .optional()
        .describe('Only prospects that match. All prospects if omitted.'),
      prospectIds: prospectIds(maxExportIds)
        .optional()
        .describe('Prospect ids, instead of a filter.'),
      columns: z
        .array(z.enum(exportColumns))
        .min(1)
        .max(exportColumns.length)
        .overwrite((columns) => [...new Set(columns)])
        .optional()
        .describe('Columns, in this order. All columns if omitted.'),
    })
    .refine(({ filter, prospectIds: ids }) => filter === undefined || ids === undefined, {
      error: 'cannot be combined with prospectIds; send one of the two',
      path: ['filter'],
      ...checkEvenIfInvalid,
    }),
  data: startedTask,
  examples: [
    {
      summary: 'Phone numbers at one company',
      body: {
        filter: { q: 'saltmarsh' },
        columns: ['fullName', 'phone', 'stage'],
      },
      data: { task: { ...queuedExample, kind: 'export' } },
    },
    {
      summary: 'Two prospects',
      body: { prospectIds: [exampleIds.amara, exampleIds.henrik] },
      data: { task: { ...queuedExample, kind: 'export', total: 2 } },
    },
    { summary: 'All prospects', body: {}, data: { task: { ...queuedExample, kind: 'export' } } },
  ],
});

export const getExportFile = defineEndpoint({
  ...defaults,
  id: 'getExportFile',
  method: 'GET',
  path: '/exports/{taskId}/file',
  topic: 'Import and export',
  params: z.object({ taskId: ref('export').describe('Id of the export task.') }),
  summary: 'Download an export',
  description:
    'Returns the file of a completed export, in UTF-8 with a byte order mark, separated ' +
    'by commas. Values that a spreadsheet would treat as a formula start with an ' +
    'apostrophe, which an import removes again.',
  query: noQuery,
  body: null,
  data: noData,
  kind: 'file',
  examples: [
    {
      summary: 'One prospect',
      params: { taskId: exampleIds.export },
      file: "\ufeffFull name,Phone,Stage\r\nAmara Okafor,'+2348030000000,contacted\r\n",
      data: {},
    },
  ],
});
