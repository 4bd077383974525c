import { type MailboxRow, selectMailbox } from '../core/mailboxes/mailboxes.sql.ts';
import type { SettleUnknown } from '../core/receiving/receiver.ts';
import { localDay } from '../core/sending/time-rules.ts';
import type { Tx } from '../platform/db/index.ts';
import { recordAccepted } from './accepted.ts';
import { recordReplyAccepted } from './reply-accepted.ts';
import { selectUnknownRepliesById, type UnknownReply } from './reply-settle.sql.ts';
import { sentText } from './sent-text.ts';
import { selectUnknownById, type UnknownEmail } from './settle.sql.ts';

const system = { actor: { kind: 'system', id: null }, correlationId: null } as const;

/** Records that an email was sent of which that was unknown. */
export async function acceptUnknown(
  tx: Tx,
  mailbox: MailboxRow,
  email: UnknownEmail,
  { evidence, at }: { evidence: string; at: Date },
): Promise<void> {
  const { zone, name: senderName } = mailbox;
  const sent = await sentText(tx, email, { day: localDay(zone, at), senderName });
  const acceptance = { answer: null, evidence, serverMessageId: null, at };
  await recordAccepted({ tx, actor: system }, { ...email, ...sent, mailbox }, acceptance);
}

/** The same for a reply. It was sent at its attempt, before the message that proves it. */
export const acceptUnknownReply = (
  tx: Tx,
  reply: UnknownReply,
  evidence: string,
): Promise<boolean> =>
  recordReplyAccepted(tx, reply, {
    ...{ answer: null, evidence, serverMessageId: null, at: reply.settledAt },
  });

/** Accepts those of the emails whose fate is unknown: a received message shows that they were sent. */
export const settleNamed: SettleUnknown = async (tx, mailboxId, named, at) => {
  const ids = [...named.keys()];
  const [emails, replies] = await Promise.all([
    selectUnknownById(tx, ids),
    selectUnknownRepliesById(tx, ids),
  ]);
  for (const reply of replies) await acceptUnknownReply(tx, reply, named.get(reply.id)!);
  if (emails.length === 0) return;
  const mailbox = await selectMailbox(tx, mailboxId);
  if (!mailbox) return;
  // Rare and few: each was held because its answer was lost.
  for (const email of emails)
    await acceptUnknown(tx, mailbox, email, { evidence: named.get(email.id)!, at });
};
