import type { Tx } from '../../platform/db/index.ts';
import type { Decision, FetchedMessage, ParsedMessage } from './message.ts';

/** A message that was read, parsed and classified. */
export interface Received {
  fetched: FetchedMessage;
  parsed: ParsedMessage;
  decision: Decision;
}

export interface ReceivingMailbox {
  id: string;
  address: string;
}

/**
 * Stores messages of one mailbox and applies what follows from them. Returns those that it did not
 * store because they are about no prospect. It runs in the transaction that records their hashes, so
 * each message is given to it once, or again in the inbox if it was ignored in Junk. It locks
 * prospects, so it must be called before the row of the mailbox is written: sending locks them in this
 * order.
 */
export type Receive = (
  tx: Tx,
  mailbox: ReceivingMailbox,
  messages: Received[],
  at: Date,
) => Promise<Received[]>;

/** Accepts those of the emails whose fate is unknown. By id, with what shows that they were sent. */
export type SettleUnknown = (
  tx: Tx,
  mailboxId: string,
  named: ReadonlyMap<string, string>,
  at: Date,
) => Promise<void>;
