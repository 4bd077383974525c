import { createHash } from 'node:crypto';
import { type Identifiable, type PersonKeys, personKeys } from '@outcrop/contract/identity';
import type { Person } from './person.ts';

// An entry of an index has room for 2,704 bytes; long names in wide letters need more than that.
const mostBytes = 1_024;

/** The keys of a person as they are stored and looked up. A very long one stands as its hash. */
export const storedKeys = (person: Identifiable): PersonKeys => {
  const { linkedin, email, name } = personKeys(person);
  return { linkedin: shortened(linkedin), email, name: shortened(name) };
};

/** The person with the keys that follow from what is known about them now. */
export const keyed = <P extends Person>(person: P): P => {
  const { linkedin, email, name } = storedKeys(person);
  return { ...person, linkedinKey: linkedin, emailKey: email, nameKey: name };
};

/**
 * The same after an edit. A page that the edit left alone keeps its key, which may be none: of two
 * records with one profile only one has its key.
 */
export const rekeyed = <P extends Person>(before: P, after: P): P =>
  before.linkedinUrl === after.linkedinUrl
    ? { ...keyed(after), linkedinKey: before.linkedinKey }
    : keyed(after);

const shortened = (key: string | null): string | null =>
  key === null || Buffer.byteLength(key) <= mostBytes
    ? key
    : `sha256:${createHash('sha256').update(key).digest('hex')}`;
