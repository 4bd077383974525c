import { emit, type NewEvent } from '../core/events/emit.ts';
import { changeCounts } from '../core/lists-and-tags/counts.ts';
import { clearFailing } from '../core/mailboxes/health.sql.ts';
import { lockProspects, moveToStage } from '../core/prospects/prospects.sql.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Acting } from '../platform/scope.ts';
import type { Acceptance } from './hand-over.ts';
import { selectReplyPlace, selectReplyText } from './reply-claim.sql.ts';
import * as store from './reply-outcome.sql.ts';

/** Records that a reply was sent. Returns false if that was recorded before, or it was deleted. */
export async function recordReplyAccepted(
  tx: Tx,
  reply: store.ReplyAttempt & { tries: number },
  { at, ...acceptance }: Acceptance,
): Promise<boolean> {
  const place = await selectReplyPlace(tx, reply.id);
  if (!place) return false;
  const [prospect] = place.prospectId === null ? [] : await lockProspects(tx, [place.prospectId]);
  clearFailing(tx, place.mailboxId);
  const { tries, id } = reply;
  const settled = await store.settleReply(tx, reply, {
    ...acceptance,
    ...{ status: 'accepted', tries, at },
  });
  if (!settled) return false;
  const text = (await selectReplyText(tx, { id, storedAt: settled.storedAt })) ?? '';
  const { serverMessageId } = acceptance;
  store.insertSentReply(tx, { ...settled, id, text, serverMessageId, at });
  if (!prospect) return true;
  const acting: Acting = {
    tx,
    actor: { actor: { kind: 'user', id: settled.userId }, correlationId: null },
  };
  const { conversationId, campaignId } = place;
  const prospectId = prospect.id;
  const sent: NewEvent = {
    type: 'message.sent',
    prospectId,
    data: { prospectId, messageId: id, campaignId, conversationId, subject: settled.subject },
  };
  if (prospect.stage !== 'new') emit(acting, [sent]);
  else {
    moveToStage(acting, 'contacted', [prospectId]);
    const data = { prospectId, stage: 'contacted' as const };
    const previous = { stage: 'new' as const };
    emit(acting, [sent, { type: 'prospect.stage_changed', prospectId, data, previous }]);
    changeCounts(tx, [
      { kind: 'stage', key: 'new', by: -1 },
      { kind: 'stage', key: 'contacted', by: 1 },
    ]);
  }
  return true;
}
