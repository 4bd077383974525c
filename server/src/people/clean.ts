import type { Lead } from '@outcrop/contract';
import { linkedinUrl, storedEmail } from '@outcrop/contract/identity';
import { storedPhone } from './phone.ts';

type Fields = { [Field in keyof Lead]?: string | null | undefined };

/** The fields as they are stored: email, profile and international phone number in one spelling. */
export const cleaned = <F extends Fields>(fields: F): F => ({
  ...fields,
  ...(fields.email && { email: storedEmail(fields.email) }),
  ...(fields.linkedinUrl && { linkedinUrl: linkedinUrl(fields.linkedinUrl) }),
  ...(fields.phone && { phone: storedPhone(fields.phone) }),
});
