import type { Prospect } from '@outcrop/contract';

/** The editable fields of a prospect and their display names. */
export const fieldNames = {
  fullName: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Title',
  companyName: 'Company',
  email: 'Email',
  phone: 'Phone',
  linkedinUrl: 'LinkedIn URL',
  website: 'Website',
  locationName: 'Location',
} as const satisfies Partial<Record<keyof Prospect, string>>;
export type ProspectField = keyof typeof fieldNames;

/** The full name, or else the email or LinkedIn URL. */
export const prospectName = (
  prospect: Pick<Prospect, 'fullName' | 'email' | 'linkedinUrl'>,
): string => prospect.fullName ?? prospect.email ?? prospect.linkedinUrl ?? 'Unnamed prospect';
