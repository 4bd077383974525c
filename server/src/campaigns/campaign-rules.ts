import type { CampaignStatus, CampaignStep } from '@outcrop/contract';

const allowedTransitions: Record<CampaignStatus, CampaignStatus[]> = {
  draft: ['running', 'archived'],
  running: ['paused', 'archived'],
  paused: ['running', 'archived'],
  archived: ['paused'],
};

/** Why a status change is not allowed, or null. */
export const transitionProblem = (from: CampaignStatus, to: CampaignStatus): string | null =>
  from === to || allowedTransitions[from].includes(to)
    ? null
    : `cannot change from ${from} to ${to}; allowed: ${allowedTransitions[from].join(' or ')}`;

/** Why a campaign with these steps cannot run, or null. */
export function runProblem(steps: CampaignStep[]): string | null {
  const emails = steps.filter((step) => step.kind === 'email');
  if (emails.length === 0) return 'cannot be running without an email step';
  if (emails.some(({ body }) => body.trim() === ''))
    return 'cannot be running while an email step has no body';
  return emails[0]!.subject === null
    ? 'cannot be running while the first email has no subject'
    : null;
}

/** Why the steps cannot be edited now, or null. */
export const stepsEditProblem = (status: CampaignStatus): string | null => {
  if (status === 'running')
    return 'cannot be changed while the campaign is running; pause it first';
  if (status === 'archived')
    return 'cannot be changed while the campaign is archived; move it to paused first';
  return null;
};
