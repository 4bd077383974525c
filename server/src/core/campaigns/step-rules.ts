import type { CampaignStep, EmailStep } from '@outcrop/contract';

/** Step → the email that followed it when it was removed; null if none did. */
export type RemovedSteps = ReadonlyMap<string, string | null>;

/** The steps of a campaign in their present order, and its removed steps. */
export interface CampaignSequence {
  steps: CampaignStep[];
  removed: RemovedSteps;
}

export const isEmailStep = (step: CampaignStep): step is EmailStep => step.kind === 'email';

/** The email that a prospect gets next, or null if it has finished. */
export const nextStep = (...where: Parameters<typeof remainingSteps>): EmailStep | null =>
  remainingSteps(...where)[0] ?? null;

/**
 * The emails that a prospect still gets: the unsent ones from `stepId` on. A null `stepId` starts with
 * the first step.
 */
export function remainingSteps(
  steps: readonly CampaignStep[],
  removed: RemovedSteps,
  stepId: string | null,
  sentStepIds: readonly string[],
): EmailStep[] {
  const from = stepId === null ? 0 : positionOf(steps, removed, stepId);
  if (from === null) return [];
  return steps
    .slice(from)
    .filter((step): step is EmailStep => isEmailStep(step) && !sentStepIds.includes(step.id));
}

/** The position of a step. A removed step counts as the step that followed it. */
function positionOf(
  steps: readonly CampaignStep[],
  removed: RemovedSteps,
  stepId: string,
): number | null {
  const passed = new Set<string>();
  for (let id: string | null = stepId; id !== null && !passed.has(id); ) {
    const position = steps.findIndex((step) => step.id === id);
    if (position >= 0) return position;
    passed.add(id);
    id = removed.get(id) ?? null;
  }
  return null;
}

/** Calendar days and working days, which add up. */
export interface StepWait {
  days: number;
  workingDays: number;
}

/** The waits between a step and the email before it, or the start. */
export function waitBefore(steps: readonly CampaignStep[], stepId: string): StepWait {
  const wait: StepWait = { days: 0, workingDays: 0 };
  for (let position = steps.findIndex(({ id }) => id === stepId) - 1; position >= 0; position--) {
    const step = steps[position]!;
    if (step.kind === 'email') break;
    wait[step.workingDays ? 'workingDays' : 'days'] += step.days;
  }
  return wait;
}

/**
 * The steps that an edit removes, each with the email that followed it. If that email is removed too,
 * in the same edit or later, it leads to the next one.
 */
export function findRemovedSteps(
  before: readonly CampaignStep[],
  after: readonly CampaignStep[],
): Map<string, string | null> {
  const kept = new Set(after.map(({ id }) => id));
  const removed = new Map<string, string | null>();
  let following: string | null = null;
  for (const step of before.toReversed()) {
    if (!kept.has(step.id)) removed.set(step.id, following);
    if (step.kind === 'email') following = step.id;
  }
  return removed;
}
