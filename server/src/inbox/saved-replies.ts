import { randomUUIDv7 } from 'node:crypto';
import {
  formatBytes,
  type ManageResult,
  maxReplyLength,
  maxSavedReplies,
  maxSavedReplyBytes,
} from '@outcrop/contract';
import { type MergeValues, measureTemplate, parseTemplate } from '@outcrop/contract/merge-tags';
import { recordAudit } from '../core/audit/record-audit.ts';
import { listOrTagNameKey } from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import { selectMailbox } from '../core/mailboxes/mailbox-rows.sql.ts';
import { mergeTagValuesOf } from '../core/sending/merge-tag-value-rules.ts';
import { selectRecipient } from '../core/sending/recipient.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { invalidField, notFound } from '../platform/error.ts';
import { selectConversation } from './conversations.sql.ts';
import * as store from './saved-replies.sql.ts';

export async function getSavedReplies(
  call: ManageCall<'getSavedReplies'>,
): Promise<ManageResult<'getSavedReplies'>> {
  const { conversationId } = call.query;
  const values = conversationId === undefined ? null : await valuesFor(call, conversationId);
  const savedReplies = await store.selectSavedReplies(call.tx);
  const fill = values ? fillWithin(values) : () => null;
  return {
    savedReplies: savedReplies.map((each) => ({
      ...each,
      filledText: fill(each.text),
    })),
  };
}

/** Fills texts. One that would be too long to send, or for the response, stays as it is. */
function fillWithin(values: MergeValues): (text: string) => string {
  let left = maxSavedReplyBytes;
  return (text) => {
    const { length } = measureTemplate(text, values);
    if (length > Math.min(maxReplyLength, left)) return text;
    left -= length;
    return fillVariables(text, values);
  };
}

async function valuesFor(
  { tx, caller }: ManageCall<'getSavedReplies'>,
  conversationId: string,
): Promise<MergeValues> {
  const conversation = await selectConversation(tx, caller.userId, conversationId, new Date());
  if (!conversation) throw notFound('conversation', conversationId);
  const { prospectId, mailboxId } = conversation;
  const [recipient, mailbox] = await Promise.all([
    prospectId === null ? undefined : selectRecipient(tx, prospectId),
    selectMailbox(tx, mailboxId),
  ]);
  const senderName = mailbox?.name ?? '';
  return recipient ? mergeTagValuesOf(recipient, senderName) : { senderName };
}

/** Tags without a value and without a fallback stay, so that the user sees what is missing. */
const fillVariables = (text: string, values: MergeValues): string =>
  parseTemplate(text)
    .parts.map((part) =>
      typeof part === 'string'
        ? part
        : values[part.variable] || (part.fallback ?? `{{${part.variable}}}`),
    )
    .join('');

export async function postSavedReplies(
  call: ManageCall<'postSavedReplies'>,
): Promise<ManageResult<'postSavedReplies'>> {
  const { tx, body } = call;
  await store.lockSavedReplies(tx);
  const {
    id: takenId,
    count,
    bytes,
  } = await store.selectSavedReplyByName(tx, listOrTagNameKey(body.name));
  if (takenId !== null) throw nameTaken();
  requireSpace(bytes, body.text);
  if (count >= maxSavedReplies)
    throw invalidField(
      'name',
      `cannot be added: the workspace already has the maximum of ${maxSavedReplies} saved replies`,
    );
  const savedReply = {
    id: randomUUIDv7(),
    name: body.name.trim(),
    text: body.text,
    updatedAt: new Date(),
  };
  store.writeSavedReply(tx, savedReply, listOrTagNameKey(body.name));
  recordChange(call, 'saved_reply.created', savedReply);
  return { savedReply: { ...savedReply, filledText: null } };
}

export async function patchSavedReply(
  call: ManageCall<'patchSavedReply'>,
): Promise<ManageResult<'patchSavedReply'>> {
  const { tx, params, body } = call;
  const { savedReplyId: id } = params;
  await store.lockSavedReplies(tx);
  const before = await store.selectSavedReply(tx, id);
  if (!before) throw notFound('saved reply', id);
  const name = (body.name ?? before.name).trim();
  const { id: takenId, bytes } = await store.selectSavedReplyByName(tx, listOrTagNameKey(name), id);
  if (takenId !== null && takenId !== id) throw nameTaken();
  if (body.text !== undefined) requireSpace(bytes, body.text);
  const savedReply = { id, name, text: body.text ?? before.text, updatedAt: new Date() };
  store.writeSavedReply(tx, savedReply, listOrTagNameKey(name));
  recordChange(call, 'saved_reply.edited', savedReply);
  return { savedReply: { ...savedReply, filledText: null } };
}

export async function deleteSavedReply(
  call: ManageCall<'deleteSavedReply'>,
): Promise<ManageResult<'deleteSavedReply'>> {
  const { savedReplyId } = call.params;
  const deleted = await store.deleteSavedReply(call.tx, savedReplyId);
  if (!deleted) throw notFound('saved reply', savedReplyId);
  recordChange(call, 'saved_reply.deleted', deleted);
  return { savedReply: { ...deleted, filledText: null } };
}

function requireSpace(bytesOfOthers: number, text: string): void {
  if (bytesOfOthers + Buffer.byteLength(text) > maxSavedReplyBytes)
    throw invalidField(
      'text',
      `is too long: the saved replies of a workspace have at most ${formatBytes(maxSavedReplyBytes)} of text; shorten or delete some`,
    );
}

const nameTaken = () => invalidField('name', 'is already used by another saved reply');

const recordChange = (
  call: Parameters<typeof recordAudit>[0],
  action: 'saved_reply.created' | 'saved_reply.edited' | 'saved_reply.deleted',
  { id, name }: store.SavedReplyRow,
) => recordAudit(call, { action, target: id, detail: { name } });
