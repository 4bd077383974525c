import { emailKey } from './identity/email.ts';
import { linkedinKey } from './identity/linkedin.ts';
import { type NamedPerson, nameKey } from './identity/name.ts';

export { emailKey, isEmail, storedEmail } from './identity/email.ts';
export { foldText } from './identity/fold.ts';
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
  hasTooManyMarks,
  maxCombiningMarks,
  normalForm,
} from './identity/normal-form.ts';
export { hasOtherScheme } from './identity/web-url.ts';

export interface IdentifiablePerson extends NamedPerson {
  email?: string | null | undefined;
  linkedinUrl?: string | null | undefined;
}

export interface IdentityKeys {
  linkedin: string | null;
  email: string | null;
  name: string | null;
}

/**
 * The keys that identify a lead. A name counts only without email and LinkedIn profile; a page
 * that is not a profile does not count, because it can be shared by many people.
 */
export const identityKeys = (lead: IdentifiablePerson): IdentityKeys => {
  const linkedin = linkedinKey(lead.linkedinUrl ?? '');
  const email = emailKey(lead.email ?? '');
  return { linkedin, email, name: linkedin || email ? null : nameKey(lead) };
};
