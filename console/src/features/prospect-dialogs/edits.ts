import type { ManageBody, Prospect } from '@outcrop/contract';
import { type PersonField, personFieldNames } from '../prospect/fields.ts';

export const personFields = Object.keys(personFieldNames) as PersonField[];

/** The fields with a value, without first and last name if the full name is the same. */
export const filledFields = (person: Pick<Prospect, PersonField>): PersonField[] => {
  const joinedName = [person.firstName, person.lastName].filter(Boolean).join(' ');
  const redundant = joinedName === person.fullName ? ['firstName', 'lastName'] : [];
  return personFields.filter((field) => person[field] !== null && !redundant.includes(field));
};

/** Form values; empty strings stand for missing fields. */
export type PersonValues = Record<PersonField, string>;

export const valuesOf = (person: Pick<Prospect, PersonField>): PersonValues =>
  Object.fromEntries(
    personFields.map((field) => [field, person[field] ?? '']),
  ) as unknown as PersonValues;

/** Only the changed fields; emptied ones are null. */
export function editOf(before: Prospect, values: PersonValues): ManageBody<'patchProspect'> {
  const old = valuesOf(before);
  return Object.fromEntries(
    personFields
      .filter((field) => values[field].trim() !== old[field])
      .map((field) => [field, values[field].trim() || null]),
  );
}

interface ConflictingChange {
  field: PersonField;
  before: string | null;
  after: string | null;
  /** What the user entered, if they changed the field, too. */
  typed?: string | null;
}

/** What others have changed while the form was open. */
export function conflictingChanges(
  before: Prospect,
  now: Prospect,
  values: PersonValues,
): ConflictingChange[] {
  const edit = editOf(before, values);
  return personFields
    .filter((field) => before[field] !== now[field])
    .map((field) => {
      const typed = edit[field];
      return {
        field,
        before: before[field],
        after: now[field],
        ...(typed !== undefined && typed !== now[field] && { typed }),
      };
    });
}

/** The id of the prospect that already has this value, from the error message. */
export const prospectIdIn = (message: string | undefined): string | null =>
  message?.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/)?.[0] ?? null;

export const emptyValues = Object.fromEntries(
  personFields.map((field) => [field, '']),
) as unknown as PersonValues;

/** Only the filled-in fields. */
export const leadOf = (values: PersonValues & { listName: string }): ManageBody<'postProspects'> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  );

/** The changes that the user entered: a full name also changes first and last name. */
export const enteredChanges = (changed: string[], typed: PersonValues): PersonField[] =>
  personFields.filter((field) => changed.includes(field) && typed[field].trim() !== '');
