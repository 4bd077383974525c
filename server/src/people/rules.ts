import type { Lead } from '@outcrop/contract';
import { readName } from '@outcrop/contract/identity';
import type { Person } from './person.ts';
import type { Holder } from './sql.ts';

/** What someone says of a person: a value, null for nothing, or not a word. */
export type Edit = { [Field in keyof Lead]: string | null | undefined };

/** The person as an edit leaves them; their keys still are those from before it. */
export const edited = <P extends Person>(person: P, edit: Edit): P => {
  const said = <F extends keyof Edit & keyof Person>(field: F) =>
    edit[field] === undefined ? person[field] : edit[field];
  return {
    ...person,
    ...editedNames(person, edit),
    title: said('title'),
    companyName: said('companyName'),
    linkedinUrl: said('linkedinUrl'),
    website: said('website'),
    email: said('email'),
    phone: said('phone'),
    locationName: said('locationName'),
  };
};

/**
 * The three names are one thing: a full name speaks for the parts that do not come with it, and
 * parts make the full name anew. A part that is not mentioned stays as everyone reads it.
 */
export function editedNames(person: Names, edit: Partial<Edit>): Names {
  const stored = namesOf(person);
  const { fullName, firstName, lastName } = edit;
  const saysParts = firstName !== undefined || lastName !== undefined;
  if (fullName === undefined && !saysParts) return stored;
  const was = readName(stored);
  const becomes =
    fullName || !saysParts
      ? { fullName: fullName ?? null, firstName: firstName ?? null, lastName: lastName ?? null }
      : {
          fullName: null,
          firstName: firstName === undefined ? was.firstName : firstName,
          lastName: lastName === undefined ? was.lastName : lastName,
        };
  return readsAs(stored, becomes) ? stored : becomes;
}

/** Whether two ways of storing a name are read as the same one. */
export const readsAs = (a: Names, b: Names): boolean => {
  const [one, other] = [readName(a), readName(b)];
  return nameFields.every((name) => one[name] === other[name]);
};

/** One person out of two records: the kept one, with its blanks filled from the other. */
export const united = <P extends Person>(kept: P, other: Person): P => ({
  ...kept,
  ...(isNamed(kept) ? {} : namesOf(other)),
  title: kept.title ?? other.title,
  companyName: kept.companyName ?? other.companyName,
  linkedinUrl: kept.linkedinUrl ?? other.linkedinUrl,
  website: kept.website ?? other.website,
  email: kept.email ?? other.email,
  phone: kept.phone ?? other.phone,
  locationName: kept.locationName ?? other.locationName,
});

/** What the other was known by and the kept one is not. */
export const notTaken = (kept: Person, other: Person): ('email' | 'linkedinUrl')[] => [
  ...(other.emailKey === null || other.emailKey === kept.emailKey ? [] : ['email' as const]),
  ...(other.linkedinKey === null || other.linkedinKey === kept.linkedinKey
    ? []
    : ['linkedinUrl' as const]),
];

/** The fields by which people are recognised. */
export const identifying = [
  'linkedinUrl',
  'email',
  'fullName',
  'firstName',
  'lastName',
  'companyName',
] as const;

/** Why an edit cannot be: it leaves nobody, or someone whom another record means already. */
export function problemsWith(
  edit: Edit,
  after: Person,
  holders: Holder[],
): { path: string[]; message: string }[] {
  const said = identifying.filter((field) => edit[field] !== undefined);
  const isNobody = !isNamed(after) && after.linkedinUrl === null && after.email === null;
  return [
    ...(isNobody ? said.filter((field) => field !== 'companyName') : []).map((field) => ({
      path: [field],
      message: 'cannot be cleared, as a prospect needs a name, a linkedinUrl or an email',
    })),
    ...holders.map(({ id, key }) => ({
      path: [key === 'name' ? said[0]! : key === 'email' ? 'email' : 'linkedinUrl'],
      message:
        key === 'name'
          ? `leaves this person with the name and company of the prospect ${id}, and nothing else to tell them apart; merge the two`
          : `is that of the prospect ${id} already; merge the two, or send another`,
    })),
  ];
}

const nameFields = ['fullName', 'firstName', 'lastName'] as const;
export type Names = Pick<Person, (typeof nameFields)[number]>;

const namesOf = ({ fullName, firstName, lastName }: Names): Names => ({
  fullName,
  firstName,
  lastName,
});

export const isNamed = (person: Names): boolean => nameFields.some((name) => person[name] !== null);
