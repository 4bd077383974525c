import { createHash } from 'node:crypto';
import type { Prospect } from '@outcrop/contract';
import {
  type IdentifiablePerson,
  type IdentityKeys,
  identityKeys,
  readName,
} from '@outcrop/contract/identity';

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

// An index entry holds at most 2,704 bytes; long names in multi-byte scripts exceed that.
const maxKeyBytes = 1_024;

/** Identity keys as stored and looked up. Very long keys are hashed. */
export const storedKeys = (prospect: IdentifiablePerson): IdentityKeys => {
  const { linkedin, email, name } = identityKeys(prospect);
  return { linkedin: hashIfLong(linkedin), email, name: hashIfLong(name) };
};

export const withKeys = <P extends ProspectFields>(prospect: P): P => {
  const { linkedin, email, name } = storedKeys(prospect);
  return { ...prospect, linkedinKey: linkedin, emailKey: email, nameKey: name };
};

const hashIfLong = (key: string | null): string | null =>
  key === null || Buffer.byteLength(key) <= maxKeyBytes
    ? key
    : `sha256:${createHash('sha256').update(key).digest('hex')}`;

/** The time in a UUIDv7. Prospects sorted by id are therefore sorted by their creation. */
export const idTimestamp = (id: string): Date =>
  new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

const maxTimestamp = 2 ** 48 - 1;

/** The lowest id of a millisecond. */
export const firstIdAt = (time: Date): string => {
  const hex = Math.min(Math.max(time.getTime(), 0), maxTimestamp).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
