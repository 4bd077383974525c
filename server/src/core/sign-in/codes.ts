import { createHash, randomBytes } from 'node:crypto';

/** The secret part of a one-time link; only its hash is stored. */
export const newCode = (): string => randomBytes(32).toString('base64url');

export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();
