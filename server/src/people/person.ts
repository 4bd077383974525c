import type { Prospect } from '@outcrop/contract';
import { readName } from '@outcrop/contract/identity';

export type SourceType = Prospect['sourceType'];

/** What is stored about who a person is; null where nothing is known. */
export interface Person {
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

/** The ten fields as everyone reads them, with the names that follow from those stored. */
export const readPerson = (
  person: Omit<Person, 'id' | 'linkedinKey' | 'emailKey' | 'nameKey'>,
) => ({
  ...readName(person),
  title: person.title,
  companyName: person.companyName,
  linkedinUrl: person.linkedinUrl,
  website: person.website,
  email: person.email,
  phone: person.phone,
  locationName: person.locationName,
});
