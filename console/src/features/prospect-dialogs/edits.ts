import type { ManageBody, Prospect } from '@outcrop/contract';
import { fieldNames, type ProspectField } from '../prospect/fields.ts';

export const prospectFields = Object.keys(fieldNames) as ProspectField[];

/** The fields to show: first and last name only if the full name does not say the same. */
export const shownFields = (prospect: Pick<Prospect, ProspectField>): ProspectField[] => {
  const joinedName = [prospect.firstName, prospect.lastName].filter(Boolean).join(' ');
  const redundant = joinedName === (prospect.fullName ?? '') ? ['firstName', 'lastName'] : [];
  return prospectFields.filter((field) => !redundant.includes(field));
};

export const filledFields = (prospect: Pick<Prospect, ProspectField>): ProspectField[] =>
  shownFields(prospect).filter((field) => prospect[field] !== null);

const names: readonly ProspectField[] = ['fullName', 'firstName', 'lastName'];

/** The fields that an edit of one field changes: the three names are one value. */
const changedTogether = (field: ProspectField): readonly ProspectField[] =>
  names.includes(field) ? names : [field];

export const fieldsChangedWith = (
  field: ProspectField,
  prospect: Prospect,
): ManageBody<'patchProspect'> =>
  Object.fromEntries(changedTogether(field).map((each) => [each, prospect[each]]));

export const isSameValue = (field: ProspectField, one: Prospect, other: Prospect): boolean =>
  changedTogether(field).every((each) => one[each] === other[each]);

/** Form values; empty strings stand for missing fields. */
export type ProspectValues = Record<ProspectField, string>;

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
