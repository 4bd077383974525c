import type { Prospect } from '@outcrop/contract';

/** The editable fields of a prospect and their display names. */
export const personFieldNames = {
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
export type PersonField = keyof typeof personFieldNames;

/** The full name, or else the email or LinkedIn URL. */
export const personName = (person: Pick<Prospect, 'fullName' | 'email' | 'linkedinUrl'>): string =>
  person.fullName ?? person.email ?? person.linkedinUrl ?? 'Unnamed prospect';

export const peopleCount = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString('en')} people`;

/** The URL if it is safe to link to: only http and https. */
export function safeUrl(url: string | null): string | null {
  if (url === null) return null;
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`;
  return URL.canParse(whole) && /^https?:$/.test(new URL(whole).protocol) ? whole : null;
}
