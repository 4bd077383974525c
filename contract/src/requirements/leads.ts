import { ours, type Requirement, spec } from './requirement.ts';

export const leads: Requirement[] = [
  ...spec(2, {
    'leads.fields':
      'A lead has ten optional fields, all stored: text as sent, email, profile and +… phone in one spelling.',
    'leads.needs-identity': 'A lead needs a name, a LinkedIn address or an e-mail address.',
    'leads.invalid-email': 'An invalid e-mail address is a field error on email.',
    'leads.empty-fields': 'Empty fields are left out of a lead.',
  }),
  ...spec(4, {
    'leads.adds-or-updates': 'POST /leads adds new people and updates those it knows.',
    'leads.list-by-name': 'listName puts the leads on that list, which is made if need be.',
    'leads.list-by-id': 'listId puts the leads on an existing list.',
    'leads.source-types':
      'sourceType is extension, extension_profile, extension_search or extension_comments.',
    'leads.source-default': 'sourceType is extension when it is not sent.',
    'leads.counts':
      'The answer counts leads received, processed, inserted, skipped, failed and quotaBlocked.',
    'leads.answers-list': 'The answer names the list that was used as listId.',
    'leads.prospect-ids':
      'prospectIds covers new and known people and is taken by other endpoints.',
    'leads.quota': 'The answer has the quota with monthlyImports and remaining.',
  }),
  ...spec(8, {
    'leads.max-100': 'One request takes 1 to 100 leads.',
  }),

  ...ours({
    'leads.match-order': 'A lead is matched by LinkedIn, then by e-mail, then by name.',
    'leads.match-by-name': 'A name matches only people with neither e-mail nor LinkedIn.',
    'leads.identity-conflict':
      'E-mail of one person and LinkedIn of another: the lead fails with identity_conflict.',
    'leads.conflict-ids': 'A conflict names both people in conflictIds.',
    'leads.conflict-writes-nothing': 'Nothing of a lead in conflict is written; the others go on.',
    'leads.overwrites':
      'On a match each field that is sent replaces the stored one, and every other field stays.',
    'leads.on-match-fill': 'With onMatch: fill, a match only fills fields that are blank.',
    'leads.changed': 'The result of a known person names the fields that changed.',
    'leads.not-a-profile':
      'A linkedinUrl that is no profile is kept, named in warnings and identifies nobody; a profile replaces it.',
    'leads.identifier-fills-blank': 'On a match an identifier only fills a blank.',
    'leads.ignored': 'An identifier that was sent but not taken is named in ignored.',
    'leads.source-at-creation': 'sourceType is set when a person is created, and never changed.',
    'leads.in-sequence':
      'The leads of a request act as if posted one by one: {e1}, {l1}, {e1,l1} fails the third.',
    'leads.repeat': 'A repeat of a person within a request only fills blanks and is skipped.',
    'leads.repeat-of-refused': 'A repeat of a failed or blocked lead gets the same status.',
    'leads.quota-in-order': 'New people take the quota in the order in which they were sent.',
    'leads.list-made-anyway': 'The list is made even if the leads are all blocked.',
    'leads.one-part-is-a-name': 'A first or a last name alone is a name.',
    'leads.full-name-clears-parts': 'fullName replaces the stored first and last name by its own.',
    'leads.name-parts':
      'A first or last name changes that part only: the other stays, and the full name follows.',
    'leads.phone': 'A phone number that begins with + is stored as E.164, any other as sent.',
    'leads.phone-no-match': 'Phone numbers never match people.',
    'leads.one-person': 'Racing requests with the same new person make one prospect.',
    'leads.quota-under-races': 'Racing requests never import more than the allowance.',
    'leads.retried': 'A deadlock or a lost race is retried inside the service, never a 500.',
  }),
  ...ours({
    'leads.sum': 'received is inserted, updated, skipped, failed and quotaBlocked together.',
    'leads.processed': 'processed is inserted, updated and skipped together.',
    'leads.inserted': 'inserted counts new people.',
    'leads.updated': 'updated counts known people with a changed field or a new place on the list.',
    'leads.skipped': 'skipped counts repeats and known people in whom nothing changed.',
    'leads.failed': 'failed counts leads that could not be taken, each with its reason.',
    'leads.quota-blocked':
      'quotaBlocked counts new people beyond the allowance; their results say quota_exceeded.',
    'leads.quota-resets': 'The quota says when the next allowance begins, as resetsAt.',
    'leads.told-do-not-contact':
      'The result of a person who is marked do-not-contact says so, newly imported or known.',
    'leads.order': 'GET /prospects shows the new people of one request in the order sent.',
    'leads.prospect-ids-order': 'prospectIds is free of repeats and in the order of the leads.',
    'leads.known-join-list': 'Known people join the list too.',
    'leads.results': 'results says for each lead, in order, its index, status and prospectId.',
    'leads.matched-by':
      'The result of a known person says whether LinkedIn, e-mail or name matched.',
    'leads.no-list': 'listId is null when no list was asked for.',
    'leads.full-quota-200': 'A request beyond the allowance is still a 200.',
    'leads.all-or-nothing': 'A 4xx means that nothing of the request was written.',
    'leads.bad-rows': 'Leads that break the rules make the request a 422 that names each of them.',
    'leads.skip-invalid': 'With onInvalid: skip the bad leads become failed results instead.',
  }),
  ...ours({
    'leads.text-length': 'Names, titles, companies and locations have at most 300 characters.',
    'leads.url-length': 'Addresses of pages have at most 2,048 characters.',
    'leads.email-length': 'An e-mail address has at most 320 characters.',
    'leads.phone-length': 'A phone number has at most 50 characters.',
    'leads.website': 'website is plain text; only http and https are ever shown as a link.',
  }),
];
