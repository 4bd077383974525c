import { createHash } from 'node:crypto';
import { type Identifiable, type IdentityKeys, identityKeys } from '@outcrop/contract/identity';
import type { ProspectFields } from './field-rules.ts';

// An index entry holds at most 2,704 bytes; long names in multi-byte scripts exceed that.
const maxKeyBytes = 1_024;

/** Identity keys as stored and looked up. Very long keys are hashed. */
export const storedKeys = (prospect: Identifiable): IdentityKeys => {
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
