import type { Prospect } from '@outcrop/contract';
import { readName } from '@outcrop/contract/identity';
import type { FoundProspect } from '../prospects/prospects.sql.ts';

export type SourceType = Prospect['sourceType'];

/** The stored identity fields of a prospect. */
export interface ProspectFields {
  id: string;
  fullName: string | null;
  firstName: string | null;
  lastName: string | null;
  title: string | null;
  companyName: string | null;
  linkedinUrl: string | null;
  website: string | null;
  email: string | null;
  phone: string | null;
  locationName: string | null;
  linkedinKey: string | null;
  emailKey: string | null;
  nameKey: string | null;
}

/** The ten public fields, with names derived from those stored. */
export const toProspectFields = (
  prospect: Omit<ProspectFields, 'id' | 'linkedinKey' | 'emailKey' | 'nameKey'>,
) => ({
  ...readName(prospect),
  title: prospect.title,
  companyName: prospect.companyName,
  linkedinUrl: prospect.linkedinUrl,
  website: prospect.website,
  email: prospect.email,
  phone: prospect.phone,
  locationName: prospect.locationName,
});

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
