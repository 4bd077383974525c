import { storedKeys } from '../core/search/field-rules.ts';
import type { SuppressionKeys } from '../core/suppression/suppression.ts';

interface AddressInput {
  emails?: string[] | undefined;
  linkedinUrls?: string[] | undefined;
}

export const addressesOf = ({
  emails = [],
  linkedinUrls = [],
}: AddressInput): SuppressionAddress[] => [
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

export interface SuppressionAddress extends SuppressionKeys {
  value: string;
}

/** Removes addresses that differ only in spelling. */
export const uniqueAddresses = (addresses: SuppressionAddress[]): SuppressionAddress[] => [
  ...new Map(
    addresses.map((address) => [`${address.emailKey} ${address.linkedinKey}`, address]),
  ).values(),
];

/** Only someone who knows the address recognizes it. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${[...email][0]}…${email.slice(at)}`;
};
