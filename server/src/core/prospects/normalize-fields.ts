import type { ApiWarning, Lead } from '@outcrop/contract';
import { linkedinUrl, storedEmail } from '@outcrop/contract/identity';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

type NormalizableFields = { [Field in keyof Lead]?: string | null | undefined };

/** Normalizes email, LinkedIn URL and international phone number to their stored form. */
export const normalizeFields = <F extends NormalizableFields>(fields: F): F => ({
  ...fields,
  ...(fields.email && { email: storedEmail(fields.email) }),
  ...(fields.linkedinUrl && { linkedinUrl: linkedinUrl(fields.linkedinUrl) }),
  ...(fields.phone && { phone: storedPhone(fields.phone) }),
});

/** Normalizes international numbers; any other number is stored as sent. */
const storedPhone = (phone: string): string => {
  if (!phone.startsWith('+')) return phone;
  const parsed = parsePhoneNumberFromString(phone);
  return parsed?.isPossible() && !parsed.ext ? parsed.number : phone;
};

/** Warning for a website that a browser would not open as a page. */
export const notAWebsite = (path: ApiWarning['path']): ApiWarning => ({
  path,
  message: 'is not an http or https address, so it is not stored',
});

/** Warning for a LinkedIn URL that is not a personal profile. */
export const notAProfile = (path: ApiWarning['path']): ApiWarning => ({
  path,
  message:
    'is not a personal LinkedIn profile, so it is stored but not used for matching; send a URL such as linkedin.com/in/name',
  code: 'not_a_profile',
});
