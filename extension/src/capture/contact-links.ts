import { emailKey } from '@outcrop/contract/identity';
import {
  type ContactLink,
  contactLinks,
  eachOnce,
  fitsProfile,
  phoneNumbers,
  profileIn,
  profileLinks,
} from './contact-cards.ts';
import { companyNumbers } from './json-ld.ts';
import { nameFits } from './names.ts';
import { type FoundPerson, setField } from './person.ts';

/** Fills in what the page links to, where it can only belong to one of the people. */
export function addContactLinks(
  page: Document,
  people: FoundPerson[],
  readsProfiles: boolean,
): FoundPerson[] {
  const contacts = contactLinks(page, readsProfiles);
  if (people.length === 0) {
    const named = contacts.filter(({ name }) => name !== null);
    const chosen = named.length > 0 ? named : contacts.length === 1 ? contacts : [];
    people = chosen.map((contact) => {
      const person: FoundPerson = {};
      setField(person, 'email', contact.email, 'contact-link');
      setField(person, 'fullName', contact.name, 'contact-link');
      setField(person, 'title', contact.title, 'contact-link');
      setField(person, 'phone', contact.phone, 'contact-link');
      setField(person, 'linkedinUrl', contact.profile?.url, 'contact-link');
      return person;
    });
  }
  const taken = new Set(people.flatMap(({ email }) => (email ? [emailKey(email.value)] : [])));
  for (const { email: address, phone: number, profile } of contacts) {
    const fitsContact = (name: string) =>
      name !== '' && (address ? nameFits(name, address) : fitsProfile(name, profile!));
    const owners = people.filter((person) => fitsContact(nameOf(person)));
    if (owners.length !== 1 || (address && taken.has(emailKey(address)))) continue;
    setField(owners[0]!, 'email', address, 'contact-link');
    if (people.length === 1) continue;
    setField(owners[0]!, 'phone', number, 'contact-link');
    setField(owners[0]!, 'linkedinUrl', profile?.url, 'contact-link');
  }
  const [only] = people;
  if (people.length === 1 && only) addToOnly(page, only, contacts, readsProfiles);
  return people;
}

function addToOnly(
  page: Document,
  person: FoundPerson,
  contacts: ContactLink[],
  readsProfiles: boolean,
): void {
  const addresses = contacts.flatMap(({ email: address }) => address ?? []);
  if (addresses.length === 1) setField(person, 'email', addresses[0], 'contact-link');
  const ofCompany = companyNumbers(page);
  const numbers = phoneNumbers(page);
  if (numbers.length === 1 && !ofCompany.has(numbers[0]!.key))
    setField(person, 'phone', numbers[0]!.number, 'contact-link');
  const profiles = readsProfiles ? eachOnce(page, profileLinks, profileIn) : [];
  if (profiles.length === 1 && fitsProfile(nameOf(person), profiles[0]!))
    setField(person, 'linkedinUrl', profiles[0]!.url, 'contact-link');
}

export const nameOf = (person: FoundPerson): string =>
  person.fullName?.value ??
  [person.firstName?.value, person.lastName?.value].filter(Boolean).join(' ');
