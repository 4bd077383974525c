import type { LastingKeys } from '../suppression/suppression.ts';

/** An address that a request names, and what it is known by. */
export interface Address extends LastingKeys {
  value: string;
}

/** Each address once, however it was spelled. */
export const distinct = (addresses: Address[]): Address[] => [
  ...new Map(
    addresses.map((address) => [`${address.emailKey} ${address.linkedinKey}`, address]),
  ).values(),
];

/** Enough for those who know the address, and too little for those who do not. */
export const masked = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${[...email][0]}…${email.slice(at)}`;
};
