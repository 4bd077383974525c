import type { SuppressionKeys } from '../core/suppression/suppression.ts';

/** An address from a request, with its keys. */
export interface Address extends SuppressionKeys {
  value: string;
}

/** Removes addresses that differ only in spelling. */
export const uniqueAddresses = (addresses: Address[]): Address[] => [
  ...new Map(
    addresses.map((address) => [`${address.emailKey} ${address.linkedinKey}`, address]),
  ).values(),
];

/** Recognizable only to those who know the address. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${[...email][0]}…${email.slice(at)}`;
};
