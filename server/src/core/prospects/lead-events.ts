import type { NewEvent } from '../events/emit-events.ts';
import type { ListOrTag } from '../lists-and-tags/find-or-create-list-or-tag.ts';
import { type ProspectFields, type SourceType, toProspectFields } from '../search/field-rules.ts';
import { updateEventPayload } from './edit-prospect-rules.ts';
import type { FoundProspect } from './prospects.sql.ts';

export interface LeadChanges {
  created: { prospect: ProspectFields; doNotContact: boolean }[];
  changed: { before: FoundProspect; prospect: ProspectFields; doNotContact: boolean }[];
  newMemberIds: string[];
  list: ListOrTag | null;
  sourceType: SourceType;
}

export function leadEvents({
  created,
  changed,
  newMemberIds,
  list,
  sourceType,
}: LeadChanges): NewEvent[] {
  return [
    ...created.map(({ prospect, doNotContact }): NewEvent => {
      const fields = {
        ...toProspectFields(prospect),
        stage: 'new' as const,
        doNotContact,
        sourceType,
      };
      return {
        type: 'prospect.created',
        prospectId: prospect.id,
        data: { prospectId: prospect.id, prospect: fields },
      };
    }),
    ...changed.map(
      ({ before, prospect, doNotContact }): NewEvent => ({
        type: 'prospect.updated',
        prospectId: prospect.id,
        ...updateEventPayload(before, prospect, doNotContact),
      }),
    ),
    ...changed
      .filter(({ before, doNotContact }) => doNotContact && !before.doNotContact)
      .map(
        ({ prospect: { id } }): NewEvent => ({
          type: 'prospect.suppressed',
          prospectId: id,
          data: { prospectId: id },
        }),
      ),
    ...(list === null ? [] : newMemberIds).map(
      (prospectId): NewEvent => ({
        type: 'list.member_added',
        prospectId,
        data: { prospectId, list: { id: list!.id, name: list!.name } },
      }),
    ),
  ];
}
