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
 * Stores messages of one mailbox and applies what follows from them. It runs in the transaction
 * that records their hashes, so each message is given to it once.
 */
export type Receive = (
  tx: Tx,
  mailbox: ReceivingMailbox,
  messages: Received[],
  at: Date,
) => Promise<void>;
