import type { AddressFact } from '@outcrop/contract';
import type { AppliedEffects } from './apply-effects.ts';
import type { EnrollmentState } from './effect-rules.ts';
import type { MessageKind } from './message.ts';

/** A message that ended campaigns or would have, if they had not ended before. */
export interface LaterStop {
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
export interface Changes {
  enrollments: EnrollmentState[];
  stage: AppliedEffects['stage'];
  facts: StoredFact[];
}

interface Divided {
  /** What only the corrected message caused. */
  own: Changes;
  /** The later messages that would have caused the rest, with it. Correcting them will undo it. */
  passedOn: { id: string; effects: AppliedEffects }[];
}

/**
 * Divides what a message changed. Each part goes to the first of the later messages that would have
 * changed the same: an earlier one cannot have, because it would have done so before.
 */
export function divide(
  { enrollments, stage, facts }: Changes,
  prospectId: string | null,
  later: LaterStop[],
): Divided {
  const own: Changes = { enrollments: [], stage: null, facts: [] };
  const passedOn = new Map<LaterStop, Changes>();
  const partOf = (stop: LaterStop | undefined): Changes => {
    if (!stop) return own;
    const part = passedOn.get(stop) ?? { enrollments: [], stage: null, facts: [] };
    passedOn.set(stop, part);
    return part;
  };
  const isOfPerson = (stop: LaterStop) => stop.prospectId === prospectId;
  for (const enrollment of enrollments)
    partOf(
      later.find(
        (stop) => stop.prospectId === enrollment.prospectId || (isOfPerson(stop) && isReply(stop)),
      ),
    ).enrollments.push(enrollment);
  if (stage) partOf(later.find((stop) => isOfPerson(stop) && isReply(stop))).stage = stage;
  for (const fact of facts)
    partOf(later.find((stop) => isOfPerson(stop) && factOf(stop) === fact.kind)).facts.push(fact);
  return {
    own,
    passedOn: [...passedOn].map(([{ id, effects }, part]) => ({
      id,
      effects: extended(effects, part),
    })),
  };
}

const isReply = ({ effects }: LaterStop): boolean => effects.event === 'reply';

/** What a message stated about the address. */
export function factOf({ kind, effects }: Pick<LaterStop, 'kind' | 'effects'>): AddressFact | null {
  if (effects.event === 'hard_bounce') return 'bounced';
  if (effects.event !== 'unsubscribed') return null;
  return kind === 'complaint' ? 'complained' : 'unsubscribed';
}

/** What the later message found itself is newer, except an absence that the corrected message stated. */
function extended(effects: AppliedEffects, { enrollments, stage, facts }: Changes): AppliedEffects {
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
