import type { Lead } from '@outcrop/contract';
import { identityKeys } from '@outcrop/contract/identity';
import type { FoundPerson, ValueSource } from '../capture/person.ts';
import type { SaveProblem } from '../outbox/save.ts';

export type LeadField = keyof Lead;
/** Every field as typed, empty if unknown. */
export type LeadForm = Record<LeadField, string>;

export const fieldLabels: Record<LeadField, string> = {
  fullName: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Title',
  companyName: 'Company',
  email: 'Email',
  phone: 'Phone',
  linkedinUrl: 'LinkedIn profile',
  website: 'Website',
  locationName: 'Location',
};
export const leadFields = Object.keys(fieldLabels) as LeadField[];

export const sourceLabels: Record<ValueSource, string> = {
  'json-ld': 'From the page’s structured data',
  microdata: 'From the page’s structured data',
  rdfa: 'From the page’s structured data',
  'h-card': 'From a contact card on the page',
  opengraph: 'From the page’s description',
  'contact-link': 'From a link on the page',
  site: 'From the page',
  selection: 'From the text you selected',
  title: 'From the page’s title',
};

export const emptyForm = (): LeadForm =>
  Object.fromEntries(leadFields.map((field) => [field, ''])) as LeadForm;

export const formOf = (person: FoundPerson): LeadForm =>
  Object.fromEntries(leadFields.map((field) => [field, person[field]?.value ?? ''])) as LeadForm;

export const formOfLead = (lead: Lead): LeadForm =>
  Object.fromEntries(leadFields.map((field) => [field, lead[field] ?? ''])) as LeadForm;

/** Without empty fields, which are not sent. */
export const leadOf = (form: LeadForm): Lead =>
  Object.fromEntries(
    leadFields.flatMap((field) => (form[field].trim() ? [[field, form[field].trim()]] : [])),
  ) as Lead;

export const nameOf = (lead: Partial<Lead>): string =>
  lead.fullName ?? [lead.firstName, lead.lastName].filter(Boolean).join(' ');

export const canIdentify = (lead: Lead): boolean =>
  Boolean(nameOf(lead) || lead.email || lead.linkedinUrl);

/** What to search for to see if the person is known. Null if too little is known to be sure. */
export function lookUpQuery(lead: Lead): string | null {
  const keys = identityKeys(lead);
  if (keys.email) return lead.email!;
  if (keys.linkedin) return lead.linkedinUrl!;
  return keys.name ? `${nameOf(lead)} ${lead.companyName}` : null;
}

/** What the server refused, in the words of the form. */
export function problemText({ message, fieldErrors }: SaveProblem): string {
  const texts = leadFields.flatMap((field) =>
    (fieldErrors[field] ?? []).map(
      (text) => `${fieldLabels[field]} ${text.replace(/^leads\[\d+\]: /, '')}.`,
    ),
  );
  return texts.length > 0 ? [...new Set(texts)].join(' ') : message;
}

type Known = { [Field in LeadField]?: string | null };

/** Whether the server would take both for the same person. */
export function isSamePerson(lead: Lead, known: Known): boolean {
  const [one, other] = [identityKeys(lead), identityKeys(known)];
  return (['linkedin', 'email', 'name'] as const).some(
    (key) => one[key] !== null && one[key] === other[key],
  );
}

/** The fields that a save would fill, and those whose stored values differ. */
export function differences(lead: Lead, known: Known) {
  const given = leadFields.filter((field) => lead[field] !== undefined);
  const differs = (field: LeadField) => known[field] && known[field] !== lead[field];
  const isIdentifier = (field: LeadField) => field === 'email' || field === 'linkedinUrl';
  return {
    blank: given.filter((field) => !known[field]),
    different: given.filter((field) => differs(field) && !isIdentifier(field)),
  };
}
