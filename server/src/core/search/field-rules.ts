import type { Prospect } from '@outcrop/contract';
import { readName } from '@outcrop/contract/identity';

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
