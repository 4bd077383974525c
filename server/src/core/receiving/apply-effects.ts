import type { Stage } from '@outcrop/contract';
import type { ActorTransaction } from '../../platform/caller.ts';
import { emitEvents, type NewEvent } from '../events/emit-events.ts';
import { changeCounts } from '../lists-and-tags/memberships.sql.ts';
import { selectMailSettings } from '../mailboxes/mail-settings.sql.ts';
import { type LockedProspect, moveToStage } from '../prospects/prospects.sql.ts';
import { companyDomainOf } from '../sending/company-domain-rules.ts';
import { recordEmailTrouble } from '../sending/sending-guard.ts';
import type { EmailTrouble } from '../sending/sending-guard-rules.ts';
import {
  changeEnrollment,
  type EnrollmentState,
  type MessageEffects,
} from './message-effect-rules.ts';
import * as store from './message-effects.sql.ts';

/** A stored message with the effects to apply. */
export interface MessageWithEffects {
  id: string;
  /** Null if the message is not stored. */
  conversationId: string | null;
  campaignId: string | null;
  /** The prospect of the conversation. */
  prospectId: string | null;
  /** Other prospects whom the message is about, such as a colleague who replied. */
  people: string[];
  /** The email that it answers or is about. */
  outboundId: string | null;
  /** Hash of the address that got the email. */
  addressHash: Buffer | null;
  /** The server's answer in a bounce, if all members may read it. */
  diagnostic: string | null;
  effects: MessageEffects;
}

/** The values that a message changed, as they were before. A correction restores them. */
export interface AppliedEffects {
  enrollments: EnrollmentState[];
  stage: { prospectId: string; from: Stage } | null;
  factIds: string[];
  /** The email of ours that the message is about. */
  outboundId?: string | null;
  /** How statistics count the message. */
  event: MessageEffects['event'];
  /** When a user corrected the message. Unset if the effects were applied when it was stored. */
  correctedAt?: string;
}

/** Applies the effects of messages in their order, on locked prospects. */
export async function applyEffects(
  acting: ActorTransaction,
  messages: MessageWithEffects[],
  prospects: ReadonlyMap<string, LockedProspect>,
  at: Date,
): Promise<AppliedEffects[]> {
  const { tx } = acting;
  const companies = await companiesOf(acting, messages, prospects);
  const stoppingMessages = messages.filter(({ effects }) => effects.end ?? effects.awayUntil);
  const [activeEnrollments, factIds] = await Promise.all([
    stoppingMessages.length === 0
      ? []
      : store.lockActiveEnrollments(
          tx,
          [...new Set(stoppingMessages.flatMap(peopleOf))],
          [...companies.values()],
        ),
    store.insertFacts(tx, uniqueFacts(messages), at),
  ]);

  const enrollments = new Map(activeEnrollments.map((each) => [keyOf(each), each]));
  const changed = new Set<string>();
  const stages = new Map<string, Stage>();
  const events: NewEvent[] = [];
  const appliedEffects = messages.map((message): AppliedEffects => {
    const { outboundId } = message;
    const people = new Set(peopleOf(message));
    const company = companies.get(message.id);
    const before: EnrollmentState[] = [];
    for (const [key, enrollment] of enrollments) {
      if (!people.has(enrollment.prospectId) && enrollment.domain !== company) continue;
      const after = changeEnrollment(message.effects, enrollment);
      if (!after) continue;
      const { domain, ...state } = enrollment;
      before.push(state);
      enrollments.set(key, { ...after, domain });
      changed.add(key);
    }
    const fact = factOf(message);
    const factId = fact && factIds.get(store.factKey(fact));
    // If several messages state a new fact, it belongs to the first.
    if (fact) factIds.delete(store.factKey(fact));
    const prospect = prospects.get(message.prospectId ?? '');
    const from = prospect && (stages.get(prospect.id) ?? prospect.stage);
    const { event: countedAs } = message.effects;
    const moves = message.effects.isReply && (from === 'new' || from === 'contacted');
    const event = eventOf(message, factId !== undefined);
    if (event) events.push(event);
    if (!prospect || !from || !moves)
      return {
        ...{ enrollments: before, stage: null, factIds: factId ? [factId] : [] },
        ...{ outboundId, event: countedAs },
      };
    stages.set(prospect.id, 'replied');
    events.push(stageEvent(prospect.id, from, 'replied'));
    const stage = { prospectId: prospect.id, from };
    return { enrollments: before, stage, factIds: [], outboundId, event: countedAs };
  });

  store.updateEnrollments(
    tx,
    [...changed].map((key) => withoutDomain(enrollments.get(key)!)),
  );
  moveStages(
    acting,
    appliedEffects.flatMap(({ stage }) => (stage ? [{ ...stage, to: 'replied' as const }] : [])),
  );
  emitEvents(acting, events);
  await recordEmailTrouble(
    acting,
    messages.flatMap(({ outboundId, effects }) => {
      const trouble = troubleOf(effects);
      return outboundId && trouble ? [{ outboundId, trouble }] : [];
    }),
    at,
  );
  return appliedEffects;
}

