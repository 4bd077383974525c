import type { Prospect } from '@outcrop/contract';
import { readName } from '@outcrop/contract/identity';
import type { FoundPerson } from './sql.ts';

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

type Read = ReturnType<typeof readPerson>;

/** What of a person reads otherwise than before, as it was. */
export const whatChanged = (before: Person, after: Person): Partial<Read> => {
  const read = readPerson(after);
  return Object.fromEntries(
    Object.entries(readPerson(before)).filter(([field, was]) => was !== read[field as keyof Read]),
  ) as Partial<Read>;
};

/** What an event tells of someone who changed. */
export const changeOf = (before: FoundPerson, after: Person, doNotContact: boolean) => ({
  data: {
    prospectId: before.id,
    prospect: {
      ...readPerson(after),
      stage: before.stage,
      doNotContact,
      sourceType: before.sourceType,
    },
  },
  previous: whatChanged(before, after),
});

/** Someone of whom nothing is known. */
export const blankPerson = (id: string): Person => ({
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
