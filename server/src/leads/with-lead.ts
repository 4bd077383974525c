import type { Lead, OnMatch } from '@outcrop/contract';
import { linkedinKey, type PersonKeys } from '@outcrop/contract/identity';
import type { Person } from '../people/person.ts';
import { editedNames, isNamed, type Names, readsAs } from '../people/rules.ts';

type Identifier = 'email' | 'linkedinUrl';

/**
 * The person with what a cleaned lead says. An identifier only ever fills a blank; one that was not
 * taken is `ignored`. Other fields overwrite, or only fill blanks too.
 */
export function withLead(
  person: Person,
  lead: Lead,
  keys: PersonKeys,
  onMatch: OnMatch,
): { person: Person; ignored: Identifier[] } {
  const pick = (field: 'title' | 'companyName' | 'website' | 'phone' | 'locationName') =>
    onMatch === 'fill' ? (person[field] ?? lead[field] ?? null) : (lead[field] ?? person[field]);
  const email = takesEmail(person, keys);
  const page = takesPage(person, lead, keys);
  const updated: Person = {
    ...person,
    ...namesOf(person, lead, keys, onMatch),
    title: pick('title'),
    companyName: pick('companyName'),
    website: pick('website'),
    phone: pick('phone'),
    locationName: pick('locationName'),
    ...(email === 'yes' && { email: lead.email!, emailKey: keys.email }),
    ...(page === 'yes' && { linkedinUrl: lead.linkedinUrl!, linkedinKey: keys.linkedin }),
  };
  const hasKey = updated.emailKey !== null || updated.linkedinKey !== null;
  return {
    person: { ...updated, nameKey: hasKey ? null : (person.nameKey ?? keys.name) },
    ignored: [
      ...(email === 'no' ? ['email' as const] : []),
      ...(page === 'no' ? ['linkedinUrl' as const] : []),
    ],
  };
}

/** Whether what was sent is taken; `same` when there is nothing to take. */
type Taken = 'yes' | 'no' | 'same';

const takesEmail = ({ emailKey }: Person, { email }: PersonKeys): Taken =>
  email === null || email === emailKey ? 'same' : emailKey === null ? 'yes' : 'no';

/** A profile replaces a page that is none. Such a page only fills a blank. */
function takesPage(person: Person, lead: Lead, { linkedin }: PersonKeys): Taken {
  if (lead.linkedinUrl === undefined) return 'same';
  if (linkedin === null ? lead.linkedinUrl === person.linkedinUrl : linkedin === person.linkedinKey)
    return 'same';
  const isBlank =
    person.linkedinUrl === null ||
    (linkedin !== null && person.linkedinKey === null && linkedinKey(person.linkedinUrl) === null);
  return isBlank ? 'yes' : 'no';
}

/**
 * The three names are one field. Whoever is recognised by name is called what the lead says and
 * nothing besides: a stored last name beside the same first name would make them someone else.
 */
function namesOf(person: Person, lead: Lead, keys: PersonKeys, onMatch: OnMatch): Names {
  const { fullName, firstName, lastName } = person;
  const stored = { fullName, firstName, lastName };
  const sent = {
    fullName: lead.fullName ?? null,
    firstName: lead.firstName ?? null,
    lastName: lead.lastName ?? null,
  };
  if (!isNamed(sent) || (onMatch === 'fill' && isNamed(stored))) return stored;
  const isKnownByName = keys.name !== null && keys.name === person.nameKey;
  if (isKnownByName) return readsAs(stored, sent) ? stored : sent;
  return editedNames(stored, lead);
}
