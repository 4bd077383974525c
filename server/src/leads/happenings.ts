import type { Happening } from '../events/emit.ts';
import type { Named } from '../names/find-or-make.ts';
import { changeOf, type Person, readPerson, type SourceType } from '../people/person.ts';
import type { FoundPerson } from '../people/sql.ts';

export interface Effects {
  created: { person: Person; doNotContact: boolean }[];
  changed: { before: FoundPerson; person: Person; doNotContact: boolean }[];
  joining: string[];
  list: Named | null;
  sourceType: SourceType;
}

/** What the world is told about a batch: one event for each person and change. */
export function happeningsOf({
  created,
  changed,
  joining,
  list,
  sourceType,
}: Effects): Happening[] {
  return [
    ...created.map(({ person, doNotContact }): Happening => {
      const prospect = { ...readPerson(person), stage: 'new' as const, doNotContact, sourceType };
      return {
        type: 'prospect.created',
        prospectId: person.id,
        data: { prospectId: person.id, prospect },
      };
    }),
    ...changed.map(
      ({ before, person, doNotContact }): Happening => ({
        type: 'prospect.updated',
        prospectId: person.id,
        ...changeOf(before, person, doNotContact),
      }),
    ),
    ...changed
      .filter(({ before, doNotContact }) => doNotContact && !before.doNotContact)
      .map(
        ({ person: { id } }): Happening => ({
          type: 'prospect.suppressed',
          prospectId: id,
          data: { prospectId: id },
        }),
      ),
    ...(list === null ? [] : joining).map(
      (prospectId): Happening => ({
        type: 'list.member_added',
        prospectId,
        data: { prospectId, list: { id: list!.id, name: list!.name } },
      }),
    ),
  ];
}
