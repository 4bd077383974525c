import type { AddressFact } from '@outcrop/contract';
import type { AppliedEffects } from './apply-effects.ts';
import type { MessageKind } from './message.ts';
import type { EnrollmentState } from './message-effect-rules.ts';

/** A later message that ended enrollments, or would have ended them if they had not ended before. */
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

/** The changes that a message made. */
export interface MessageChanges {
  enrollments: EnrollmentState[];
  stage: AppliedEffects['stage'];
  facts: StoredFact[];
}

interface DividedChanges {
  /** Changes that only the corrected message caused. */
  own: MessageChanges;
  /** Later messages with the changes that pass to them. Correcting these messages undoes the changes. */
  passedOn: { id: string; effects: AppliedEffects }[];
}

/**
 * Divides the changes of a message. A change passes to the first later message that would have made it
 * too. Earlier messages cannot, because they would have made the change before.
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
    partOf(later.find((stop) => isOfPerson(stop) && addressFactOf(stop) === fact.kind)).facts.push(
      fact,
    );
  return {
    own,
    passedOn: [...passedOn].map(([{ id, effects }, part]) => ({
      id,
      effects: extendEffects(effects, part),
    })),
  };
}

const isReply = ({ effects }: LaterStopMessage): boolean => effects.event === 'reply';

/** The fact that a message stated about the address. */
export function addressFactOf({
  kind,
  effects,
}: Pick<LaterStopMessage, 'kind' | 'effects'>): AddressFact | null {
  if (effects.event === 'hard_bounce') return 'bounced';
  if (effects.event !== 'unsubscribed') return null;
  return kind === 'complaint' ? 'complained' : 'unsubscribed';
}

/**
 * Adds changes to the effects of a later message. The values that the later message found are newer
 * and stay, except an absence that the corrected message set.
 */
function extendEffects(
  effects: AppliedEffects,
  { enrollments, stage, facts }: MessageChanges,
): AppliedEffects {
  const enrollmentsByKey = new Map(effects.enrollments.map((each) => [keyOf(each), each]));
  for (const before of enrollments) {
    const key = keyOf(before);
    if ((enrollmentsByKey.get(key)?.status ?? 'away') === 'away') enrollmentsByKey.set(key, before);
  }
  return {
    ...effects,
    enrollments: [...enrollmentsByKey.values()],
    stage: effects.stage ?? stage,
    factIds: [...effects.factIds, ...facts.map(({ id }) => id)],
  };
}

const keyOf = ({ campaignId, prospectId }: EnrollmentState): string =>
  `${campaignId} ${prospectId}`;
