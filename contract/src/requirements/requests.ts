import { ours, type Requirement } from './requirement.ts';

/** Validation, idempotency and dry runs. */
export const requests: Requirement[] = [
  ...ours({
    'validation.plain-names': 'fieldErrors uses plain field names as keys.',
    'validation.row': 'A message about an array item starts with its index, as in leads[3].',
    'validation.issues': 'issues lists the same problems as fieldErrors, with exact paths.',
    'validation.all-at-once': 'All problems of a request are reported together.',
    'validation.empty-is-omitted': 'An empty string or null counts as an omitted field.',
    'validation.no-coercion': 'A body value of the wrong type is rejected, never converted.',
    'validation.unknown-field': 'An unknown body field is ignored and named in warnings.',
    'validation.did-you-mean':
      'The warning about a misspelled field suggests the field it resembles.',
    'validation.misspelt-refused':
      'If a request is rejected, its message names a misspelled field and the one it resembles.',
    'validation.misspelt-switch':
      'Every endpoint with a safety field such as dryRun or ignoreMissing rejects a misspelled one.',
    'validation.at-most-100':
      'At most 100 problems or warnings are listed, each briefly; the rest are counted.',
    'validation.max-values':
      'A body with more than 5,000 fields and items is 422 before it is parsed.',
    'validation.proto': 'A body field named __proto__ is treated as an unknown field.',
    'validation.unknown-query': 'An unknown query parameter is 422.',
    'validation.repeated-query': 'A repeated query parameter is 422.',
    'validation.malformed-query': 'A query parameter of the wrong type is 422.',
    'validation.nul': 'Text with a NUL character is rejected.',
    'validation.surrogates': 'Text with an unpaired surrogate is rejected.',
    'validation.nfc': 'Text is stored in Unicode normal form C.',
    'validation.combining-marks':
      'Text with more than 30 combining marks in a row is rejected before it is normalized.',
    'validation.linear-time':
      'Reading a request of twice the size takes at most about twice the CPU time, whatever it contains.',
    'validation.loop-stays-free':
      'While the largest hostile bodies are read, other requests are still answered.',
    'validation.trimmed': 'Text is trimmed at both ends.',
    'validation.code-points': 'Lengths are counted in code points, so an emoji counts as one.',
  }),

  ...ours({
    'idempotency.any-post': 'Every POST accepts an Idempotency-Key header.',
    'idempotency.length':
      'A key has 1 to 255 characters; anything else is 422 on the field Idempotency-Key.',
    'idempotency.replay':
      'A repeat with the same key and body returns the data of the first response.',
    'idempotency.one-effect': 'Repeats with the same key and body take effect once.',
    'idempotency.replayed-header':
      'A replayed response has Idempotency-Replayed: true and its own correlation id.',
    'idempotency.other-body': 'The same key with a different body is 409 idempotency_conflict.',
    'idempotency.in-progress':
      'While the first request runs, a repeat is 409 idempotency_in_progress with Retry-After: 1.',
    'idempotency.scope': 'A key is scoped to a workspace, user, method and path.',
    'idempotency.only-success':
      'Only a 200 is stored; after an error the same key can be used again.',
    'idempotency.with-the-effect': 'The response is stored in the same transaction as the change.',
    'idempotency.24-hours': 'A stored response is deleted after 24 hours.',
    'idempotency.lost-commit':
      'If the outcome of a commit is unknown, the response is 503 and asks to repeat the request with the same key.',
  }),

  ...ours({
    'races.named':
      'A transaction is retried only if a concurrent transaction can have caused the failure; any other error is a 500 immediately.',
    'outside.no-transaction':
      'An endpoint that calls another machine holds no database connection while it waits.',
    'outside.refused': 'No email, model or other host is called while a transaction is open.',
  }),

  ...ours({
    'dry-run.offered': 'Every POST of the public API accepts dryRun: true.',
    'dry-run.nothing-stays': 'A dry run leaves nothing in the database.',
    'dry-run.says-so': 'A dry run returns the usual data and dryRun: true.',
    'dry-run.constraints': 'A dry run checks the constraints that a real run checks at commit.',
    'dry-run.no-key': 'A dry run stores no response for its Idempotency-Key.',
    'dry-run.no-usage': 'A dry run uses no quota or credits and creates no events or jobs.',
    'dry-run.no-new-ids':
      'In a dry run, new prospects have no prospectId, and prospectIds lists existing prospects only.',
  }),
];
