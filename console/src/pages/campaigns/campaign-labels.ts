import type { ManageData } from '@outcrop/contract';

export type Campaign = ManageData<'getCampaign'>['campaign'];
export type Enrollment = ManageData<'getCampaignEnrollments'>['enrollments'][number];
export type OutboundEmail = ManageData<'getCampaignMessages'>['messages'][number];

/** "Email 2"; the first email before anything was sent. */
export function stepName({ steps }: Campaign, stepId: string | null): string {
  const emails = steps.filter(({ kind }) => kind === 'email');
  const index = stepId === null ? 0 : emails.findIndex(({ id }) => id === stepId);
  return index < 0 ? 'Removed email' : `Email ${index + 1}`;
}

/** Instead of the address of a mailbox that the user cannot see. */
export const privateMailbox = 'A private mailbox';

/** "Version A". */
export const versionName = (index: number): string => `Version ${'ABCDE'.charAt(index)}`;

interface Versioned {
  stepId: string;
  variantId: string | null;
}

/** " · Version B" for an email with several versions. */
export function versionText({ steps }: Campaign, { stepId, variantId }: Versioned): string {
  const step = steps.find(({ id }) => id === stepId);
  if (step?.kind !== 'email' || step.alternatives.length === 0) return '';
  return ` · ${versionName(step.alternatives.findIndex(({ id }) => id === variantId) + 1)}`;
}
