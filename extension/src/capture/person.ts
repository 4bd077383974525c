import type { LeadField } from '@outcrop/contract';

/** Where a value on the page was found, the most reliable first. */
export type ValueSource =
  | 'json-ld'
  | 'microdata'
  | 'rdfa'
  | 'h-card'
  | 'opengraph'
  | 'contact-link'
  | 'site'
  | 'selection'
  | 'title';

interface FoundValue {
  value: string;
  source: ValueSource;
}

export type FoundPerson = Partial<Record<LeadField, FoundValue>>;

/** What kind of page it is: decides the source type of what is saved. */
export type PageKind = 'page' | 'profile' | 'search' | 'comments';

/** The result of reading a page once. */
export interface PageReading {
  url: string;
  title: string;
  kind: PageKind;
  people: FoundPerson[];
}

export const maxPeople = 100;

const maxLength: Record<LeadField, number> = {
  fullName: 300,
  firstName: 300,
  lastName: 300,
  title: 300,
  companyName: 300,
  linkedinUrl: 2048,
  website: 2048,
  email: 320,
  phone: 50,
  locationName: 300,
};

/** Marks that change how text looks and not what it says, without those that Persian and Hindi need. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Sets a field unless it already has a value, or the value is empty or too long. */
export function setField(
  person: FoundPerson,
  field: LeadField,
  value: string | null | undefined,
  source: ValueSource,
): void {
  const text = value?.replace(invisible, '').replace(/\s+/g, ' ').trim();
  if (!text || person[field] || text.length > maxLength[field]) return;
  person[field] = { value: text, source };
}