function troubleOf({ fact }: MessageEffects): EmailTrouble | null {
  return fact === 'bounced' || fact === 'complained' ? fact : null;
}

const withoutDomain = ({ domain: _domain, ...state }: store.ActiveEnrollment): EnrollmentState =>
  state;
const keyOf = ({ campaignId, prospectId }: EnrollmentState): string =>
  `${campaignId} ${prospectId}`;
const peopleOf = ({ prospectId, people }: MessageWithEffects): string[] =>
  prospectId === null ? people : [prospectId, ...people];

/** Message → the domain whose enrollments end with a reply, if the workspace wants that. */
async function companiesOf(
  { tx }: ActorTransaction,
  messages: MessageWithEffects[],
  prospects: ReadonlyMap<string, LockedProspect>,
): Promise<Map<string, string>> {
  const replies = messages.filter(({ effects }) => effects.isReply);
  if (replies.length === 0 || !(await selectMailSettings(tx)).stopCompanyOnReply) return new Map();
  return new Map(
    replies.flatMap(({ id, prospectId }) => {
      const company = companyDomainOf(prospects.get(prospectId ?? '')?.emailKey ?? null);
      return company === null ? [] : [[id, company] as const];
    }),
  );
}

const factOf = ({ effects: { fact }, addressHash }: MessageWithEffects): store.NewFact | null =>
  fact && addressHash ? { hash: addressHash, kind: fact } : null;

function uniqueFacts(messages: MessageWithEffects[]): store.NewFact[] {
  const facts = messages.flatMap((message) => factOf(message) ?? []);
  return [...new Map(facts.map((fact) => [store.factKey(fact), fact])).values()];
}

const stageEvent = (prospectId: string, from: Stage, to: Stage): NewEvent => ({
  type: 'prospect.stage_changed',
  prospectId,
  data: { prospectId, stage: to },
  previous: { stage: from },
});

function eventOf(message: MessageWithEffects, isNewFact: boolean): NewEvent | null {
  const { effects, prospectId, campaignId, conversationId } = message;
  if (prospectId === null) return null;
  switch (effects.event) {
    case 'reply':
    case 'automatic_reply': {
      // Only notices and unsubscribe emails have effects without being stored.
      if (conversationId === null) return null;
      const automatic = effects.event === 'automatic_reply';
      const of = { prospectId, messageId: message.id, campaignId, conversationId };
      return {
        type: 'reply.received',
        prospectId,
        data: { ...of, automatic },
      };
    }
    case 'hard_bounce':
    case 'soft_bounce': {
      const bounce = effects.event === 'hard_bounce' ? 'hard' : 'soft';
      const messageId = message.outboundId ?? message.id;
      const data = {
        prospectId,
        messageId,
        campaignId,
        bounce,
        reason: message.diagnostic,
      } as const;
      return { type: 'message.bounced', prospectId, data };
    }
    case 'unsubscribed':
      return isNewFact
        ? { type: 'prospect.unsubscribed', prospectId, data: { prospectId, campaignId } }
        : null;
    case null:
      return null;
  }
}

interface StageMove {
  prospectId: string;
  from: Stage;
  to: Stage;
}

/** Moves locked prospects, with the counts of the stages. */
function moveStages(acting: ActorTransaction, moves: StageMove[]): void {
  for (const [to, group] of Map.groupBy(moves, (move) => move.to)) {
    moveToStage(
      acting,
      to,
      group.map(({ prospectId }) => prospectId),
    );
    changeCounts(
      acting.tx,
      group.flatMap(({ from }) => [
        { kind: 'stage' as const, key: from, by: -1 },
        { kind: 'stage' as const, key: to, by: 1 },
      ]),
    );
  }
}

/** Moves a prospect back to the stage that it had before a message. */
export function moveStageBack(acting: ActorTransaction, prospectId: string, to: Stage): void {
  moveStages(acting, [{ prospectId, from: 'replied', to }]);
  emitEvents(acting, [stageEvent(prospectId, 'replied', to)]);
}
