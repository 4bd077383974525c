import type { Lead, OnMatch } from '@outcrop/contract';
import { type IdentityKeys, linkedinKey } from '@outcrop/contract/identity';
import type { ProspectFields } from '../search/field-rules.ts';
import { applyNameEdit, hasName, isSameName, type Names } from './edit-rules.ts';

type Identifier = 'email' | 'linkedinUrl';

/**
 * Applies a normalized lead to a prospect. Identifiers only fill blanks; others are reported as
 * `ignored`. Other fields overwrite or fill blanks, depending on `onMatch`.
 */
export function applyLead(
  prospect: ProspectFields,
  lead: Lead,
  keys: IdentityKeys,
  onMatch: OnMatch,
): { prospect: ProspectFields; ignored: Identifier[] } {
  const pick = (field: 'title' | 'companyName' | 'website' | 'phone' | 'locationName') =>
    onMatch === 'fill'
      ? (prospect[field] ?? lead[field] ?? null)
      : (lead[field] ?? prospect[field]);
  const email = emailDecision(prospect, keys);
  const page = pageDecision(prospect, lead, keys);
  const updated: ProspectFields = {
    ...prospect,
    ...namesOf(prospect, lead, keys, onMatch),
    title: pick('title'),
    companyName: pick('companyName'),
    website: pick('website'),
    phone: pick('phone'),
    locationName: pick('locationName'),
    ...(email === 'yes' && { email: lead.email!, emailKey: keys.email }),
    ...(page === 'yes' && { linkedinUrl: lead.linkedinUrl!, linkedinKey: keys.linkedin }),
  };
  const hasKey = updated.emailKey !== null || updated.linkedinKey !== null;
  return {
    prospect: { ...updated, nameKey: hasKey ? null : (prospect.nameKey ?? keys.name) },
    ignored: [
      ...(email === 'no' ? ['email' as const] : []),
      ...(page === 'no' ? ['linkedinUrl' as const] : []),
    ],
  };
}

/** Whether the sent value is stored; `same` when there is nothing to change. */
type FieldDecision = 'yes' | 'no' | 'same';

const emailDecision = ({ emailKey }: ProspectFields, { email }: IdentityKeys): FieldDecision =>
  email === null || email === emailKey ? 'same' : emailKey === null ? 'yes' : 'no';

/** A profile URL replaces a URL that is not a profile; a non-profile URL only fills a blank. */
function pageDecision(
  prospect: ProspectFields,
  lead: Lead,
  { linkedin }: IdentityKeys,
): FieldDecision {
  if (lead.linkedinUrl === undefined) return 'same';
  if (
    linkedin === null
      ? lead.linkedinUrl === prospect.linkedinUrl
      : linkedin === prospect.linkedinKey
  )
    return 'same';
  const isBlank =
    prospect.linkedinUrl === null ||
    (linkedin !== null &&
      prospect.linkedinKey === null &&
      linkedinKey(prospect.linkedinUrl) === null);
  return isBlank ? 'yes' : 'no';
}

/**
 * The three names are one field. A prospect matched by name takes exactly the lead's names: keeping
 * a stored last name next to the same first name would change its identity.
 */
function namesOf(
  prospect: ProspectFields,
  lead: Lead,
  keys: IdentityKeys,
  onMatch: OnMatch,
): Names {
  const { fullName, firstName, lastName } = prospect;
  const stored = { fullName, firstName, lastName };
  const sent = {
    fullName: lead.fullName ?? null,
    firstName: lead.firstName ?? null,
    lastName: lead.lastName ?? null,
  };
  if (!hasName(sent) || (onMatch === 'fill' && hasName(stored))) return stored;
  const isMatchedByName = keys.name !== null && keys.name === prospect.nameKey;
  if (isMatchedByName) return isSameName(stored, sent) ? stored : sent;
  return applyNameEdit(stored, lead);
}
