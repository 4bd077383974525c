import type { Stage } from '@outcrop/contract';
import type { ActorTransaction } from '../../platform/caller.ts';
import { emit, type NewEvent } from '../events/emit.ts';
import { changeCounts } from '../lists-and-tags/memberships.sql.ts';
import { selectMailSettings } from '../mailboxes/mail-settings.sql.ts';
import { type LockedProspect, moveToStage } from '../prospects/prospects.sql.ts';
import { companyOf } from '../sending/company.ts';
import { recordTrouble } from '../sending/guard.ts';
import type { Trouble } from '../sending/guard-rules.ts';
import { changedBy, type Effects, type EnrollmentState } from './effect-rules.ts';
import * as store from './effects.sql.ts';

/** A stored message, and what is to follow from it. */
export interface AffectingMessage {
  id: string;
  conversationId: string;
  campaignId: string | null;
  /** Whose conversation it is. */
  prospectId: string | null;
  /** Who else is concerned: a colleague who replied. */
  people: string[];
  /** The email that it answers or is about. */
  outboundId: string | null;
  /** Of the address that got the email. */
  addressHash: Buffer | null;
  subject: string;
  snippet: string;
  /** Of a bounce, in the server's words. */
  diagnostic: string | null;
  effects: Effects;
}

/** What a message changed, as it was before: a correction restores it. */
export interface AppliedEffects {
  enrollments: EnrollmentState[];
  stage: { prospectId: string; from: Stage } | null;
  factIds: string[];
  /** The email of ours that the message is about. */
  outboundId?: string | null;
  /** What the numbers count it as. */
  event: Effects['event'];
  /** When a user decided what the message is. Otherwise, it was applied when it was stored. */
  correctedAt?: string;
}

/** Applies the effects of messages in their order, on locked prospects. */
export async function applyEffects(
  acting: ActorTransaction,
  messages: AffectingMessage[],
  prospects: ReadonlyMap<string, LockedProspect>,
  at: Date,
): Promise<AppliedEffects[]> {
  const { tx } = acting;
  const companies = await companiesOf(acting, messages, prospects);
  const stopping = messages.filter(({ effects }) => effects.end ?? effects.awayUntil);
  const [active, factIds] = await Promise.all([
    stopping.length === 0
      ? []
      : store.lockActive(tx, [...new Set(stopping.flatMap(peopleOf))], [...companies.values()]),
    store.insertFacts(tx, uniqueFacts(messages), at),
  ]);

  const enrollments = new Map(active.map((each) => [keyOf(each), each]));
  const changed = new Set<string>();
  const stages = new Map<string, Stage>();
  const events: NewEvent[] = [];
  const applied = messages.map((message): AppliedEffects => {
    const { outboundId } = message;
    const people = new Set(peopleOf(message));
    const company = companies.get(message.id);
    const before: EnrollmentState[] = [];
    for (const [key, enrollment] of enrollments) {
      if (!people.has(enrollment.prospectId) && enrollment.domain !== company) continue;
      const after = changedBy(message.effects, enrollment);
      if (!after) continue;
      const { domain, ...state } = enrollment;
      before.push(state);
      enrollments.set(key, { ...after, domain });
      changed.add(key);
    }
    const fact = factOf(message);
    const factId = fact && factIds.get(store.factKey(fact));
    // The first message that states a fact has set it.
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
    applied.flatMap(({ stage }) => (stage ? [{ ...stage, to: 'replied' as const }] : [])),
  );
  emit(acting, events);
  await recordTrouble(
    acting,
    messages.flatMap(({ outboundId, effects }) => {
      const trouble = troubleOf(effects);
      return outboundId && trouble ? [{ outboundId, trouble }] : [];
    }),
    at,
  );
  return applied;
}

function troubleOf({ fact }: Effects): Trouble | null {
  return fact === 'bounced' || fact === 'complained' ? fact : null;
}

const withoutDomain = ({ domain: _domain, ...state }: store.ActiveEnrollment): EnrollmentState =>
  state;
const keyOf = ({ campaignId, prospectId }: EnrollmentState): string =>
  `${campaignId} ${prospectId}`;
const peopleOf = ({ prospectId, people }: AffectingMessage): string[] =>
  prospectId === null ? people : [prospectId, ...people];

/** Message → the domain whose enrollments end with a reply, if the workspace wants that. */
async function companiesOf(
  { tx }: ActorTransaction,
  messages: AffectingMessage[],
  prospects: ReadonlyMap<string, LockedProspect>,
): Promise<Map<string, string>> {
  const replies = messages.filter(({ effects }) => effects.isReply);
  if (replies.length === 0 || !(await selectMailSettings(tx)).stopCompanyOnReply) return new Map();
  return new Map(
    replies.flatMap(({ id, prospectId }) => {
      const company = companyOf(prospects.get(prospectId ?? '')?.emailKey ?? null);
      return company === null ? [] : [[id, company] as const];
    }),
  );
}

const factOf = ({ effects: { fact }, addressHash }: AffectingMessage): store.NewFact | null =>
  fact && addressHash ? { hash: addressHash, kind: fact } : null;

function uniqueFacts(messages: AffectingMessage[]): store.NewFact[] {
  const facts = messages.flatMap((message) => factOf(message) ?? []);
  return [...new Map(facts.map((fact) => [store.factKey(fact), fact])).values()];
}

const stageEvent = (prospectId: string, from: Stage, to: Stage): NewEvent => ({
  type: 'prospect.stage_changed',
  prospectId,
  data: { prospectId, stage: to },
  previous: { stage: from },
});

function eventOf(message: AffectingMessage, isNewFact: boolean): NewEvent | null {
  const { effects, prospectId, campaignId, conversationId, subject, snippet } = message;
  if (prospectId === null) return null;
  switch (effects.event) {
    case 'reply':
    case 'automatic_reply': {
      const automatic = effects.event === 'automatic_reply';
      const of = { prospectId, messageId: message.id, campaignId, conversationId };
      return {
        type: 'reply.received',
        prospectId,
        data: { ...of, subject, snippet, automatic },
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

interface Move {
  prospectId: string;
  from: Stage;
  to: Stage;
}

/** Moves locked prospects, with the counts of the stages. */
function moveStages(acting: ActorTransaction, moves: Move[]): void {
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

/** Moves one prospect back to the stage that a message took it from. */
export function moveBack(acting: ActorTransaction, prospectId: string, to: Stage): void {
  moveStages(acting, [{ prospectId, from: 'replied', to }]);
  emit(acting, [stageEvent(prospectId, 'replied', to)]);
}
