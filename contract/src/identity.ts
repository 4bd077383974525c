import { emailKey } from './identity/email.ts';
import { linkedinKey } from './identity/linkedin.ts';
import { type NamedPerson, nameKey } from './identity/name.ts';

export { emailKey, isEmail, storedEmail } from './identity/email.ts';
export { fold } from './identity/fold.ts';
export { formerKeysOf, formerLinkedinKey } from './identity/former-linkedin.ts';
export { linkedinKey, linkedinUrl } from './identity/linkedin.ts';
export {
  type NamedPerson,
  type NameParts,
  nameKey,
  type ReadName,
  readName,
} from './identity/name.ts';
export {
  boundCombiningMarks,
  hasEndlessMarks,
  maxCombiningMarks,
  normalForm,
} from './identity/normal-form.ts';

export interface Identifiable extends NamedPerson {
  email?: string | null | undefined;
  linkedinUrl?: string | null | undefined;
}

export interface PersonKeys {
  linkedin: string | null;
  email: string | null;
  name: string | null;
}

/**
 * The keys by which a lead is recognised. A name counts only where there is nothing better; a page
 * that is no profile is nothing better, since it says no more about the person than their name.
 */
export const personKeys = (lead: Identifiable): PersonKeys => {
  const linkedin = linkedinKey(lead.linkedinUrl ?? '');
  const email = emailKey(lead.email ?? '');
  return { linkedin, email, name: linkedin || email ? null : nameKey(lead) };
};
