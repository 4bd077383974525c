import type { Lead } from '@outcrop/contract';
import { blankProspect } from '../src/core/prospects/edit-prospect-rules.ts';

export const emptyProspect = blankProspect('a');

/** Two leads with all ten fields set, and no value in common. */
export const amaraLead: Record<keyof Lead, string> = {
  fullName: 'Amara N. Okafor',
  firstName: 'Amara',
  lastName: 'Okafor',
  title: 'Buyer',
  companyName: 'Saltmarsh',
  linkedinUrl: 'https://www.linkedin.com/in/amara',
  website: 'saltmarsh.example',
  email: 'amara@saltmarsh.example',
  phone: '+4930901820',
  locationName: 'Lagos',
};

export const henrikLead: Record<keyof Lead, string> = {
  fullName: 'Henrik Lund',
  firstName: 'Henrik',
  lastName: 'Lund',
  title: 'Founder',
  companyName: 'Nordlys',
  linkedinUrl: 'https://www.linkedin.com/in/henrik',
  website: 'nordlys.example',
  email: 'henrik@nordlys.example',
  phone: '112',
  locationName: 'Bergen',
};

export const leadFields = Object.keys(amaraLead) as (keyof Lead)[];
