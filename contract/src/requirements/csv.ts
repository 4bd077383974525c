import { ours, type Requirement } from './requirement.ts';

/** People who come in a file, and people who are taken out in one. */
export const csv: Requirement[] = ours({
  'imports.upload': 'An upload tells rows, columns, delimiter and encoding, and adds nobody.',
  'imports.limits':
    'A file has at most 64 MiB, 250,000 rows and 500 columns; one beyond is refused, saying so.',
  'imports.encoding':
    'UTF-8 and UTF-16, with a mark or without, are read; anything else as Windows-1252, with a warning.',
  'imports.delimiter': 'Comma, semicolon, tab and pipe are told apart.',
  'imports.quoting': 'A quoted cell may hold delimiters, quotation marks and new lines.',
  'imports.ragged':
    'A row with too few cells is taken, one with too many fails alone, an empty one is left out.',
  'imports.header': 'The first row holds the names; doubled and missing ones are made different.',
  'imports.wrong-file': 'A file that is no CSV is 422 and told what it looks like and what to do.',
  'imports.guess': 'Columns are recognised by their names, in several languages, or their values.',
  'imports.spooled': 'A slow upload holds no database connection, and leaves no file behind.',
  'imports.mapping': 'A mapping to a column that is not there, or to nobody’s name, is 422.',
  'imports.rows-like-leads': 'A row is cleaned, checked and recognised like a lead of POST /leads.',
  'imports.bad-rows': 'A row that cannot be imported fails alone, with its number and its reason.',
  'imports.later-wins': 'Someone who comes twice in a file is what the later row says.',
  'imports.on-match':
    'With onMatch: fill, an import and its trial only fill what is blank in known people.',
  'imports.repeated':
    'A row about someone whom an earlier row added or changed is counted as repeated, and as nothing else.',
  'imports.board': 'Everyone in the file joins the list and gets the tag that were asked for.',
  'imports.quota': 'Rows beyond the monthly quota fail and say when to come again.',
  'imports.once': 'Every row is imported once, whatever dies.',
  'imports.dry-run': 'A dry run tells exactly what the run would do.',
  'imports.dry-run-nothing': 'A dry run leaves its task and its failures, and nothing else.',
  'imports.dry-runs-beside':
    'A dry run that takes long does not hold up those of other workspaces.',
  'imports.uploads-per-day': 'A workspace uploads at most 100 files in 24 hours; one more is 429.',
  'imports.kept-bytes': 'The files of a workspace that are kept have at most 2 GiB together.',
  'imports.failures-file':
    'Failed rows are given as a file that can be corrected and imported again.',
  'imports.kept': 'Files, their rows and failures are kept for 30 days.',
  'exports.filter': 'An export holds everyone whom a filter matches, with the columns asked for.',
  'exports.per-day': 'A workspace starts at most 50 exports in 24 hours; one more is 429.',
  'exports.safe':
    'No cell of a file that is given out is a formula to a spreadsheet, whatever it separates by.',
  'exports.whole': 'A file of which a part has gone is 404, like one that has gone.',
  'exports.round-trip': 'What is exported can be imported, and gives the same people.',
  'exports.when-done': 'The file of an export is 404 until it is done, and after 7 days.',
  'exports.streamed': 'A file is sent piece by piece; a slow reader holds no database connection.',
  'audit.files':
    'The audit log tells who uploaded, started an import or export, or downloaded one.',
});
