import { endEnrollments } from '../core/campaigns/end-enrollments.sql.ts';
import { type MailboxRow, selectMailbox } from '../core/mailboxes/mailbox-rows.sql.ts';
import type { ReplyEmail } from '../core/sending/claimed-email.ts';
import { threadHeaders } from '../core/sending/reply-rules.ts';
import { findReplyRefusal, lockReplyPeople } from '../core/sending/reply-state.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { Tx } from '../platform/db/index.ts';
import * as store from './claim-reply.sql.ts';
import type { EmailClaim } from './claim-rules.ts';
import { refuseReply } from './record-failure.ts';
import { nextLook } from './smtp-reply-rules.ts';

/** More messages than the header names, because some have no usable id. */
const maxThread = 30;

/**
 * Claims a reply whose time to undo is over. From now on it cannot be canceled. The recipient's
 * campaigns end, because a user has taken over the conversation.
 */
export async function claimReply(
  tx: Tx,
  lease: store.ReplyLease,
  suppression: Suppression,
  at: Date,
): Promise<EmailClaim<ReplyEmail>> {
  const target = await store.selectReplyTarget(tx, lease.replyId);
  if (!target) return noReply;
  const { mailboxId, conversationId } = target;
  const people = await lockReplyPeople(tx, target);
  const claimed = await store.claimReplyRow(tx, lease, at);
  if (!claimed) {
    store.markLostReplyUnknown(tx, lease, { at, lookAt: nextLook(at, at) });
    return noReply;
  }
  const [refusal, mailbox, text] = await Promise.all([
    findReplyRefusal(tx, suppression, target),
    selectMailbox(tx, mailboxId),
    store.selectReplyText(tx, claimed),
  ]);
  if (refusal || !mailbox || text === undefined) {
    const why = refusal ?? (mailbox ? 'text_deleted' : 'mailbox_removed');
    await refuseReply(tx, claimed, why, at);
    return noReply;
  }
  endEnrollments(
    tx,
    people.map(({ id }) => id),
    'stopped',
    null,
    'answered_elsewhere',
  );
  const { id, attempt, tries, messageId, recipient, recipientName, subject } = claimed;
  const email: ReplyEmail = {
    kind: 'reply',
    ...{ id, attempt, tries, messageId, mailbox, subject, text },
    recipient: { email: recipient, emailKey: recipient, name: recipientName },
    ...(await threadOf(tx, conversationId, claimed, mailbox)),
  };
  return { kind: 'claimed', email, nextAt: null };
}

const noReply = { kind: 'nothing', sleepUntil: null, why: 'no_reply' } as const;

async function threadOf(
  tx: Tx,
  conversationId: string,
  { answersId }: store.ClaimedReplyRow,
  { zone, address, name }: MailboxRow,
): Promise<Pick<ReplyEmail, 'thread' | 'quoted'>> {
  const [messages, answered] = await Promise.all([
    store.selectThreadMessages(tx, conversationId, maxThread),
    answersId === null ? undefined : store.selectAnsweredMessage(tx, answersId),
  ]);
  const ids = messages.flatMap(({ header }) => header ?? []);
  const author = answered?.sender
    ? { name: answered.senderName, address: answered.sender }
    : { name, address };
  return {
    thread: threadHeaders(ids, answered?.header ?? null),
    quoted: answered ? { ...author, text: answered.text, at: answered.sentAt, zone } : null,
  };
}
