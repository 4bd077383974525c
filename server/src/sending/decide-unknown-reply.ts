import type { ManageResult } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { noReplySentences } from '../core/sending/reply-rules.ts';
import { replyRefusal } from '../core/sending/reply-state.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { fieldError, notFound } from '../platform/error.ts';
import { type ReplyRow, selectReply, sendUnknownAgain } from './replies.sql.ts';
import { recordReplyAccepted } from './reply-accepted.ts';
import { selectReplyPlace } from './reply-claim.sql.ts';
import { selectUnknownRepliesById } from './reply-settle.sql.ts';

/** Records that a reply was sent of which that was unknown. */
export async function postReplyMarkSent(
  call: ManageCall<'postReplyMarkSent'>,
): Promise<ManageResult<'postReplyMarkSent'>> {
  const { tx } = call;
  const { id, sendAt: at, answer } = await findUndecided(call);
  const [unknown] = await selectUnknownRepliesById(tx, [id]);
  const evidence = 'marked_sent';
  const acceptance = { answer, evidence, serverMessageId: null, at };
  const isFirst = unknown && (await recordReplyAccepted(tx, unknown, acceptance));
  return { reply: await decided(call, isFirst === true, 'reply.marked_sent') };
}

/** Sends a reply once more of which it is unknown whether it arrived. The gate is asked again. */
export async function postReplySendAgain(
  call: ManageCall<'postReplySendAgain', { suppression: Suppression }>,
): Promise<ManageResult<'postReplySendAgain'>> {
  const { tx, deps } = call;
  const { id } = await findUndecided(call);
  const place = await selectReplyPlace(tx, id);
  const refusal = place ? await replyRefusal(tx, deps.suppression, place) : 'deleted';
  if (refusal) throw fieldError('replyId', noReplySentences[refusal]);
  const changed = await sendUnknownAgain(tx, id, new Date());
  return { reply: await decided(call, changed > 0, 'reply.sent_again') };
}

type Deciding = ManageCall<'postReplyMarkSent' | 'postReplySendAgain'>;

async function findUndecided(call: Deciding): Promise<ReplyRow> {
  const { tx, caller, params } = call;
  const reply = await selectReply(tx, caller.userId, params.replyId);
  if (!reply) throw notFound('reply', params.replyId);
  if (reply.status !== 'unknown') throw noLongerUnknown(reply);
  return reply;
}

/** Two people may decide at the same time; the first decision counts. */
async function decided(
  call: Deciding,
  isFirst: boolean,
  action: 'reply.marked_sent' | 'reply.sent_again',
): Promise<ReplyRow> {
  const { tx, caller, params } = call;
  const reply = await selectReply(tx, caller.userId, params.replyId);
  if (!reply) throw notFound('reply', params.replyId);
  if (!isFirst) throw noLongerUnknown(reply);
  const { id, conversationId } = reply;
  record(call, { action, target: id, detail: { conversationId } });
  return reply;
}

const noLongerUnknown = ({ status }: ReplyRow) =>
  fieldError('replyId', `This reply is no longer unknown: it is ${status}.`);
