import type { OperationContext } from '../../platform/caller.ts';
import { markResults } from '../campaigns/results.sql.ts';
import { wakeMailboxes } from '../mailboxes/wake.sql.ts';
import { type LockedProspect, lockProspects } from '../prospects/prospects.sql.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { applyEffects, moveBack } from './apply-effects.ts';
import { isNotice } from './conversation-rules.ts';
import * as store from './correct.sql.ts';
import { type Changes, divide, factOf } from './correct-rules.ts';
import { type EnrollmentState, effectsOf } from './effect-rules.ts';
import { updateEnrollments } from './effects.sql.ts';
import { selectProspects } from './find-conversation.sql.ts';
import type { Decision, MessageKind } from './message.ts';
import { withoutTag } from './message-key-rules.ts';

interface Correction {
  kind: MessageKind;
  userId: string;
  at: Date;
}

/**
 * Sets what a received message is: undoes what followed from it, and applies the effects of the right
 * kind. A user who says so needs no proof. Returns false if it is of this kind already.
 */
export async function correctMessage(
  scope: OperationContext<{ suppression: Suppression }>,
  messageId: string,
  { kind, userId, at }: Correction,
): Promise<boolean> {
  const { tx, deps } = scope;
  const { prospects, senderIds } = await lockConcerned(scope, messageId);
  const message = await store.lockMessage(tx, messageId);
  if (message.kind === kind) return false;
  // Taken while the people are locked, as the time of a stored message is: it says which came first.
  const correctedAt = new Date().toISOString();
  await undo(scope, message, prospects, { userId, at });

  const evidence = [
    'corrected',
    ...message.decision.evidence.filter((each) => each !== 'corrected'),
  ];
  const decision: Decision = { ...message.decision, kind, permanent: kind === 'bounce', evidence };
  const key = prospects.get(message.prospectId ?? '')?.emailKey ?? null;
  const effects = effectsOf(decision, {
    isOurs: false,
    isProven: true,
    isAboutRecipient: true,
    zone: message.zone,
    receivedAt: message.sentAt,
  });
  const [applied] = await applyEffects(
    scope,
    [
      {
        ...message,
        // A notice comes from a machine, and only a person's own words are about the sender.
        people: isNotice(kind) ? [] : senderIds,
        outboundId: message.effects.outboundId ?? null,
        addressHash: key === null ? null : deps.suppression.emailHash(key),
        diagnostic: null,
        effects,
      },
    ],
    prospects,
    at,
  );
  store.updateMessage(tx, messageId, {
    ...{ kind, decision, by: userId },
    effects: { ...applied!, correctedAt },
  });
  store.setLastKind(tx, message.conversationId);
  if (message.prospectId !== null) markResults(tx, [message.prospectId]);
  return true;
}

/** Locks everyone whom the message affected, and who wrote it, before the message itself. */
async function lockConcerned(
  { tx }: OperationContext,
  messageId: string,
): Promise<{ prospects: Map<string, LockedProspect>; senderIds: string[] }> {
  const { sender, ...message } = await store.selectConcerned(tx, messageId);
  const senders = sender === null ? [] : await selectProspects(tx, [sender, withoutTag(sender)]);
  const senderIds = senders.map(({ id }) => id);
  const locked = await lockProspects(tx, [...concernedBy(message).union(new Set(senderIds))]);
  return { prospects: new Map(locked.map((each) => [each.id, each])), senderIds };
}

const concernedBy = ({
  prospectId,
  effects,
}: Pick<store.CorrectedMessage, 'prospectId' | 'effects'>): Set<string> =>
  new Set([
    ...(prospectId === null ? [] : [prospectId]),
    ...effects.enrollments.map((each) => each.prospectId),
  ]);

/** Undoes what only this message caused. The rest passes on to the later messages that would have caused it too. */
async function undo(
  scope: OperationContext,
  message: store.CorrectedMessage,
  prospects: Map<string, LockedProspect>,
  by: { userId: string; at: Date },
): Promise<void> {
  const { tx } = scope;
  const { id, prospectId, effects } = message;
  const concerned = [...concernedBy(message)];
  const [later, facts, answered] = await Promise.all([
    store.selectLaterStops(tx, message, concerned),
    store.selectFacts(tx, effects.factIds),
    store.selectAnswered(tx, message, concerned),
  ]);
  const { own, passedOn } = divide({ ...effects, facts }, prospectId, later);
  store.updateEffects(tx, passedOn);
  const fact = factOf(message);
  if (effects.outboundId && (fact === 'bounced' || fact === 'complained'))
    store.restoreTrouble(tx, effects.outboundId, id);
  await restore(scope, own, prospects, { ...by, answered });
}

async function restore(
  scope: OperationContext,
  { enrollments, stage, facts }: Changes,
  prospects: Map<string, LockedProspect>,
  { userId, at, answered }: { userId: string; at: Date; answered: ReadonlySet<string> },
): Promise<void> {
  const { tx } = scope;
  store.liftFacts(
    tx,
    facts.map(({ id }) => id),
    { by: userId, at },
  );
  const present = enrollments.length === 0 ? [] : await store.lockChanged(tx, enrollments);
  const restored = enrollments.flatMap((before) => {
    const now = present.find(
      ({ campaignId, prospectId }) =>
        campaignId === before.campaignId && prospectId === before.prospectId,
    );
    if (!now || !endedByMessage.has(now.status)) return [];
    return [answered.has(before.prospectId) ? takenOver(before) : continued(before, at)];
  });
  updateEnrollments(tx, restored);
  wakeMailboxes(
    tx,
    restored.map(({ campaignId }) => campaignId),
    at,
  );
  const prospect = stage && prospects.get(stage.prospectId);
  if (!stage || prospect?.stage !== 'replied') return;
  moveBack(scope, prospect.id, stage.from);
  prospects.set(prospect.id, { ...prospect, stage: stage.from });
}

const endedByMessage: ReadonlySet<string> = new Set(['replied', 'unsubscribed', 'bounced', 'away']);

/** Someone wrote to the person by hand since, which would have ended it. */
const takenOver = (before: EnrollmentState): EnrollmentState => ({
  ...before,
  status: 'stopped',
  reason: 'answered_elsewhere',
});

/** As it was before the message. An email that was on its way then has left or waits again. */
function continued(before: EnrollmentState, at: Date): EnrollmentState {
  const dueAt = new Date(before.dueAt);
  return {
    ...before,
    status: before.status === 'sending' ? 'waiting' : before.status,
    dueAt: dueAt > at ? dueAt : at,
  };
}
