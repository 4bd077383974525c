export interface SequenceStep {
  id: string;
  kind: 'email' | 'wait';
  subject: string | null;
  body: string | null;
  format: 'text' | 'html';
  alternatives: { id: string; subject: string | null; body: string }[];
  waitDays: number | null;
  workingDays: boolean;
}

export interface RemovedStep {
  id: string;
  nextId: string | null;
}

/**
 * The email to send to a prospect who is at this step, or at the start. Emails that already left are
 * passed over. Null if none is left.
 */
export function nextStep(
  steps: SequenceStep[],
  removed: RemovedStep[],
  stepId: string | null,
  sentStepIds: string[],
): SequenceStep | null {
  const start = stepId === null ? 0 : positionOf(steps, removed, stepId);
  if (start === null) return null;
  const sent = new Set(sentStepIds);
  return steps.slice(start).find(({ kind, id }) => kind === 'email' && !sent.has(id)) ?? null;
}

function positionOf(steps: SequenceStep[], removed: RemovedStep[], stepId: string): number | null {
  const nextOf = new Map(removed.map(({ id, nextId }) => [id, nextId]));
  for (let id: string | null = stepId, hops = 0; id !== null && hops <= removed.length; hops++) {
    const position = steps.findIndex((step) => step.id === id);
    if (position >= 0) return position;
    id = nextOf.get(id) ?? null;
  }
  return null;
}

/** The waits between an email and the one before it, or the start. */
export function waitBefore(
  steps: SequenceStep[],
  stepId: string,
): { days: number; workingDays: number } {
  const wait = { days: 0, workingDays: 0 };
  const position = steps.findIndex(({ id }) => id === stepId);
  for (let index = position - 1; index >= 0 && steps[index]!.kind === 'wait'; index--)
    wait[steps[index]!.workingDays ? 'workingDays' : 'days'] += steps[index]!.waitDays ?? 0;
  return wait;
}
