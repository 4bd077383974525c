import { endEnrollments } from '../core/campaigns/stop-enrollments.sql.ts';
import { type MailboxRow, selectMailbox } from '../core/mailboxes/mailboxes.sql.ts';
import { type NoReply, type Quoted, threadHeaders } from '../core/sending/reply-rules.ts';
import { lockReplyPeople, replyRefusal } from '../core/sending/reply-state.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { Tx } from '../platform/db/index.ts';
import type { ReplyLease } from './replies.sql.ts';
import * as store from './reply-claim.sql.ts';
import { refuseReply } from './reply-outcome.ts';
import { nextLook } from './settle-rules.ts';

/** A reply that one worker may now send, and no other. */
export interface ClaimedReply extends store.ClaimedRow {
  text: string;
  mailbox: MailboxRow;
  thread: { inReplyTo: string; references: string[] } | null;
  quoted: Quoted | null;
}

/** More than are named in the header: some have no usable id. */
const maxThread = 30;

/**
 * Takes a reply whose time to undo is over. From here on it cannot be canceled, and the campaigns of
 * the person end: a person has taken over. Returns null if there is nothing to send.
 */
export async function takeReply(
  tx: Tx,
  lease: ReplyLease,
  suppression: Suppression,
  at: Date,
): Promise<ClaimedReply | null> {
  const place = await store.selectReplyPlace(tx, lease.replyId);
  if (!place) return null;
  const { mailboxId, conversationId } = place;
  const people = await lockReplyPeople(tx, place);
  const claimed = await store.claimReply(tx, lease, at);
  if (!claimed) {
    store.leaveLostUnknown(tx, lease, { at, lookAt: nextLook(at, at) });
    return null;
  }
  const [refusal, mailbox, text] = await Promise.all([
    replyRefusal(tx, suppression, place),
    selectMailbox(tx, mailboxId),
    store.selectReplyText(tx, claimed),
  ]);
  if (refusal || !mailbox || text === undefined) {
    const why: NoReply | 'text_deleted' = refusal ?? (mailbox ? 'text_deleted' : 'mailbox_removed');
    await refuseReply(tx, claimed, why, at);
    return null;
  }
  endEnrollments(
    tx,
    people.map(({ id }) => id),
    'stopped',
    null,
    'answered_elsewhere',
  );
  return { ...claimed, text, mailbox, ...(await threadOf(tx, conversationId, claimed, mailbox)) };
}

async function threadOf(
  tx: Tx,
  conversationId: string,
  { answersId }: store.ClaimedRow,
  { zone, address, name }: MailboxRow,
): Promise<Pick<ClaimedReply, 'thread' | 'quoted'>> {
  const [messages, answered] = await Promise.all([
    store.selectThread(tx, conversationId, maxThread),
    answersId === null ? undefined : store.selectAnsweredMessage(tx, answersId),
  ]);
  const ids = messages.flatMap(({ header }) => header ?? []);
  const who = answered?.sender
    ? { name: answered.senderName, address: answered.sender }
    : { name, address };
  return {
    thread: threadHeaders(ids, answered?.header ?? null),
    quoted: answered ? { ...who, text: answered.text, at: answered.sentAt, zone } : null,
  };
}
