import { storedKeys } from '../core/search/field-rules.ts';
import type { Address } from './rules.ts';

interface Sent {
  emails?: string[] | undefined;
  linkedinUrls?: string[] | undefined;
}

export const addressesOf = ({ emails = [], linkedinUrls = [] }: Sent): Address[] => [
  ...emails.map((value) => ({
    value,
    emailKey: storedKeys({ email: value }).email,
    linkedinKey: null,
  })),
  ...linkedinUrls.map((value) => ({
    value,
    emailKey: null,
    linkedinKey: storedKeys({ linkedinUrl: value }).linkedin,
    linkedinUrl: value,
  })),
];
