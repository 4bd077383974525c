import type { Prospect } from '@outcrop/contract';
import type { ProspectField } from '../prospect/fields.ts';
import { changedFields, type TimelineEntry } from './timeline-labels.ts';

/** Where a value comes from, if it was not there from the start. */
export type Origin =
  | { kind: 'research'; page: string }
  | { kind: 'change'; at: string; actor: TimelineEntry['actor'] };

/** The source found by research, or else the latest change in the timeline. */
export function originOf(
  prospect: Prospect,
  field: ProspectField,
  entries: TimelineEntry[],
): Origin | null {
  const found = prospect.enrichment?.filled?.find(
    (each) => each.field === field && each.value === prospect[field],
  );
  if (found) return { kind: 'research', page: found.source };
  const change = entries.find(
    (entry) =>
      entry.type === 'prospect.updated' &&
      entry.data.prospectId === prospect.id &&
      changedFields(entry).includes(field),
  );
  return change ? { kind: 'change', at: change.createdAt, actor: change.actor } : null;
}
