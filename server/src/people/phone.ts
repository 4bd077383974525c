import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number that says its country is kept in one spelling; any other is kept as it was sent. */
export const storedPhone = (phone: string): string => {
  if (!phone.startsWith('+')) return phone;
  const parsed = parsePhoneNumberFromString(phone);
  return parsed?.isPossible() && !parsed.ext ? parsed.number : phone;
};
