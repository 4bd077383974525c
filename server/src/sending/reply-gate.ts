import type { NoReply } from '../core/sending/reply-rules.ts';
import { lockedReplyRefusal } from '../core/sending/reply-state.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { type GateRefusal, openGate, type SendingGate } from './open-gate.ts';
import { selectReplyPlace } from './reply-claim.sql.ts';
import {
  lockReply,
  markReplyAtDot,
  markReplyHandedOver,
  type ReplyAttempt,
} from './reply-outcome.sql.ts';

export interface ReplyGateDeps {
  db: Database;
  suppression: Suppression;
}

export type ReplyGate = SendingGate<NoReply | GateRefusal>;

/** The gate of a reply. It asks for less than that of a campaign: a person wrote it. */
export const replyGateOf = (
  deps: ReplyGateDeps,
  workspaceId: string,
  reply: ReplyAttempt,
): ReplyGate =>
  openGate(deps.db, workspaceId, {
    markAtDot: (tx) => markReplyAtDot(tx, reply),
    decide: (tx) => decide(deps, tx, reply),
    markHandedOver: (tx) => markReplyHandedOver(tx, reply),
  });

async function decide(
  { suppression }: ReplyGateDeps,
  tx: Tx,
  reply: ReplyAttempt,
): Promise<NoReply | GateRefusal | null> {
  const place = await selectReplyPlace(tx, reply.id);
  if (!place) return 'deleted';
  const refusal = await lockedReplyRefusal(tx, suppression, place);
  if (refusal) return refusal;
  // A merge may have given the conversation to another prospect before the lock.
  const [now, locked] = await Promise.all([selectReplyPlace(tx, reply.id), lockReply(tx, reply)]);
  if (!now || !locked) return 'deleted';
  if (locked.attempt !== reply.attempt || locked.status !== 'at_dot') return 'taken_over';
  return now.prospectId === place.prospectId ? null : 'busy';
}
