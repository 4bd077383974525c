import type { AddressFact } from '@outcrop/contract';
import type { AppliedEffects } from './apply-effects.ts';
import type { EnrollmentState } from './message-effect-rules.ts';
import type { MessageKind } from './message.ts';

/** A message that ended campaigns or would have, if they had not ended before. */
export interface LaterStopMessage {
  id: string;
  kind: MessageKind;
  prospectId: string;
  effects: AppliedEffects;
}

export interface StoredFact {
  id: string;
  kind: AddressFact;
}

/** What a message changed. */
export interface MessageChanges {
  enrollments: EnrollmentState[];
  stage: AppliedEffects['stage'];
  facts: StoredFact[];
}

interface DividedChanges {
  /** What only the corrected message caused. */
  own: MessageChanges;
  /** The later messages that would have caused the rest, with it. Correcting them will undo it. */
  passedOn: { id: string; effects: AppliedEffects }[];
}

/**
 * Divides what a message changed. Each part goes to the first of the later messages that would have
 * changed the same: an earlier one cannot have, because it would have done so before.
 */
export function divideChanges(
  { enrollments, stage, facts }: MessageChanges,
  prospectId: string | null,
  later: LaterStopMessage[],
): DividedChanges {
  const own: MessageChanges = { enrollments: [], stage: null, facts: [] };
  const passedOn = new Map<LaterStopMessage, MessageChanges>();
  const partOf = (stop: LaterStopMessage | undefined): MessageChanges => {
    if (!stop) return own;
    const part = passedOn.get(stop) ?? { enrollments: [], stage: null, facts: [] };
    passedOn.set(stop, part);
    return part;
  };
  const isOfPerson = (stop: LaterStopMessage) => stop.prospectId === prospectId;
  for (const enrollment of enrollments)
    partOf(
      later.find(
        (stop) => stop.prospectId === enrollment.prospectId || (isOfPerson(stop) && isReply(stop)),
      ),
    ).enrollments.push(enrollment);
  if (stage) partOf(later.find((stop) => isOfPerson(stop) && isReply(stop))).stage = stage;
  for (const fact of facts)
    partOf(later.find((stop) => isOfPerson(stop) && addressFactOf(stop) === fact.kind)).facts.push(fact);
  return {
    own,
    passedOn: [...passedOn].map(([{ id, effects }, part]) => ({
      id,
      effects: extendEffects(effects, part),
    })),
  };
}

const isReply = ({ effects }: LaterStopMessage): boolean => effects.event === 'reply';

/** What a message stated about the address. */
export function addressFactOf({ kind, effects }: Pick<LaterStopMessage, 'kind' | 'effects'>): AddressFact | null {
  if (effects.event === 'hard_bounce') return 'bounced';
  if (effects.event !== 'unsubscribed') return null;
  return kind === 'complaint' ? 'complained' : 'unsubscribed';
}

/** What the later message found itself is newer, except an absence that the corrected message stated. */
function extendEffects(effects: AppliedEffects, { enrollments, stage, facts }: MessageChanges): AppliedEffects {
  const found = new Map(effects.enrollments.map((each) => [keyOf(each), each]));
  for (const before of enrollments) {
    const key = keyOf(before);
    if ((found.get(key)?.status ?? 'away') === 'away') found.set(key, before);
  }
  return {
    ...effects,
    enrollments: [...found.values()],
    stage: effects.stage ?? stage,
    factIds: [...effects.factIds, ...facts.map(({ id }) => id)],
  };
}

const keyOf = ({ campaignId, prospectId }: EnrollmentState): string =>
  `${campaignId} ${prospectId}`;
