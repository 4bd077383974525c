import { ours, type Requirement, spec } from './requirement.ts';

/** Prospects, boards, bulk actions and suppression. */
export const prospects: Requirement[] = [
  ...spec(1, {
    'ids.own-workspace': 'A caller can access nothing outside the workspace of the token.',
  }),
  ...spec(7, {
    'ids.not-found': 'An id that is not in the workspace is 404.',
  }),
  ...ours({
    'ids.workspace-first': 'The key of every table with tenant data starts with the workspace.',
    'ids.filters-too': 'An unknown id in a filter is also 404 not_found.',
    'ids.foreign-is-unknown':
      'An id of another workspace gets the same response as an unknown one.',
    'ids.all-or-404':
      'One unknown prospect id makes the request 404 and nothing is applied; notFound lists all unknown ids.',
    'ids.not-found-order': 'notFound is in the order in which the ids were sent.',
    'ids.ignore-missing':
      'With ignoreMissing, the existing ids are processed and data has notFound.',
    'ids.any-case': 'UUIDs are accepted in any case and returned in lowercase.',
    'ids.counted-as-sent': 'The size of an array is checked before duplicates are dropped.',
    'ids.id-and-name':
      'A list or tag given by id and by name must be the same one, otherwise 422 on the name.',
    'ids.name-creates': 'An unknown name is created by tag, add_to_list and POST /leads.',
    'ids.name-not-found': 'An unknown name is 404 for untag and remove_from_list.',
    'ids.name-unique': 'List and tag names are compared without case and extra white space.',
    'ids.name-races': 'Concurrent requests with the same new name create one list or tag.',
    'ids.name-length': 'The name of a list or tag has at most 200 characters.',
    'ids.at-most-1000': 'A workspace has at most 1,000 lists and 1,000 tags.',
  }),

  ...spec(2, {
    'prospects.uuid': 'A prospect is identified by a uuid.',
  }),
  ...spec(3, {
    'prospects.stages':
      'The stages are new, contacted, replied, interested, meeting, customer and not_interested.',
  }),
  ...spec(4, {
    'prospects.filters-optional': 'GET /prospects works without parameters.',
    'prospects.q': 'q searches prospects by text.',
    'prospects.by-stage': 'stage returns the prospects in that stage.',
    'prospects.by-list': 'listId returns the prospects on that list.',
    'prospects.by-tag': 'tagId returns the prospects with that tag.',
    'prospects.by-campaign': 'campaignId returns the prospects enrolled in that campaign.',
    'prospects.has-email': 'hasEmail returns the prospects with or without an email.',
    'prospects.has-linkedin': 'hasLinkedin returns the prospects with or without LinkedIn.',
    'prospects.by-owner':
      'ownerId returns the prospects of that user, or with none those without one.',
    'prospects.by-enrichment': 'enrichmentStatus returns the prospects with that status.',
    'prospects.created': 'createdFrom and createdTo filter by creation date.',
    'prospects.paging': 'page and pageSize select a page of the results.',
    'prospects.return-ids': 'returnIds returns only ids.',
  }),
  ...ours({
    'prospects.record':
      'A prospect has its lead fields, stage, flags, lists, tags, campaigns, enrichment and times.',
    'prospects.nulls': 'Missing values of a prospect are null.',
    'prospects.console-sources': 'Prospects added in the console have the source csv or manual.',
    'prospects.first-page': 'The first page is 1.',
    'prospects.page-size': 'A page has 25 prospects by default, at most 500.',
    'prospects.page-of-ids': 'With returnIds a page has 500 ids by default.',
    'prospects.newest-first': 'The newest come first; equal times are ordered by id, descending.',
    'prospects.milliseconds': 'Times are returned to the millisecond.',
    'prospects.any-depth': 'Every page is served, however deep.',
    'prospects.cursor': 'nextCursor continues after the page, at the same cost at any depth.',
    'prospects.cursor-or-page': 'cursor and page together are 422.',
    'prospects.cursor-filters': 'A cursor with different filters is 422.',
    'prospects.cursor-nulls': 'With a cursor, page and total are null.',
    'prospects.total':
      'total is exact up to 10,000, or 1,000 where several filters each match more; beyond that totalIsCapped is true.',
    'prospects.sort':
      'sort orders by creation, change, last activity, name, company or stage, in both directions.',
    'prospects.last-activity':
      'lastActivityAt is the last change by a user or token, or the last message.',
    'prospects.several': 'stage, listId, tagId and sourceType take several values; one must match.',
    'prospects.by-company': 'company matches the whole company, ignoring case and accents.',
    'prospects.has-phone': 'hasPhone matches prospects with or without a phone number.',
    'prospects.updated': 'updatedFrom and updatedTo bound the last change.',
    'prospects.q-words': 'Every word of q must match.',
    'prospects.q-fields':
      'q searches name, title, company, email, LinkedIn slug, website and location.',
    'prospects.q-key':
      'The email address or LinkedIn profile of a prospect as q, in any spelling, finds only that one.',
    'prospects.q-folded': 'q ignores case and accents.',
    'prospects.q-plain': 'Percent sign, underscore and backslash have no special meaning in q.',
    'prospects.q-start':
      'A word of q must begin a word of the prospect; words also begin behind signs, as in an address.',
    'prospects.q-cjk':
      'Chinese, Japanese and Korean text is found by any of its characters, in their order.',
    'prospects.q-length': 'q has at most 500 characters.',
    'prospects.read-your-writes': 'A write is visible to the next search.',
    'prospects.dates':
      'A date bound is an ISO date, meaning the whole day in UTC, or a date-time with an offset.',
    'prospects.dates-order':
      'createdFrom after createdTo is 422, and so is updatedFrom after updatedTo.',
    'prospects.bounded-search':
      'A search scans at most 100,000 rows; a short page then still has a nextCursor.',
    'prospects.new': 'A new prospect has stage new, is not suppressed, and enrichmentStatus none.',
    'prospects.first-message': 'The first message sent moves new to contacted.',
    'prospects.reply': 'A reply by a person moves new or contacted to replied.',
    'prospects.only-forward': 'Automation never moves a stage back.',
    'prospects.auto-reply': 'Auto-replies and bounces change no stage.',
    'prospects.deleted-for-good':
      'Deleting ends enrollments and jobs, releases reservations, and cannot be undone.',
    'prospects.deleted-data': 'Deleting removes the personal data from past events.',
  }),

  ...ours({
    'pipeline.columns':
      'GET /pipeline returns the first page of every stage, as GET /prospects does, and its cursors continue there.',
    'pipeline.since': 'stageChangedAt is when the stage last changed; null if it never did.',
    'pipeline.added':
      'A prospect added by hand may start in any stage; an existing one stays in its own.',
  }),

  ...ours({
    'search.words':
      'GET /search finds prospects, lists, tags and campaigns by the starts of their words, without case and accents.',
    'search.eight': 'GET /search returns at most eight of each, however many match.',
    'search.own-workspace': 'GET /search finds nothing of another workspace.',
    'search.bounded': 'The cost of GET /search does not grow with the workspace.',
  }),

  ...spec(4, {
    'boards.reads': 'GET /boards returns the lists, tags and stages with their ids.',
  }),
  ...ours({
    'boards.lists-and-tags': 'Each list and tag has an id, a name and a prospect count.',
    'boards.stages': 'Each stage has its value as id, its name, position and prospect count.',
    'boards.exact': 'Counts of boards and campaigns are exact after every change and failure.',
  }),

  ...spec(3, {
    'bulk.stage': 'stage moves all given prospects from any stage to the given one.',
    'bulk.suppress': 'suppress marks prospects as do not contact.',
    'bulk.unsuppress': 'unsuppress removes the mark.',
    'bulk.delete': 'delete permanently deletes prospects.',
  }),
  ...spec(4, {
    'bulk.actions': 'action is one of eight and is required.',
    'bulk.tag': 'tag adds a tag to prospects, given by id or name.',
    'bulk.untag': 'untag removes a tag from prospects, given by id or name.',
    'bulk.add-to-list': 'add_to_list adds prospects to a list, given by id or name.',
    'bulk.remove-from-list': 'remove_from_list removes prospects from a list, given by id or name.',
    'bulk.needs-target': 'An action without its tag, list or stage is 422.',
  }),
  ...spec(8, {
    'bulk.max-500': 'One request accepts 1 to 500 prospect ids.',
  }),
  ...ours({
    'bulk.sum': 'requested equals affected + unchanged + notFound, over distinct ids.',
    'bulk.names-target': 'The response has the tag or list by id and name.',
    'bulk.other-fields': 'Fields of other actions are ignored.',
    'bulk.all-or-nothing': 'A bulk action applies to all its prospects or to none.',
  }),

  ...spec(3, {
    'suppression.not-enrolled': 'Suppressed prospects are skipped when enrolling.',
  }),
  ...ours({
    'suppression.remembered':
      'A suppressed prospect that is deleted and added again is suppressed again.',
    'suppression.not-a-profile':
      'A page that is not one person’s profile is never stored as suppressed and suppresses no prospect.',
    'suppression.hashed':
      'Suppressions of deleted prospects are stored as keyed hashes, not as addresses.',
    'suppression.name-only':
      'A prospect with only a name cannot be remembered as suppressed, and the docs say so.',
    'suppression.later-identifier':
      'An identifier added to a suppressed prospect is suppressed as well.',
    'suppression.wrong-key': 'The service does not start with a different hash key.',
    'suppression.address-facts':
      'Unsubscribes, complaints and hard bounces belong to the address: no prospect with it is enrolled.',
    'suppression.unsuppress-keeps-facts':
      'unsuppress does not remove unsubscribes, complaints or bounces.',
    'suppression.lifted-by-admin': 'An Admin can remove them in the console, with a logged reason.',
    'suppression.last-moment': 'All suppressions are checked right before a message is sent.',
  }),
];
