import { createHash } from 'node:crypto';
import { type Identifiable, type PersonKeys, personKeys } from '@outcrop/contract/identity';

// An entry of an index has room for 2,704 bytes; long names in wide letters need more than that.
const mostBytes = 1_024;

/** The keys of a person as they are stored and looked up. A very long one stands as its hash. */
export const storedKeys = (person: Identifiable): PersonKeys => {
  const { linkedin, email, name } = personKeys(person);
  return { linkedin: shortened(linkedin), email, name: shortened(name) };
};

const shortened = (key: string | null): string | null =>
  key === null || Buffer.byteLength(key) <= mostBytes
    ? key
    : `sha256:${createHash('sha256').update(key).digest('hex')}`;
