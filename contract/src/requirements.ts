/** A sentence of the specification, in our words. Tests name it: `test('… [leads.max-100]')`. */
export interface Requirement {
  /** Stable: tests and integrators refer to it. */
  id: string;
  statement: string;
  /** The part of the specification that asks for it. */
  part: keyof typeof specificationParts;
}

export const specificationParts = {
  1: 'Purpose and envelope',
  2: 'Resources',
  3: 'States',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versions',
} as const;

const part = (number: Requirement['part'], statements: Record<string, string>): Requirement[] =>
  Object.entries(statements).map(([id, statement]) => ({ id, statement, part: number }));

/** Behavior beyond the specification has no entry here. The names of its tests describe it. */
export const requirements: readonly Requirement[] = [
  ...part(1, {
    'envelope.correlation-id': 'Every error has a correlationId that the caller can quote.',
    'envelope.error': 'An error is a JSON object with ok false and code and message under error.',
    'envelope.field-errors': 'fieldErrors maps each invalid field to a list of messages.',
    'envelope.success': 'A success is a JSON object with ok true and an object under data.',
    'ids.own-workspace': 'A caller can access nothing outside the workspace of the token.',
    'roles.every-plan': 'Every plan includes the API, within the limits of the plan.',
    'roles.viewer-below-member': 'A Viewer has fewer permissions than a Member.',
  }),
  ...part(2, {
    'campaigns.fields': 'A campaign has id, name, status and the number of enrolled prospects.',
    'leads.empty-fields': 'Empty fields of a lead are ignored.',
    'leads.fields':
      'A lead has ten optional fields, all stored: text as sent; email, LinkedIn profile and + phone numbers normalized.',
    'leads.invalid-email': 'An invalid email address is a field error on email.',
    'leads.needs-identity': 'A lead needs a name, a LinkedIn URL or an email.',
    'prospects.uuid': 'A prospect is identified by a uuid.',
    'quota.fields': 'The quota has monthlyImports, the allowance, and remaining.',
  }),
  ...part(3, {
    'bulk.delete': 'delete permanently deletes prospects.',
    'bulk.stage': 'stage moves all given prospects from any stage to the given one.',
    'bulk.suppress': 'suppress marks prospects as do not contact.',
    'bulk.unsuppress': 'unsuppress removes the mark.',
    'campaigns.statuses': 'Only campaigns in draft, running or paused are listed.',
    'prospects.stages':
      'The stages are new, contacted, replied, interested, meeting, customer and not_interested.',
    'suppression.not-enrolled': 'Suppressed prospects are skipped when enrolling.',
  }),
  ...part(4, {
    'boards.reads': 'GET /boards returns the lists, tags and stages with their ids.',
    'bulk.actions': 'action is one of eight and is required.',
    'bulk.add-to-list': 'add_to_list adds prospects to a list, given by id or name.',
    'bulk.needs-target': 'An action without its tag, list or stage is 422.',
    'bulk.remove-from-list': 'remove_from_list removes prospects from a list, given by id or name.',
    'bulk.tag': 'tag adds a tag to prospects, given by id or name.',
    'bulk.untag': 'untag removes a tag from prospects, given by id or name.',
    'campaigns.enroll':
      'POST /campaigns enrolls prospects and returns enrolled, skipped and campaignName.',
    'campaigns.never-twice': 'A prospect is enrolled in a campaign at most once.',
    'campaigns.running-first':
      'GET /campaigns lists running campaigns first, then paused ones, then drafts, with a cursor.',
    'campaigns.skip':
      'Prospects that are already enrolled, suppressed or unsuitable are skipped and counted.',
    'enrich.custom-prompt': 'customPrompt guides the opening line.',
    'enrich.instructions': 'useWorkspaceInstructions adds the instructions of the workspace.',
    'enrich.mode': 'mode is enrich_only (the default) or personalized_line.',
    'enrich.queues': 'POST /enrich queues research or an opening line for prospects.',
    'envelope.json-body': 'A body is read when it is sent as application/json.',
    'envelope.status-200': 'Every success has status 200.',
    'inbox.visible': 'GET /inbox lists the latest conversations that the user can see.',
    'leads.adds-or-updates': 'POST /leads adds new prospects and updates existing ones.',
    'leads.answers-list': 'The response returns the list used as listId.',
    'leads.counts':
      'The response counts received, processed, inserted, skipped, failed and quotaBlocked leads.',
    'leads.list-by-id': 'listId adds the leads to an existing list.',
    'leads.list-by-name': 'listName adds the leads to that list and creates it if needed.',
    'leads.prospect-ids':
      'prospectIds contains new and existing prospects and can be passed to other endpoints.',
    'leads.quota': 'The response has the quota with monthlyImports and remaining.',
    'leads.source-default': 'sourceType defaults to extension.',
    'leads.source-types':
      'sourceType is extension, extension_profile, extension_search or extension_comments.',
    'prospects.by-campaign': 'campaignId returns the prospects enrolled in that campaign.',
    'prospects.by-enrichment': 'enrichmentStatus returns the prospects with that status.',
    'prospects.by-id': 'ids and GET /prospects/{prospectId} return prospects by their ids.',
    'prospects.by-list': 'listId returns the prospects on that list.',
    'prospects.by-owner':
      'ownerId returns the prospects of that user, or with none those without one.',
    'prospects.by-stage': 'stage returns the prospects in that stage.',
    'prospects.by-tag': 'tagId returns the prospects with that tag.',
    'prospects.created': 'createdFrom and createdTo filter by creation date.',
    'prospects.filters-optional': 'GET /prospects works without parameters.',
    'prospects.has-email': 'hasEmail returns the prospects with or without an email.',
    'prospects.has-linkedin': 'hasLinkedin returns the prospects with or without LinkedIn.',
    'prospects.paging': 'page and pageSize select a page of the results.',
    'prospects.q': 'q searches prospects by text.',
    'prospects.return-ids': 'returnIds returns only ids.',
    'roles.get-campaigns': 'Listing campaigns requires a Viewer or higher.',
    'roles.post-campaigns': 'Enrolling in a campaign requires a Member or higher.',
    'roles.post-leads': 'Adding leads requires a Member or higher.',
    'session.no-parameters': 'GET /session needs neither a body nor parameters.',
    'session.reads': 'GET /session returns the workspace, the plan and the remaining imports.',
  }),
  ...part(5, {
    'tokens.acts-as-maker':
      'A token acts as the user who created it, in that workspace and with that role.',
    'tokens.bearer': 'The token is read from the Authorization header, as a bearer token.',
    'tokens.generate': 'A user creates a token in Settings, Chrome extension & API.',
    'tokens.revoke-all': 'Revoking all tokens disconnects everything that used one.',
    'tokens.rotate': 'Rotating revokes every token of the workspace and creates one new token.',
  }),
  ...part(6, {
    'events.replies-and-stages': 'Replies and stage changes are events.',
    'webhooks.not-in-the-api': 'The public API has no endpoint that delivers events.',
    'webhooks.signed': 'Events are delivered through signed webhooks.',
  }),
  ...part(7, {
    'errors.invalid':
      'An invalid body or parameter is 422 with code validation_error and fieldErrors.',
    'errors.no-token': 'A request without a valid token is 401.',
    'errors.not-allowed': 'A valid token with an insufficient role is 403.',
    'errors.plan-not-allowed': 'An operation that the plan excludes is 403.',
    'errors.too-many': 'A caller above its rate limit gets 429.',
    'ids.not-found': 'An id that is not in the workspace is 404.',
  }),
  ...part(8, {
    'bulk.max-500': 'One request accepts 1 to 500 prospect ids.',
    'campaigns.max-100': 'One request enrolls 1 to 100 prospect ids.',
    'campaigns.max-50': 'At most 50 campaigns are listed.',
    'credits.one-each': 'Enrichment costs one credit per prospect.',
    'credits.refunded': 'A failed enrichment refunds its credit.',
    'enrich.max-100': 'One request accepts 1 to 100 prospect ids.',
    'enrich.prompt-length': 'customPrompt has at most 2,000 characters.',
    'leads.max-100': 'One request accepts 1 to 100 leads.',
    'quota.per-plan': 'The import allowance comes from the plan.',
    'rate.post-campaigns': 'A token can enroll 30 times a minute.',
    'rate.post-leads': 'A token can add leads 60 times a minute.',
    'rate.wait-a-minute': 'A caller that waits a minute after a 429 is served again.',
  }),
  ...part(9, {
    'versions.in-path': 'The version is part of every path: /api/v1/ext.',
  }),
];
