import type { OperationContext } from '../../platform/caller.ts';
import { markEmailResults } from '../campaigns/email-results.sql.ts';
import { wakeMailboxes } from '../mailboxes/wake-mailboxes.sql.ts';
import { type LockedProspect, lockProspects } from '../prospects/prospects.sql.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { applyEffects, moveStageBack } from './apply-effects.ts';
import { isNotice } from './conversation-rules.ts';
import * as store from './correct-message.sql.ts';
import { addressFactOf, divideChanges, type MessageChanges } from './correct-message-rules.ts';
import { selectProspectsByEmail } from './find-conversation.sql.ts';
import type { MessageDecision, MessageKind } from './message.ts';
import { type EnrollmentState, effectsOf } from './message-effect-rules.ts';
import { updateEnrollments } from './message-effects.sql.ts';
import { withoutTag } from './message-key-rules.ts';

interface Correction {
  kind: MessageKind;
  userId: string;
  at: Date;
}

/**
 * Corrects the kind of a received message: undoes its effects and applies those of the right kind. A
 * correction by a user needs no proof. Returns false if the message has this kind already.
 */
export async function correctMessage(
  scope: OperationContext<{ suppression: Suppression }>,
  messageId: string,
  { kind, userId, at }: Correction,
): Promise<boolean> {
  const { tx, deps } = scope;
  const { prospects, senderIds } = await lockConcerned(scope, messageId);
  const message = await store.lockCorrectedMessage(tx, messageId);
  if (message.kind === kind) return false;
  // The time is read while the prospects are locked, like the time of a stored message, so that the
  // times have the order of the changes.
  const correctedAt = new Date().toISOString();
  await undoMessageEffects(scope, message, prospects, { userId, at });

  const evidence = [
    'corrected',
    ...message.decision.evidence.filter((each) => each !== 'corrected'),
  ];
  const decision: MessageDecision = {
    ...message.decision,
    kind,
    permanent: kind === 'bounce',
    evidence,
  };
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
        // A notice comes from a machine, and only a message of a person is about its sender.
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
  store.updateCorrectedMessage(tx, messageId, {
    ...{ kind, decision, by: userId },
    effects: { ...applied!, correctedAt },
  });
  store.setConversationLastKind(tx, message.conversationId);
  if (message.prospectId !== null) markEmailResults(tx, [message.prospectId]);
  return true;
}

/** Locks the prospects that the message affected and its senders. The message is locked afterwards. */
async function lockConcerned(
  { tx }: OperationContext,
  messageId: string,
): Promise<{ prospects: Map<string, LockedProspect>; senderIds: string[] }> {
  const { sender, ...message } = await store.selectConcernedMessage(tx, messageId);
  const senders =
    sender === null ? [] : await selectProspectsByEmail(tx, [sender, withoutTag(sender)]);
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

/** Undoes the changes that only this message caused. The others pass to later messages. */
async function undoMessageEffects(
  scope: OperationContext,
  message: store.CorrectedMessage,
  prospects: Map<string, LockedProspect>,
  by: { userId: string; at: Date },
): Promise<void> {
  const { tx } = scope;
  const { id, prospectId, effects } = message;
  const concerned = [...concernedBy(message)];
  const [later, facts, answered] = await Promise.all([
    store.selectLaterStopMessages(tx, message, concerned),
    store.selectAddressFacts(tx, effects.factIds),
    store.selectAnsweredProspects(tx, message, concerned),
  ]);
  const { own, passedOn } = divideChanges({ ...effects, facts }, prospectId, later);
  store.updateMessageEffects(tx, passedOn);
  const fact = addressFactOf(message);
  if (effects.outboundId && (fact === 'bounced' || fact === 'complained'))
    store.restoreTrouble(tx, effects.outboundId, id);
  await restoreChanges(scope, own, prospects, { ...by, answered });
}

async function restoreChanges(
  scope: OperationContext,
  { enrollments, stage, facts }: MessageChanges,
  prospects: Map<string, LockedProspect>,
  { userId, at, answered }: { userId: string; at: Date; answered: ReadonlySet<string> },
): Promise<void> {
  const { tx } = scope;
  store.liftAddressFacts(
    tx,
    facts.map(({ id }) => id),
    { by: userId, at },
  );
  const present =
    enrollments.length === 0 ? [] : await store.lockChangedEnrollments(tx, enrollments);
  const restored = enrollments.flatMap((before) => {
    const now = present.find(
      ({ campaignId, prospectId }) =>
        campaignId === before.campaignId && prospectId === before.prospectId,
    );
    if (!now || !endedByMessage.has(now.status)) return [];
    return [
      answered.has(before.prospectId) ? stoppedEnrollment(before) : continuedEnrollment(before, at),
    ];
  });
  updateEnrollments(tx, restored);
  wakeMailboxes(
    tx,
    restored.map(({ campaignId }) => campaignId),
    at,
  );
  const prospect = stage && prospects.get(stage.prospectId);
  if (!stage || prospect?.stage !== 'replied') return;
  moveStageBack(scope, prospect.id, stage.from);
  prospects.set(prospect.id, { ...prospect, stage: stage.from });
}

const endedByMessage: ReadonlySet<string> = new Set(['replied', 'unsubscribed', 'bounced', 'away']);

/** A user has written to the person by hand since then, which would have ended the enrollment. */
const stoppedEnrollment = (before: EnrollmentState): EnrollmentState => ({
  ...before,
  status: 'stopped',
  reason: 'answered_elsewhere',
});

/** The enrollment before the message. An email that was being sent then was sent or waits again. */
function continuedEnrollment(before: EnrollmentState, at: Date): EnrollmentState {
  const dueAt = new Date(before.dueAt);
  return {
    ...before,
    status: before.status === 'sending' ? 'waiting' : before.status,
    dueAt: dueAt > at ? dueAt : at,
  };
}
