import { ours, type Requirement } from './requirement.ts';

/** CSV imports and exports. */
export const csv: Requirement[] = ours({
  'imports.upload': 'An upload returns rows, columns, delimiter and encoding, and imports nothing.',
  'imports.limits':
    'A file has at most 64 MiB, 250,000 rows and 500 columns; a larger file is rejected with the limit.',
  'imports.encoding':
    'UTF-8 and UTF-16, with or without a byte order mark, are read; anything else is read as Windows-1252, with a warning.',
  'imports.delimiter': 'Comma, semicolon, tab and pipe are detected as delimiters.',
  'imports.quoting': 'A quoted cell can contain delimiters, quotation marks and line breaks.',
  'imports.ragged':
    'A row with too few cells is accepted, a row with too many fails, and an empty row is skipped.',
  'imports.header':
    'The first row holds the column names; duplicate and missing names are made unique.',
  'imports.wrong-file':
    'A file that is not CSV is 422; the message says what it looks like and what to do.',
  'imports.guess':
    'Columns are recognized by their names, in several languages, or by their values.',
  'imports.spooled': 'A slow upload holds no database connection and leaves no file behind.',
  'imports.mapping': 'A mapping to a missing column, or without any identifying field, is 422.',
  'imports.rows-like-leads': 'A row is cleaned, validated and matched like a lead of POST /leads.',
  'imports.bad-rows': 'An invalid row fails on its own, with its number and reason.',
  'imports.later-wins': 'If a person appears twice in a file, the later row wins.',
  'imports.on-match':
    'With onMatch: fill, an import and its dry run only fill blank fields of existing prospects.',
  'imports.repeated':
    'A row about a person that an earlier row added or changed counts only as repeated.',
  'imports.board':
    'All prospects in the file are added to the requested list and get the requested tag.',
  'imports.quota': 'Rows beyond the monthly quota fail and say when the quota resets.',
  'imports.once': 'Every row is imported once, even after a crash.',
  'imports.dry-run': 'A dry run reports exactly what the import would do.',
  'imports.dry-run-nothing': 'A dry run stores only its task and its failures.',
  'imports.dry-runs-beside': 'A long dry run does not delay those of other workspaces.',
  'imports.uploads-per-day': 'A workspace uploads at most 100 files in 24 hours; one more is 429.',
  'imports.kept-bytes': 'The stored files of a workspace are at most 2 GiB in total.',
  'imports.failures-file': 'Failed rows can be downloaded as a file, corrected and imported again.',
  'imports.kept': 'Files, their rows and failures are kept for 30 days.',
  'exports.ids': 'Up to 10,000 prospects are exported by id, in the given order.',
  'exports.filter':
    'An export contains every prospect that matches a filter, with the requested columns.',
  'exports.per-day': 'A workspace starts at most 50 exports in 24 hours; one more is 429.',
  'exports.safe':
    'No cell of a downloaded file is a formula to a spreadsheet, whatever the delimiter.',
  'exports.whole': 'A file with a missing part is 404, like a missing file.',
  'exports.round-trip': 'An exported file can be imported and gives the same prospects.',
  'exports.when-done':
    'The file of an export is 404 until the export is done, and again after 7 days.',
  'exports.streamed': 'A file is streamed; a slow client holds no database connection.',
  'audit.files': 'The audit log records uploads, imports, exports and downloads, and who did them.',
});
