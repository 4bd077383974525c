import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, text, timestamp } from '../fields.ts';
import { type LeadField, leadFields, onMatchField } from '../leads.ts';
import { queuedExample, startedTask } from './tasks.ts';

/** Files are kept for 30 days. */
export const importLimits = {
  maxRows: 250_000,
  maxColumns: 500,
  /** Of all column names together. */
  maxHeaderCharacters: 20_000,
  uploadsPerDay: 100,
} as const;

const column = z.strictObject({
  name: z.string().describe('Name from the header row. Unique.'),
  guess: z.enum(leadFields).nullable().describe('The detected field.'),
  sample: z.array(z.string()).max(3).describe('First values.'),
});
export type ImportColumn = z.output<typeof column>;

const importFile = z
  .strictObject({
    id: id(),
    name: z.string(),
    rows: count().describe('Non-empty rows, without the header.'),
    columns: z.array(column),
    delimiter: z.enum([',', ';', '\t', '|']),
    encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
    warnings: z.array(z.string()).describe('Possible problems with the file.'),
    createdAt: timestamp(),
  })
  .meta({
    id: 'Import',
    description: 'An uploaded CSV file, kept for 30 days. Nothing is imported yet.',
  });
export type Import = z.output<typeof importFile>;

const example: Import = {
  id: exampleIds.import,
  name: 'fair.csv',
  rows: 2,
  columns: [
    { name: 'Vorname', guess: 'firstName', sample: ['Amara', 'Henrik'] },
    { name: 'Nachname', guess: 'lastName', sample: ['Okafor', 'Lund'] },
    {
      name: 'E-Mail',
      guess: 'email',
      sample: ['amara.okafor@saltmarsh.example', 'henrik@nordlys.example'],
    },
    { name: 'Stand', guess: null, sample: ['C 14'] },
  ],
  delimiter: ';',
  encoding: 'utf-8',
  warnings: [],
  createdAt: '2026-03-05T14:01:09.540Z',
};

const defaults = { ...manageDefaults, role: 'member' } as const;

const importParams = z.object({ importId: ref('import').describe('The import.') });
const importExampleParams = { params: { importId: exampleIds.import } };

export const postImports = defineEndpoint({
  ...defaults,
  id: 'postImports',
  method: 'POST',
  path: '/imports',
  topic: 'Import and export',
  summary: 'Upload a CSV file',
  description:
    'Uploads a file of up to 64 MiB and 250,000 rows and detects its columns, encoding ' +
    'and delimiter. The first row must contain the column names. Nothing is imported ' +
    'until you run the import.',
  query: z.object({
    name: text(200).optional().describe('File name. Default: `import.csv`.'),
  }),
  body: null,
  requestFormat: 'csv',
  data: z.strictObject({ import: importFile }),
  extraErrors: ['storage_full'],
  examples: [
    {
      summary: 'Contacts from a trade fair',
      query: { name: 'fair.csv' },
      file:
        'Vorname;Nachname;E-Mail;Stand\r\n' +
        'Amara;Okafor;amara.okafor@saltmarsh.example;C 14\r\n' +
        'Henrik;Lund;henrik@nordlys.example;\r\n',
      data: { import: example },
    },
  ],
});

export const getImport = defineEndpoint({
  ...defaults,
  id: 'getImport',
  method: 'GET',
  path: '/imports/{importId}',
  topic: 'Import and export',
  params: importParams,
  summary: 'Get an import',
  description: 'Returns the same data as the upload.',
  query: noQuery,
  body: null,
  data: z.strictObject({ import: importFile }),
  examples: [{ summary: 'A trade fair file', ...importExampleParams, data: { import: example } }],
});

const columnName = text(300).optional();

const importOptions = z.object({
  mapping: z
    .object(
      Object.fromEntries(leadFields.map((field) => [field, columnName])) as Record<
        LeadField,
        typeof columnName
      >,
    )
    .optional()
    .describe('The column for each field. Default: the detected columns.'),
  listName: text(200)
    .optional()
    .describe('Adds all prospects to this list. Created if it does not exist.'),
  listId: ref('list').optional().describe('Adds all prospects to this existing list.'),
  tagName: text(200)
    .optional()
    .describe('Adds this tag to all prospects. Created if it does not exist.'),
  ...onMatchField,
});

const mapping = { firstName: 'Vorname', lastName: 'Nachname', email: 'E-Mail' };

export const postImportDryRun = defineEndpoint({
  ...defaults,
  id: 'postImportDryRun',
  method: 'POST',
  path: '/imports/{importId}/dry-run',
  topic: 'Import and export',
  params: importParams,
  summary: 'Preview an import',
  description:
    'Starts a task that runs the whole import without saving it. `counts` has the result ' +
    '(`inserted`, `updated`, `skipped`, `repeated`, `failed`, `quotaBlocked`). Each row ' +
    'counts once, as `repeated` if an earlier row added or changed the same person. Each ' +
    'failure has a reason. Other requests that add prospects to the workspace wait while ' +
    'it runs.',
  query: noQuery,
  body: importOptions,
  data: startedTask,
  examples: [
    {
      summary: 'Preview',
      ...importExampleParams,
      body: { mapping, listName: 'Trade fair 2026' },
      data: { task: { ...queuedExample, kind: 'import_dry_run', total: 2 } },
    },
  ],
});

export const postImportRun = defineEndpoint({
  ...defaults,
  id: 'postImportRun',
  method: 'POST',
  path: '/imports/{importId}/run',
  topic: 'Import and export',
  params: importParams,
  summary: 'Run an import',
  description:
    'Starts a task that adds or updates every prospect in the file, processing each row ' +
    'once. Invalid rows fail with a reason; `GET /tasks/{taskId}/failures.csv` returns ' +
    'them for correction and upload.',
  query: noQuery,
  body: importOptions,
  data: startedTask,
  examples: [
    {
      summary: 'Import with a list and a tag',
      ...importExampleParams,
      body: { mapping, listName: 'Trade fair 2026', tagName: 'Met in person' },
      data: { task: { ...queuedExample, kind: 'import', total: 2 } },
    },
  ],
});

export type ImportOptions = z.output<typeof importOptions>;
