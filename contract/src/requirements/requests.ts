import { ours, type Requirement } from './requirement.ts';

/** How a request is read, before it means anything. */
export const requests: Requirement[] = [
  ...ours({
    'validation.plain-names': 'fieldErrors is keyed by the plain name of the field.',
    'validation.row': 'A message about an item of a list begins with its place, as in leads[3].',
    'validation.issues': 'Beside fieldErrors, issues lists the problems with their exact paths.',
    'validation.all-at-once': 'All problems of a request are reported together.',
    'validation.empty-is-omitted': 'An empty string or a null counts as a field that was not sent.',
    'validation.no-coercion': 'A body value of the wrong type is refused, never converted.',
    'validation.unknown-field': 'An unknown body field is ignored and named in warnings.',
    'validation.did-you-mean': 'The warning about a misspelt field names the one it resembles.',
    'validation.misspelt-refused':
      'Where a request is refused, its message names a misspelt field and the one it resembles.',
    'validation.misspelt-switch':
      'Every endpoint that offers a switch such as dryRun or ignoreMissing refuses a misspelt one.',
    'validation.at-most-100':
      'At most 100 problems or warnings are listed, each in few words; the others are counted.',
    'validation.max-values':
      'A body of more than 5,000 fields and items is 422 before it is parsed.',
    'validation.proto': 'A body field called __proto__ is an unknown field like any other.',
    'validation.unknown-query': 'An unknown query parameter is 422.',
    'validation.repeated-query': 'A query parameter that is given twice is 422.',
    'validation.malformed-query': 'A query parameter that cannot be read as its type is 422.',
    'validation.nul': 'Text with a NUL character is refused.',
    'validation.surrogates': 'Text with half of a surrogate pair is refused.',
    'validation.nfc': 'Text is kept in Unicode normal form C.',
    'validation.combining-marks':
      'Text with more than 30 combining marks in a row is refused before it is normalized.',
    'validation.linear-time':
      'Reading a request of twice the size takes at most about twice the CPU, whatever it holds.',
    'validation.loop-stays-free':
      'While hostile bodies of the largest size are read, every other request is answered.',
    'validation.trimmed': 'Text is trimmed at both ends.',
    'validation.code-points': 'Lengths are counted in code points, so that an emoji is one.',
  }),

  ...ours({
    'idempotency.any-post': 'Every POST takes an Idempotency-Key header.',
    'idempotency.length':
      'A key has 1 to 255 characters; anything else is 422 on the field Idempotency-Key.',
    'idempotency.replay': 'The same key and body again get the data of the first answer.',
    'idempotency.one-effect': 'Repeats with the same key and body take effect once.',
    'idempotency.replayed-header':
      'A repeated answer has Idempotency-Replayed: true and a correlation id of its own.',
    'idempotency.other-body': 'The same key with other body bytes is 409 idempotency_conflict.',
    'idempotency.in-progress':
      'While the first request runs, a repeat is 409 idempotency_in_progress, Retry-After: 1.',
    'idempotency.scope': 'A key belongs to one workspace, user, method and path.',
    'idempotency.only-success': 'Only a 200 is kept: after an error the same key may be used anew.',
    'idempotency.with-the-effect': 'The answer is kept in the transaction of its effect.',
    'idempotency.24-hours': 'A kept answer is forgotten after 24 hours.',
    'idempotency.lost-commit':
      'When the outcome is unknown, the answer is 503, says so and asks to repeat with the key.',
  }),

  ...ours({
    'races.named':
      'A transaction runs again only when others can have caused its failure; a mistake is a 500 at once.',
    'outside.no-transaction':
      'An endpoint that calls another machine holds no database connection while it waits for it.',
    'outside.refused':
      'While a transaction is open, neither email nor a model nor any other host is called.',
  }),

  ...ours({
    'dry-run.offered': 'Every POST of the public API can be tried with dryRun: true.',
    'dry-run.nothing-stays': 'A dry run leaves nothing behind in the database.',
    'dry-run.says-so': 'A dry run answers with the usual data and dryRun: true.',
    'dry-run.constraints': 'A dry run meets the constraints that a real one meets at its commit.',
    'dry-run.no-key': 'A dry run keeps no answer for its Idempotency-Key.',
    'dry-run.no-usage': 'A dry run takes no quota and no credit, and makes no event and no job.',
    'dry-run.no-new-ids':
      'In a dry run new people have no prospectId, and prospectIds lists known people only.',
  }),
];
