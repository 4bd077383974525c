import type { ManageBody, Prospect } from '@outcrop/contract';
import { type PersonField, personFieldNames } from '../../../parts/person.ts';

export const personFields = Object.keys(personFieldNames) as PersonField[];

/** The fields that have something to say: the parts of a name say nothing that the whole does not. */
export const knownFields = (person: Pick<Prospect, PersonField>): PersonField[] => {
  const whole = [person.firstName, person.lastName].filter(Boolean).join(' ');
  const parts = whole === person.fullName ? ['firstName', 'lastName'] : [];
  return personFields.filter((field) => person[field] !== null && !parts.includes(field));
};

/** What a form about a person holds: text, empty where nothing is known. */
export type PersonValues = Record<PersonField, string>;

export const valuesOf = (person: Pick<Prospect, PersonField>): PersonValues =>
  Object.fromEntries(
    personFields.map((field) => [field, person[field] ?? '']),
  ) as unknown as PersonValues;

/** What was changed in the form, and nothing else: what is blank now is cleared. */
export function editOf(before: Prospect, values: PersonValues): ManageBody<'patchProspect'> {
  const old = valuesOf(before);
  return Object.fromEntries(
    personFields
      .filter((field) => values[field].trim() !== old[field])
      .map((field) => [field, values[field].trim() || null]),
  );
}

interface Overtaken {
  field: PersonField;
  was: string | null;
  is: string | null;
  /** What the form would make of it, if it was changed there too. */
  typed?: string | null;
}

/** What somebody else has changed while the form was open. */
export function overtakenBy(before: Prospect, now: Prospect, values: PersonValues): Overtaken[] {
  const edit = editOf(before, values);
  return personFields
    .filter((field) => before[field] !== now[field])
    .map((field) => {
      const typed = edit[field];
      return {
        field,
        was: before[field],
        is: now[field],
        ...(typed !== undefined && typed !== now[field] && { typed }),
      };
    });
}

/** The record that a refusal names: the one that has the same address, page or name already. */
export const recordIn = (message: string | undefined): string | null =>
  message?.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/)?.[0] ?? null;

export const blank = Object.fromEntries(
  personFields.map((field) => [field, '']),
) as unknown as PersonValues;

/** What was filled in, and nothing else. */
export const leadOf = (values: PersonValues & { listName: string }): ManageBody<'postProspects'> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  );

/** Of the fields that would change those that were typed: a full name brings its parts along. */
export const shownChanges = (changed: string[], typed: PersonValues): PersonField[] =>
  personFields.filter((field) => changed.includes(field) && typed[field].trim() !== '');
