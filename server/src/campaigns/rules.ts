import type { AddressFact, CampaignStatus, CampaignStep, ResponseData } from '@outcrop/contract';

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

const nextOf: Record<CampaignStatus, CampaignStatus[]> = {
  draft: ['running', 'archived'],
  running: ['paused', 'archived'],
  paused: ['running', 'archived'],
  archived: ['paused'],
};

/** Why a campaign cannot move like this, if so. To stay as it is is always possible. */
export const reasonNotToMove = (from: CampaignStatus, to: CampaignStatus): string | null =>
  from === to || nextOf[from].includes(to)
    ? null
    : `cannot go from ${from} to ${to}; from ${from} it goes to ${nextOf[from].join(' or ')}`;

/** Why these steps cannot run, if so. */
export function reasonNotToRun(steps: CampaignStep[]): string | null {
  const letters = steps.filter((step) => step.kind === 'email');
  if (letters.length === 0) return 'cannot be running without a step that is an e-mail';
  if (letters.some(({ body }) => body.trim() === ''))
    return 'cannot be running while an e-mail has no body';
  return letters[0]!.subject === null
    ? 'cannot be running while the first e-mail has no subject'
    : null;
}

/** Why the steps of a campaign cannot be changed now, if so. */
export const reasonNotToRewrite = (status: CampaignStatus): string | null => {
  if (status === 'running')
    return 'cannot be changed while the campaign runs, as it may be writing to someone at this moment; pause it first';
  if (status === 'archived')
    return 'cannot be changed while the campaign is archived; move it to paused first';
  return null;
};
