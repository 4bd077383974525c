import type { Lead } from '@outcrop/contract';
import { linkedinUrl, storedEmail } from '@outcrop/contract/identity';
import { storedPhone } from './phone.ts';

type Fields = { [Field in keyof Lead]?: string | null | undefined };

/** Normalizes email, LinkedIn URL and international phone number to their stored form. */
export const normalizeFields = <F extends Fields>(fields: F): F => ({
  ...fields,
  ...(fields.email && { email: storedEmail(fields.email) }),
  ...(fields.linkedinUrl && { linkedinUrl: linkedinUrl(fields.linkedinUrl) }),
  ...(fields.phone && { phone: storedPhone(fields.phone) }),
});
