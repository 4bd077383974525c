import { ours, type Requirement, spec } from './requirement.ts';

export const leads: Requirement[] = [
  ...spec(2, {
    'leads.fields':
      'A lead has ten optional fields, all stored: text as sent; email, LinkedIn profile and + phone numbers normalized.',
    'leads.needs-identity': 'A lead needs a name, a LinkedIn URL or an email.',
    'leads.invalid-email': 'An invalid email address is a field error on email.',
    'leads.empty-fields': 'Empty fields of a lead are ignored.',
  }),
  ...spec(4, {
    'leads.adds-or-updates': 'POST /leads adds new prospects and updates existing ones.',
    'leads.list-by-name': 'listName adds the leads to that list and creates it if needed.',
    'leads.list-by-id': 'listId adds the leads to an existing list.',
    'leads.source-types':
      'sourceType is extension, extension_profile, extension_search or extension_comments.',
    'leads.source-default': 'sourceType defaults to extension.',
    'leads.counts':
      'The response counts received, processed, inserted, skipped, failed and quotaBlocked leads.',
    'leads.answers-list': 'The response returns the list used as listId.',
    'leads.prospect-ids':
      'prospectIds contains new and existing prospects and can be passed to other endpoints.',
    'leads.quota': 'The response has the quota with monthlyImports and remaining.',
  }),
  ...spec(8, {
    'leads.max-100': 'One request accepts 1 to 100 leads.',
  }),

  ...ours({
    'leads.match-order': 'A lead is matched by LinkedIn, then by email, then by name.',
    'leads.match-by-name': 'A name matches only prospects with neither email nor LinkedIn.',
    'leads.identity-conflict':
      'If email and LinkedIn match different prospects, the lead fails with identity_conflict.',
    'leads.conflict-ids': 'conflictIds names both prospects of a conflict.',
    'leads.conflict-writes-nothing':
      'Nothing of a conflicting lead is written; the other leads are processed.',
    'leads.overwrites':
      'On a match, each field that is sent replaces the stored one; all other fields stay the same.',
    'leads.on-match-fill': 'With onMatch: fill, a match only fills blank fields.',
    'leads.changed': 'The result of an existing prospect names the changed fields.',
    'leads.not-a-profile':
      'A linkedinUrl that is not a profile is stored, named in warnings and not used for matching; a profile replaces it.',
    'leads.identifier-fills-blank': 'On a match, an identifier only fills a blank field.',
    'leads.ignored': 'An identifier that was sent but not stored is named in ignored.',
    'leads.source-at-creation': 'sourceType is set when a prospect is created and never changes.',
    'leads.in-sequence':
      'The leads of a request act as if sent one by one: {e1}, {l1}, {e1,l1} fails the third.',
    'leads.repeat':
      'A repeat of a person within a request only fills blank fields and counts as skipped.',
    'leads.repeat-of-refused': 'A repeat of a failed or blocked lead gets the same status.',
    'leads.quota-in-order': 'New prospects use the quota in the order sent.',
    'leads.list-made-anyway': 'The list is created even if all leads are blocked.',
    'leads.one-part-is-a-name': 'A first or a last name alone is a name.',
    'leads.full-name-clears-parts':
      'fullName replaces the stored first and last name with its own parts.',
    'leads.name-parts':
      'A first or last name changes only that part; the other stays, and the full name is updated.',
    'leads.phone': 'A phone number that starts with + is stored as E.164, any other as sent.',
    'leads.phone-no-match': 'Phone numbers are never used for matching.',
    'leads.one-person': 'Concurrent requests with the same new person create one prospect.',
    'leads.quota-under-races': 'Concurrent requests never exceed the quota.',
    'leads.retried': 'A deadlock or lost race is retried inside the service and is never a 500.',
  }),
  ...ours({
    'leads.sum': 'received equals inserted + updated + skipped + failed + quotaBlocked.',
    'leads.processed': 'processed equals inserted + updated + skipped.',
    'leads.inserted': 'inserted counts new prospects.',
    'leads.updated':
      'updated counts existing prospects with a changed field or a new list membership.',
    'leads.skipped': 'skipped counts repeats and unchanged existing prospects.',
    'leads.failed': 'failed counts leads that could not be processed, each with a reason.',
    'leads.quota-blocked':
      'quotaBlocked counts new people beyond the quota; their reason is quota_exceeded.',
    'leads.quota-resets': 'The quota says when it resets, as resetsAt.',
    'leads.told-do-not-contact':
      'The result of a suppressed person has doNotContact, whether new or existing.',
    'leads.order': 'GET /prospects lists the new prospects of one request in the order sent.',
    'leads.prospect-ids-order': 'prospectIds has no duplicates and follows the order of the leads.',
    'leads.known-join-list': 'Existing prospects are added to the list too.',
    'leads.results': 'results has, for each lead in order, its index, status and prospectId.',
    'leads.matched-by':
      'The result of an existing prospect says whether LinkedIn, email or name matched.',
    'leads.no-list': 'listId is null if no list was requested.',
    'leads.full-quota-200': 'A request beyond the quota is still a 200.',
    'leads.all-or-nothing': 'A 4xx means that nothing of the request was written.',
    'leads.bad-rows': 'Invalid leads make the request a 422 that names each of them.',
    'leads.skip-invalid': 'With onInvalid: skip, invalid leads become failed results instead.',
  }),
  ...ours({
    'leads.text-length': 'Names, titles, companies and locations have at most 300 characters.',
    'leads.url-length': 'URLs have at most 2,048 characters.',
    'leads.email-length': 'An email address has at most 320 characters.',
    'leads.phone-length': 'A phone number has at most 50 characters.',
    'leads.website': 'website is plain text; only http and https URLs are shown as links.',
  }),
];
