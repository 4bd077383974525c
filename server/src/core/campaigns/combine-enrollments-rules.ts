/** The enrollment of one of two merged prospects. */
export interface CombinedState {
  status: string;
  stepId: string | null;
  mailboxId: string | null;
  dueAt: Date;
  reason: string | null;
  lastSentAt: Date | null;
  conversationId: string | null;
}

export interface SentEmailState {
  stepId: string;
  status: string;
}

/** The enrollments and emails of both prospects, and the email steps of the campaign in order. */
export interface EnrollmentPair {
  kept: CombinedState;
  merged: CombinedState;
  keptMessages: SentEmailState[];
  mergedMessages: SentEmailState[];
  emailStepIds: string[];
}

export interface CombinedEnrollment {
  enrollment: CombinedState;
  /** Steps whose email moves from the merged to the kept prospect. */
  movedStepIds: string[];
}

// A decision about the person counts for both. A bounce is about one address.
const finalStatuses = ['unsubscribed', 'suppressed', 'replied', 'stopped'];
const openMessageStatuses = ['claimed', 'at_dot', 'handed_over'];
const unsentMessageStatuses = ['released', 'deferred'];

/** Ranks how surely an email left: unsent 0, just claimed 1, perhaps or surely sent 2. */
const rank = ({ status }: SentEmailState): number =>
  unsentMessageStatuses.includes(status) ? 0 : status === 'claimed' ? 1 : 2;

/**
 * Combines the enrollments of two prospects in the same campaign. No email is sent twice, and a
 * stopped enrollment stays stopped.
 */
export function combineEnrollmentStates(both: EnrollmentPair): CombinedEnrollment {
  const { kept, merged, keptMessages, mergedMessages } = both;
  const keptByStep = new Map(keptMessages.map((message) => [message.stepId, message]));
  const movedMessages = mergedMessages.filter((message) => {
    const own = keptByStep.get(message.stepId);
    return own === undefined || rank(message) > rank(own);
  });
  const messages = [
    ...new Map([...keptMessages, ...movedMessages].map((each) => [each.stepId, each])).values(),
  ];
  const next = nextOf(both, messages);
  const further = isFurtherThan(both, merged, kept) ? merged : kept;
  return {
    movedStepIds: movedMessages.map(({ stepId }) => stepId),
    enrollment: {
      ...further,
      ...statusOf(both, messages, next === undefined),
      stepId: next === undefined ? further.stepId : next,
      mailboxId: further.mailboxId ?? kept.mailboxId ?? merged.mailboxId,
      // The next email does not leave before the later of the two due times.
      dueAt: latest(kept.dueAt, merged.dueAt)!,
      lastSentAt: latest(kept.lastSentAt, merged.lastSentAt),
    },
  };
}

const positionIn = ({ emailStepIds }: EnrollmentPair, { status, stepId }: CombinedState): number =>
  status === 'finished' ? emailStepIds.length : stepId === null ? -1 : emailStepIds.indexOf(stepId);

const isFurtherThan = (both: EnrollmentPair, one: CombinedState, other: CombinedState): boolean =>
  positionIn(both, one) > positionIn(both, other);

/** The next email after the step of the prospect that got further. Undefined if none is left. */
function nextOf(both: EnrollmentPair, messages: SentEmailState[]): string | null | undefined {
  const { kept, merged, emailStepIds } = both;
  const left = new Set(
    messages.filter((message) => rank(message) === 2).map(({ stepId }) => stepId),
  );
  const position = Math.max(positionIn(both, kept), positionIn(both, merged));
  // Neither got an email, or the next step was removed. Claiming the email finds the step that follows.
  if (position < 0) return kept.stepId ?? merged.stepId;
  return emailStepIds.slice(position).find((id) => !left.has(id));
}

function statusOf(
  { kept, merged }: EnrollmentPair,
  messages: SentEmailState[],
  isFinished: boolean,
): Pick<CombinedState, 'status' | 'reason'> {
  const either = [kept, merged];
  const withStatus = (status: string) => either.find((each) => each.status === status);
  const finalState = finalStatuses.map(withStatus).find((found) => found !== undefined);
  if (finalState) return finalState;
  if (kept.status === 'bounced') return kept;
  if (messages.some(({ status }) => openMessageStatuses.includes(status)))
    return { status: 'sending', reason: null };
  const pausedState = withStatus('held') ?? withStatus('away');
  if (pausedState) return pausedState;
  return { status: isFinished ? 'finished' : 'waiting', reason: null };
}

const latest = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;
