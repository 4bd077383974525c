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
