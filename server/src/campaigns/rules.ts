import type { ResponseData } from '@outcrop/contract';
import type { AddressFact } from '../suppression/address-facts.ts';

export interface Candidate {
  isEnrolled: boolean;
  doNotContact: boolean;
  hasEmail: boolean;
  /** What stands against their address. */
  facts: AddressFact[];
}

export type Reason = NonNullable<ResponseData<'postCampaigns'>['results'][number]['reason']>;

/**
 * Why someone is not enrolled, if so: the first reason that holds. Their address matters only to a
 * sequence that writes to it.
 */
export function reasonToSkip(person: Candidate, sendsEmail: boolean): Reason | null {
  if (person.isEnrolled) return 'already_enrolled';
  if (person.doNotContact) return 'suppressed';
  if (!sendsEmail) return null;
  if (person.facts.includes('unsubscribed') || person.facts.includes('complained'))
    return 'unsubscribed';
  if (!person.hasEmail) return 'no_email';
  return person.facts.includes('bounced') ? 'bounced' : null;
}
