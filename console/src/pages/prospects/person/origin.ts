import type { Prospect } from '@outcrop/contract';
import type { PersonField } from '../../../parts/person.ts';
import { changedFields, type Entry } from './timeline-words.ts';

/** Where a value is from, if it did not come with the person. */
export type Origin =
  | { kind: 'research'; page: string }
  | { kind: 'change'; at: string; actor: Entry['actor'] };

/** The page that research found it on, or else the newest change that the timeline tells of. */
export function originOf(person: Prospect, field: PersonField, entries: Entry[]): Origin | null {
  const found = person.enrichment?.filled?.find(
    (each) => each.field === field && each.value === person[field],
  );
  if (found) return { kind: 'research', page: found.source };
  const change = entries.find(
    (entry) =>
      entry.type === 'prospect.updated' &&
      entry.data.prospectId === person.id &&
      changedFields(entry).includes(field),
  );
  return change ? { kind: 'change', at: change.createdAt, actor: change.actor } : null;
}
