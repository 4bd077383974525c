import type { Prospect } from '@outcrop/contract';

/** The fields of a person that can be written, as people call them. */
export const personFieldNames = {
  fullName: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Title',
  companyName: 'Company',
  email: 'E-mail',
  phone: 'Phone',
  linkedinUrl: 'LinkedIn page',
  website: 'Website',
  locationName: 'Location',
} as const satisfies Partial<Record<keyof Prospect, string>>;
export type PersonField = keyof typeof personFieldNames;

/** What someone is called where there is room for one line: whatever is known of them. */
export const personName = (person: Pick<Prospect, 'fullName' | 'email' | 'linkedinUrl'>): string =>
  person.fullName ?? person.email ?? person.linkedinUrl ?? 'Somebody without a name';

export const peopleCount = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString('en')} people`;

/** An address that may be followed: anything but http and https stays text. */
export function safeLink(url: string | null): string | null {
  if (url === null) return null;
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`;
  return URL.canParse(whole) && /^https?:$/.test(new URL(whole).protocol) ? whole : null;
}
