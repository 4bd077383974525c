import { z } from 'zod';
import { endpoint, manageLine, noQuery } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, text, timestamp } from '../fields.ts';
import { type LeadField, leadFields, offersOnMatch } from '../leads.ts';
import { queuedExample, startedTask } from './tasks.ts';

/** What one file may hold, and what a workspace may upload: files are kept for 30 days. */
export const importLimits = {
  rows: 250_000,
  columns: 500,
  uploadsPerDay: 100,
  keptBytes: 2 * 1024 ** 3,
} as const;

const column = z.strictObject({
  name: z.string().describe('As the header row has it. No two are the same.'),
  guess: z.enum(leadFields).nullable().describe('The field that it seems to hold.'),
  sample: z.array(z.string()).max(3).describe('Its first values.'),
});
export type ImportColumn = z.output<typeof column>;

const importFile = z
  .strictObject({
    id: id(),
    name: z.string(),
    rows: count().describe('Rows that are not empty, without the header.'),
    columns: z.array(column),
    delimiter: z.enum([',', ';', '\t', '|']),
    encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
    warnings: z.array(z.string()).describe('What may not be as it was meant.'),
    createdAt: timestamp(),
  })
  .meta({
    id: 'Import',
    description: 'A CSV file, read and kept for 30 days. Nobody is added yet.',
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

const about = { ...manageLine, role: 'member' } as const;

const oneImport = z.object({ importId: ref('import').describe('The import.') });
const inImport = { params: { importId: exampleIds.import } };

export const postImports = endpoint({
  ...about,
  id: 'postImports',
  method: 'POST',
  path: '/imports',
  summary: 'Upload a CSV file',
  description:
    'Reads a file of up to 64 MiB and 250,000 rows, keeps it, and says what its columns seem to ' +
    'be. The first row must hold their names. Encoding and delimiter are found out. Nobody is ' +
    'added before the import is run.',
  query: z.object({
    name: text(200).optional().describe('What the file is called; `import.csv` unless given.'),
  }),
  body: null,
  takes: 'csv',
  data: z.strictObject({ import: importFile }),
  examples: [
    {
      summary: 'People met at a fair',
      query: { name: 'fair.csv' },
      file:
        'Vorname;Nachname;E-Mail;Stand\r\n' +
        'Amara;Okafor;amara.okafor@saltmarsh.example;C 14\r\n' +
        'Henrik;Lund;henrik@nordlys.example;\r\n',
      data: { import: example },
    },
  ],
});

export const getImport = endpoint({
  ...about,
  id: 'getImport',
  method: 'GET',
  path: '/imports/{importId}',
  params: oneImport,
  summary: 'Read what a file holds',
  description: 'The answer that its upload got.',
  query: noQuery,
  body: null,
  data: z.strictObject({ import: importFile }),
  examples: [{ summary: 'The file from the fair', ...inImport, data: { import: example } }],
});

const columnName = text(300).optional();

const order = z.object({
  mapping: z
    .object(
      Object.fromEntries(leadFields.map((field) => [field, columnName])) as Record<
        LeadField,
        typeof columnName
      >,
    )
    .optional()
    .describe('For each field the column that holds it; the guesses unless given.'),
  listName: text(200).optional().describe('Puts everyone on this list, made if it is new.'),
  listId: ref('list').optional().describe('Puts everyone on this existing list.'),
  tagName: text(200).optional().describe('Gives everyone this tag, made if it is new.'),
  ...offersOnMatch,
});

const mapping = { firstName: 'Vorname', lastName: 'Nachname', email: 'E-Mail' };

export const postImportDryRun = endpoint({
  ...about,
  id: 'postImportDryRun',
  method: 'POST',
  path: '/imports/{importId}/dry-run',
  params: oneImport,
  summary: 'Try an import',
  description:
    'Starts a task that imports the whole file as the run would, tells what came of it in ' +
    '`counts` (`inserted`, `updated`, `skipped`, `repeated`, `failed`, `quotaBlocked`; each row once, ' +
    'and `repeated` if an earlier row added or changed the same person) and each failure with ' +
    'its reason, and keeps nothing else. While it runs, others who add people to the workspace wait.',
  query: noQuery,
  body: order,
  data: startedTask,
  examples: [
    {
      summary: 'What would happen',
      ...inImport,
      body: { mapping, listName: 'Trade fair 2026' },
      data: { task: { ...queuedExample, kind: 'import_dry_run', total: 2 } },
    },
  ],
});

export const postImportRun = endpoint({
  ...about,
  id: 'postImportRun',
  method: 'POST',
  path: '/imports/{importId}/run',
  params: oneImport,
  summary: 'Run an import',
  description:
    'Starts a task that adds everyone in the file, or updates those who are there already, row by ' +
    'row and each row once. A row that cannot be imported fails with its reason; ' +
    '`GET /tasks/{taskId}/failures.csv` gives those rows to be corrected and uploaded again.',
  query: noQuery,
  body: order,
  data: startedTask,
  examples: [
    {
      summary: 'Everyone onto a list, with a tag',
      ...inImport,
      body: { mapping, listName: 'Trade fair 2026', tagName: 'Met in person' },
      data: { task: { ...queuedExample, kind: 'import', total: 2 } },
    },
  ],
});

export type ImportOrder = z.output<typeof order>;
