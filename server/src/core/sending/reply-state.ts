import type { Tx } from '../../platform/db/index.ts';
import { type LockedProspect, lockProspects } from '../prospects/prospects.sql.ts';
import { lookUpAddressFacts } from '../suppression/address-facts.ts';
import { shareAddresses } from '../suppression/address-lock.sql.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { type ReplyRefusal, type ReplyState, replyRefusalOf } from './reply-rules.ts';
import {
  isOwnMailboxAddress,
  type ReplyPerson,
  selectReplyMailbox,
  selectReplyPeople,
  shareUsageRow,
} from './reply-state.sql.ts';

export interface ReplyAddress {
  prospectId: string | null;
  mailboxId: string;
  /** Key of the address that the reply goes to. */
  recipient: string | null;
}

/** Why a reply cannot be sent now, or null. */
export const findReplyRefusal = async (
  tx: Tx,
  suppression: Suppression,
  address: ReplyAddress,
): Promise<ReplyRefusal | null> =>
  replyRefusalOf(await readReplyState(tx, suppression, address, false));

/**
 * Like `findReplyRefusal`, with locks: until the transaction ends, no other transaction can commit a
 * reason to refuse the reply. Shared rows are locked but not written, because writing could deadlock.
 */
export async function findLockedReplyRefusal(
  tx: Tx,
  suppression: Suppression,
  address: ReplyAddress,
): Promise<ReplyRefusal | null> {
  // Suppressing locks in the same order. If the prospect loses the address meanwhile, the second check
  // in `readReplyState` notices it.
  if (!hasOwner(await selectReplyPeople(tx, address, false), address)) await shareUsageRow(tx);
  return replyRefusalOf(await readReplyState(tx, suppression, address, true));
}

/** Locks the prospects of a reply before the caller changes them. */
export async function lockReplyPeople(tx: Tx, address: ReplyAddress): Promise<LockedProspect[]> {
  const people = await selectReplyPeople(tx, address, false);
  return lockProspects(
    tx,
    people.map(({ id }) => id),
  );
}

const hasOwner = (people: ReplyPerson[], { recipient }: ReplyAddress): boolean =>
  people.some(({ emailKey }) => emailKey === recipient);

async function readReplyState(
  tx: Tx,
  suppression: Suppression,
  address: ReplyAddress,
  isLocked: boolean,
): Promise<ReplyState> {
  const { prospectId, mailboxId, recipient } = address;
  const [people, mailbox] = await Promise.all([
    selectReplyPeople(tx, address, isLocked),
    selectReplyMailbox(tx, mailboxId, isLocked),
  ]);
  if (isLocked && !hasOwner(people, address)) await shareUsageRow(tx);
  const asAddress = { emailKey: recipient, linkedinKey: null };
  const addresses = [...people, asAddress];
  // Separate statements, which see changes that were committed while the locks were waited for.
  const keys = addresses.flatMap(({ emailKey }) => emailKey ?? []);
  const [, isSuppressed, factsOf, isOwn] = await Promise.all([
    isLocked &&
      shareAddresses(
        tx,
        keys.map((key) => suppression.emailHash(key)),
      ),
    suppression.lookUp(tx, addresses),
    lookUpAddressFacts(tx, suppression, addresses),
    isOwnMailboxAddress(tx, recipient),
  ]);
  const prospect = people.find(({ id }) => id === prospectId);
  return {
    prospect,
    recipient,
    mailbox,
    isOwnAddress: isOwn,
    isSuppressed:
      people.some(({ doNotContact }) => doNotContact) ||
      addresses.some((each) => isSuppressed(each)),
    recipientFacts: factsOf(asAddress),
    prospectFacts: prospect ? factsOf(prospect) : [],
  };
}
