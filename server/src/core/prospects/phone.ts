import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Normalizes international numbers; any other number is stored as sent. */
export const storedPhone = (phone: string): string => {
  if (!phone.startsWith('+')) return phone;
  const parsed = parsePhoneNumberFromString(phone);
  return parsed?.isPossible() && !parsed.ext ? parsed.number : phone;
};
