import { type MailboxRow, selectMailbox } from '../core/mailboxes/mailboxes.sql.ts';
import type { SettleUnknown } from '../core/receiving/receiver.ts';
import { localDay } from '../core/sending/time-rules.ts';
import type { Tx } from '../platform/db/index.ts';
import { recordAccepted } from './accepted.ts';
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

/** Accepts those of the emails whose fate is unknown: a received message shows that they were sent. */
export const settleNamed: SettleUnknown = async (tx, mailboxId, named, at) => {
  const emails = await selectUnknownById(tx, [...named.keys()]);
  if (emails.length === 0) return;
  const mailbox = await selectMailbox(tx, mailboxId);
  if (!mailbox) return;
  // Rare and few: each was held because its answer was lost.
  for (const email of emails)
    await acceptUnknown(tx, mailbox, email, { evidence: named.get(email.id)!, at });
};
