import { ours, type Requirement, spec } from './requirement.ts';

/** The people in the workspace: finding them, sorting them, leaving them alone. */
export const prospects: Requirement[] = [
  ...spec(1, {
    'ids.own-workspace': 'A caller sees and changes nothing outside the workspace of the token.',
  }),
  ...spec(7, {
    'ids.not-found': 'An id that is not in the workspace is 404.',
  }),
  ...ours({
    'ids.workspace-first': 'The key of every table with tenant data begins with the workspace.',
    'ids.filters-too': 'An unknown id in a filter is 404 not_found as well.',
    'ids.foreign-is-unknown': 'An id of another workspace is answered just like a made-up one.',
    'ids.all-or-404':
      'One unknown prospect id makes the request 404, applies nothing; notFound lists them all.',
    'ids.not-found-order': 'notFound is in the order in which the ids were sent.',
    'ids.ignore-missing': 'With ignoreMissing the known ids are served and data has notFound.',
    'ids.any-case': 'Uuids are taken in any case and answered in lower case.',
    'ids.counted-as-sent': 'The size of a list is checked before its duplicates are dropped.',
    'ids.id-and-name':
      'A list or tag by id and by name must be the same one, else 422 on the name.',
    'ids.name-creates': 'An unknown name is created by tag, add_to_list and POST /leads.',
    'ids.name-not-found': 'An unknown name is 404 for untag and remove_from_list.',
    'ids.name-unique':
      'Names of lists and of tags are the same whatever their case and white space.',
    'ids.name-races': 'Racing requests with one new name create one list or tag.',
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
    'prospects.q': 'q finds people by free text.',
    'prospects.by-stage': 'stage keeps the people in that stage.',
    'prospects.by-list': 'listId keeps the people on that list.',
    'prospects.by-tag': 'tagId keeps the people with that tag.',
    'prospects.by-campaign': 'campaignId keeps the people enrolled in that campaign.',
    'prospects.has-email': 'hasEmail keeps the people with an e-mail address, or those without.',
    'prospects.has-linkedin': 'hasLinkedin keeps the people with LinkedIn, or those without.',
    'prospects.by-enrichment': 'enrichmentStatus keeps the people with that status.',
    'prospects.created': 'createdFrom and createdTo bound the date of creation.',
    'prospects.paging': 'page and pageSize choose a part of the result.',
    'prospects.return-ids': 'returnIds answers ids only.',
  }),
  ...ours({
    'prospects.record':
      'A prospect has its lead fields, stage, flags, lists, tags, campaigns, enrichment and times.',
    'prospects.nulls': 'Values that a prospect does not have are null.',
    'prospects.console-sources': 'People imported in the console have the source csv or manual.',
    'prospects.first-page': 'The first page is 1.',
    'prospects.page-size': 'A page has 25 people by default and at most 500.',
    'prospects.page-of-ids': 'With returnIds a page has 500 ids by default.',
    'prospects.newest-first':
      'The newest come first, and equal times are ordered by id, descending.',
    'prospects.milliseconds': 'Times are answered to the millisecond.',
    'prospects.any-depth': 'Every page is served, however deep.',
    'prospects.cursor': 'nextCursor goes on where the page ended, at the same cost everywhere.',
    'prospects.cursor-or-page': 'cursor and page together are 422.',
    'prospects.cursor-filters': 'A cursor with other filters than its own is 422.',
    'prospects.cursor-nulls': 'With a cursor, page and total are null.',
    'prospects.total': 'total is exact up to 10,000; beyond that totalIsCapped is true.',
    'prospects.q-words': 'Every word of q must occur.',
    'prospects.q-fields':
      'q looks at name, title, company, e-mail, LinkedIn slug and location, anywhere in them.',
    'prospects.q-key':
      'A whole email address or LinkedIn profile as q, in any spelling, finds the person who has it.',
    'prospects.q-folded': 'q ignores case and accents.',
    'prospects.q-plain': 'Percent sign, underscore and backslash have no special meaning in q.',
    'prospects.q-short': 'A word of one or two characters matches at the start of a word.',
    'prospects.q-cjk': 'Chinese, Japanese and Korean text is found by any of its characters.',
    'prospects.q-length': 'q has at most 500 characters.',
    'prospects.read-your-writes': 'A write is seen by the next search.',
    'prospects.dates':
      'A bound is an ISO date, meaning the whole day in UTC, or a date-time with an offset.',
    'prospects.dates-order': 'createdFrom after createdTo is 422.',
    'prospects.bounded-search':
      'A search looks at no more than 100,000 rows; a short page then still has a nextCursor.',
    'prospects.partitioned': 'The big tables are partitioned by workspace.',
    'prospects.new': 'A new prospect has stage new, is not suppressed, and enrichmentStatus none.',
    'prospects.first-message': 'The first message sent moves new to contacted.',
    'prospects.reply': 'A reply by a human moves new or contacted to replied.',
    'prospects.only-forward': 'Automation never moves a stage back.',
    'prospects.auto-reply': 'Auto-replies and bounces move no stage.',
    'prospects.deleted-for-good':
      'Deleting ends enrollments and jobs, frees what was reserved, and nothing brings it back.',
    'prospects.deleted-data': 'Deleting removes the personal data from past events.',
  }),

  ...spec(4, {
    'boards.reads': 'GET /boards lists the lists, tags and stages with the ids others take.',
  }),
  ...ours({
    'boards.lists-and-tags': 'Each list and tag has its id, name and number of people.',
    'boards.stages': 'Each stage has its value as id, its name, position and number of people.',
    'boards.exact': 'The numbers on boards and campaigns are exact after every change and fault.',
  }),

  ...spec(3, {
    'bulk.stage': 'stage moves all given people from any stage to the one given.',
    'bulk.suppress': 'suppress marks people Do not contact.',
    'bulk.unsuppress': 'unsuppress clears the mark.',
    'bulk.delete': 'delete removes people for good.',
  }),
  ...spec(4, {
    'bulk.actions': 'action is one of eight and is required.',
    'bulk.tag': 'tag puts a tag on people, given by its id or its name.',
    'bulk.untag': 'untag takes a tag off people, given by its id or its name.',
    'bulk.add-to-list': 'add_to_list puts people on a list, given by its id or its name.',
    'bulk.remove-from-list': 'remove_from_list takes people off a list, by its id or its name.',
    'bulk.needs-target': 'An action without its tag, list or stage is 422.',
  }),
  ...spec(8, {
    'bulk.max-500': 'One request takes 1 to 500 prospect ids.',
  }),
  ...ours({
    'bulk.sum': 'requested is affected, unchanged and notFound together, over distinct ids.',
    'bulk.names-target': 'The answer names the tag or the list by id and name.',
    'bulk.other-fields': 'Fields of other actions are ignored.',
    'bulk.all-or-nothing': 'A bulk action applies to all its people or to none.',
  }),

  ...spec(3, {
    'suppression.not-enrolled': 'Suppressed people are skipped when enrolling.',
  }),
  ...ours({
    'suppression.remembered': 'A suppressed person who is deleted comes back suppressed.',
    'suppression.former-keys':
      'A profile that was remembered by the key of an earlier version is still not to be contacted.',
    'suppression.not-a-profile':
      'A page that is not one person’s profile is never remembered, and suppresses nobody.',
    'suppression.hashed': 'What remembers a deleted person is a keyed hash, not an address.',
    'suppression.name-only': 'A person known by name alone is not remembered, and we say so.',
    'suppression.later-identifier':
      'An identifier added to a suppressed person is covered as well.',
    'suppression.wrong-key': 'The service does not start with a hash key other than its own.',
    'suppression.address-facts':
      'Unsubscribe, complaint and hard bounce belong to the address: nobody who has it is enrolled.',
    'suppression.unsuppress-keeps-facts': 'unsuppress does not lift what belongs to the address.',
    'suppression.lifted-by-admin': 'An Admin can lift it in the console, with a logged reason.',
    'suppression.last-moment': 'All of it is checked right before a message leaves.',
  }),
];
