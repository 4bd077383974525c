import type { Tx } from '../../platform/db/index.ts';
import type { Decision, FetchedMessage, ParsedMessage } from './message.ts';

/** A message that was read, parsed and classified. */
export interface ReceivedMessage {
  fetched: FetchedMessage;
  parsed: ParsedMessage;
  decision: Decision;
}

export interface ReceivingMailbox {
  id: string;
  address: string;
}

/** Accepts those of the emails whose fate is unknown. By id, with what shows that they were sent. */
export type SettleUnknown = (
  tx: Tx,
  mailboxId: string,
  named: ReadonlyMap<string, string>,
  at: Date,
) => Promise<void>;
