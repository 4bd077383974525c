import { ours, type Requirement } from './requirement.ts';

/** Adding, editing and merging single prospects, and their timeline. */
export const editing: Requirement[] = [
  ...ours({
    'manual.source': 'A prospect added by hand has the source manual.',
    'manual.like-leads': 'Adding by hand matches, counts and validates like POST /leads.',
  }),

  ...ours({
    'edit.changes':
      'A field that is sent replaces the stored value; all other fields stay the same.',
    'edit.null-clears': 'Null clears a field.',
    'edit.names':
      'A full name replaces first and last name, and parts replace the full name; an omitted part keeps its value.',
    'edit.identifiers': 'An edit can change or clear an email address and a LinkedIn URL.',
    'edit.in-use':
      'An identifier that another prospect has is 422 on its field, and the message names that prospect.',
    'edit.somebody': 'An edit that leaves no name, LinkedIn URL or email is 422.',
    'edit.suppression':
      'A new identifier of a suppressed prospect is suppressed too; a suppressed identifier suppresses the prospect that gets it.',
    'edit.stale': 'With ifUpdatedAt, editing a record that has changed since is 422.',
    'edit.no-change': 'An edit that changes nothing creates no event and keeps updatedAt.',
    'edit.audit': 'The audit log names the edited fields, without values.',
  }),

  ...ours({
    'merge.fills-blanks':
      'A merge keeps the values of the kept record and fills its blank fields, including identifiers.',
    'merge.memberships':
      'Lists, tags, campaigns and conversations move to the kept record, each once.',
    'merge.history': 'The timeline of the kept record shows the events of both.',
    'merge.research': 'The opening line and research move over if the kept record has none.',
    'merge.suppression':
      'If either record is suppressed, the kept record and all identifiers of both are suppressed.',
    'merge.events':
      'A merge emits events for the changes and new memberships of the kept record and the deletion of the other.',
    'merge.refused': 'Merging a record with itself is 422; merging with a missing one is 404.',
    'merge.dry-run': 'A dry run of a merge returns the merged prospect and keeps both records.',
    'merge.audit': 'The audit log records which record was merged into which.',
    'merge.races':
      'Concurrent merges, edits, imports, deletions and enrollments lose no acknowledged change.',
  }),

  ...ours({
    'timeline.newest-first': 'A timeline lists the events of a prospect, newest first.',
    'timeline.cursor': 'Pages of a timeline follow a cursor, and each entry appears once.',
    'timeline.private':
      'Subject and text of an email in a mailbox that the user cannot see are not in the timeline.',
    'timeline.deleted': 'A deleted prospect has no timeline.',
  }),
];
