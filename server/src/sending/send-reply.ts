import { z } from 'zod';
import type { SmtpDeps } from '../core/mailboxes/open-smtp.ts';
import { buildMessage } from '../core/sending/compose.ts';
import type { NoReply } from '../core/sending/reply-rules.ts';
import { withQuote } from '../core/sending/reply-rules.ts';
import type { Tx } from '../platform/db/index.ts';
import { job } from '../platform/queue/job.ts';
import { type HandedOver, handOver } from './hand-over.ts';
import type { GateRefusal } from './open-gate.ts';
import { recordReplyAccepted } from './reply-accepted.ts';
import type { ClaimedReply } from './reply-claim.ts';
import { type ReplyGate, type ReplyGateDeps, replyGateOf } from './reply-gate.ts';
import type { ReplyAttempt } from './reply-outcome.sql.ts';
import { recordReplyFailure, recordReplyRefusal, releaseReply } from './reply-outcome.ts';

/** Sends one reply. The time limit leaves ten minutes for the answer to it. */
export const sendReplyJob = job({
  name: 'send-reply',
  payload: z.object({ replyId: z.guid(), leaseId: z.guid() }),
  timeLimitSeconds: 720,
  concurrency: 8,
  extraSlotsForLongJobs: 100,
});

export interface SendReplyDeps extends ReplyGateDeps, SmtpDeps {
  clock: () => Date;
  /** Opens the gate for a reply. Tests show what another one would let through. */
  replyGateOf?: (deps: ReplyGateDeps, workspaceId: string, reply: ReplyAttempt) => ReplyGate;
}

/** Hands one claimed reply over to its mail server, and records how that ended. */
export async function sendReply(
  deps: SendReplyDeps,
  workspaceId: string,
  reply: ClaimedReply,
): Promise<HandedOver<NoReply | GateRefusal>> {
  const { mailbox, recipient, recipientName, subject, messageId, thread } = reply;
  const composed = await buildMessage({
    ...{ messageId, subject, thread, from: mailbox, at: deps.clock() },
    to: { name: recipientName, address: recipient },
    text: withQuote(reply.text, reply.quoted),
  });
  const scope = (tx: Tx) => ({ tx, actor: system, deps });
  return handOver(deps, workspaceId, {
    ...{ id: reply.id, mailbox, composed },
    gate: (deps.replyGateOf ?? replyGateOf)(deps, workspaceId, reply),
    recordAccepted: (tx, acceptance) => recordReplyAccepted(tx, reply, acceptance),
    recordFailure: (tx, failure, at) => recordReplyFailure(scope(tx), reply, failure, at),
    recordRefusal: (tx, why, at) => recordReplyRefusal(tx, reply, why, at),
    release: (tx, at) => releaseReply(tx, reply, at),
  });
}

const system = { actor: { kind: 'system', id: null }, correlationId: null } as const;
