import type { ManageBody, Prospect } from '@outcrop/contract';
import { fieldNames, type ProspectField } from '../prospect/fields.ts';

export const prospectFields = Object.keys(fieldNames) as ProspectField[];

/** The fields with a value, without first and last name if the full name is the same. */
export const filledFields = (prospect: Pick<Prospect, ProspectField>): ProspectField[] => {
  const joinedName = [prospect.firstName, prospect.lastName].filter(Boolean).join(' ');
  const redundant = joinedName === prospect.fullName ? ['firstName', 'lastName'] : [];
  return prospectFields.filter((field) => prospect[field] !== null && !redundant.includes(field));
};

/** Form values; empty strings stand for missing fields. */
export type ProspectValues = Record<ProspectField, string>;

export const valuesOf = (prospect: Pick<Prospect, ProspectField>): ProspectValues =>
  Object.fromEntries(
    prospectFields.map((field) => [field, prospect[field] ?? '']),
  ) as unknown as ProspectValues;

/** Only the changed fields; emptied ones are null. */
export function editOf(before: Prospect, values: ProspectValues): ManageBody<'patchProspect'> {
  const old = valuesOf(before);
  return Object.fromEntries(
    prospectFields
      .filter((field) => values[field].trim() !== old[field])
      .map((field) => [field, values[field].trim() || null]),
  );
}

interface ConflictingChange {
  field: ProspectField;
  before: string | null;
  after: string | null;
  /** What the user entered, if they changed the field, too. */
  typed?: string | null;
}

/** What others have changed while the form was open. */
export function conflictingChanges(
  before: Prospect,
  now: Prospect,
  values: ProspectValues,
): ConflictingChange[] {
  const edit = editOf(before, values);
  return prospectFields
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
  prospectFields.map((field) => [field, '']),
) as unknown as ProspectValues;

/** Only the filled-in fields. */
export const leadOf = (
  values: ProspectValues & { listName: string },
): ManageBody<'postProspects'> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  );

/** The changes that the user entered: a full name also changes first and last name. */
export const enteredChanges = (changed: string[], typed: ProspectValues): ProspectField[] =>
  prospectFields.filter((field) => changed.includes(field) && typed[field].trim() !== '');
