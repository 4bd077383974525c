import { type ProspectFields, toProspectFields } from '../search/field-rules.ts';
import type { FoundProspect } from './prospects.sql.ts';

type ReadableFields = ReturnType<typeof toProspectFields>;

/** The previous values of the fields that changed. */
export const previousValues = (
  before: ProspectFields,
  after: ProspectFields,
): Partial<ReadableFields> => {
  const read = toProspectFields(after);
  return Object.fromEntries(
    Object.entries(toProspectFields(before)).filter(
      ([field, previous]) => previous !== read[field as keyof ReadableFields],
    ),
  ) as Partial<ReadableFields>;
};

/** Payload of a `prospect.updated` event. */
export const updateEventPayload = (
  before: FoundProspect,
  after: ProspectFields,
  doNotContact: boolean,
) => ({
  data: {
    prospectId: before.id,
    prospect: {
      ...toProspectFields(after),
      stage: before.stage,
      doNotContact,
      sourceType: before.sourceType,
    },
  },
  previous: previousValues(before, after),
});

export const blankProspect = (id: string): ProspectFields => ({
  id,
  fullName: null,
  firstName: null,
  lastName: null,
  title: null,
  companyName: null,
  linkedinUrl: null,
  website: null,
  email: null,
  phone: null,
  locationName: null,
  linkedinKey: null,
  emailKey: null,
  nameKey: null,
});
