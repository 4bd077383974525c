import { ours, type Requirement } from './requirement.ts';

/** One person at a time: added by hand, corrected, joined with another record, looked back on. */
export const editing: Requirement[] = [
  ...ours({
    'manual.source': 'A person added by hand has the source manual.',
    'manual.like-leads':
      'Adding by hand recognises people, fills the quota and refuses by the rules of POST /leads.',
  }),

  ...ours({
    'edit.changes': 'A field that is sent replaces what was there, and every other field stays.',
    'edit.null-clears': 'Null clears a field.',
    'edit.names':
      'A full name replaces the parts, parts replace it, and an omitted part stays as it is read.',
    'edit.identifiers': 'An edit may change or clear an e-mail address and a LinkedIn page.',
    'edit.in-use':
      'What another prospect is recognised by is 422 on its field, and the message names them.',
    'edit.somebody': 'An edit that leaves no name, LinkedIn page or e-mail address is 422.',
    'edit.suppression':
      'A new identifier of a suppressed person is remembered; a remembered one suppresses.',
    'edit.stale': 'With ifUpdatedAt, an edit of a record that has changed since is 422.',
    'edit.no-change': 'An edit that changes nothing makes no event and leaves updatedAt.',
    'edit.audit': 'The audit log names the fields that were edited, and no value.',
  }),

  ...ours({
    'merge.fills-blanks':
      'A merge keeps what the kept record has and fills its blanks, identifiers included.',
    'merge.memberships':
      'Lists, tags, campaigns and conversations go over to the kept record, each once.',
    'merge.history': 'The timeline of the kept record shows what happened to both.',
    'merge.research': 'First line and research go over where the kept record has none.',
    'merge.suppression':
      'If either is suppressed, the kept record is, and so is all that both were known by.',
    'merge.events':
      'A merge tells what changed in the kept record, what it joined, and that the other is gone.',
    'merge.refused': 'Merging a record with itself is 422, with a missing one 404.',
    'merge.dry-run': 'A merge can be tried: it shows the person, and leaves both records.',
    'merge.audit': 'The audit log says which record was merged into which.',
    'merge.races':
      'Racing merges, edits, imports, deletions and enrollments lose nothing that was acknowledged.',
  }),

  ...ours({
    'timeline.newest-first': 'A timeline tells what happened to a person, newest first.',
    'timeline.cursor': 'Its pages follow each other by cursor, each entry once.',
    'timeline.deleted': 'Somebody who is deleted has no timeline.',
  }),
];
