import { createHash, randomBytes } from 'node:crypto';

/** The secret half of a link that works once; what is kept is its hash. */
export const newCode = (): string => randomBytes(32).toString('base64url');

export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();
