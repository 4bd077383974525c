import type { MailboxCredentials } from '../core/mailboxes/credentials.ts';
import { findInSent, openImapSession } from '../core/mailboxes/imap-session.ts';
import { type MailboxRow, selectMailbox } from '../core/mailboxes/mailboxes.sql.ts';
import { type Database, sql } from '../platform/db/index.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { MailFailure } from '../platform/mail/mail-server.ts';
import { scheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/registry.ts';
import { acceptUnknown, acceptUnknownReply } from './accept-unknown.ts';
import { settleRemoved } from './release.ts';
import { selectUnknownReplies, setReplyLook } from './reply-settle.sql.ts';
import { learnKeepsSent, selectUnknown, setLook, type UnknownEmail } from './settle.sql.ts';
import { nextLook } from './settle-rules.ts';

export interface SettleDeps {
  db: Database;
  egress: Egress;
  credentials: Pick<MailboxCredentials, 'of'>;
  clock: () => Date;
}

type Wanted = Pick<UnknownEmail, 'messageId'>;

/** Mailboxes of one run, and how many are connected to at the same time. */
const batchSize = 200;
const concurrency = 10;

export const settleUnknown = scheduledJob({ name: 'settle-unknown', everySeconds: 30 });

/**
 * Looks in the Sent folders for emails whose fate is unknown. Before, it settles what lost workers left
 * of removed mailboxes.
 */
export const runSettleUnknown =
  (deps: SettleDeps) =>
  async ({ signal, log }: Pick<ScheduledJobContext, 'signal' | 'log'>): Promise<void> => {
    await settleRemovedMailboxes(deps, signal);
    const mailboxes = await deps.db.ask<{ workspaceId: string; id: string }>(sql`
      select workspace_id as "workspaceId", id from mailboxes_with_unknown(${deps.clock()}, ${batchSize})`);
    const waiting = mailboxes.values();
    const settleNext = async () => {
      for (const { workspaceId, id } of waiting) {
        if (signal.aborted) return;
        await settleMailbox(deps, workspaceId, id).catch((error: unknown) =>
          log.warn({ err: error }, 'the Sent folder of a mailbox could not be searched'),
        );
      }
    };
    await Promise.all(Array.from({ length: concurrency }, settleNext));
  };

async function settleRemovedMailboxes({ db, clock }: SettleDeps, signal: AbortSignal) {
  const removed = await db.ask<{ workspaceId: string; id: string }>(sql`
    select workspace_id as "workspaceId", id from removed_mailboxes_to_settle(${clock()}, ${batchSize})`);
  for (const { workspaceId, id } of removed) {
    if (signal.aborted) return;
    await db.transaction(workspaceId, (tx) => settleRemoved(tx, id, clock()));
  }
}

async function settleMailbox(deps: SettleDeps, workspaceId: string, mailboxId: string) {
  const at = deps.clock();
  const [mailbox, emails, replies] = await deps.db.read(workspaceId, (tx) =>
    Promise.all([
      selectMailbox(tx, mailboxId),
      selectUnknown(tx, mailboxId, at),
      selectUnknownReplies(tx, mailboxId, at),
    ]),
  );
  const wanted = [...emails, ...replies];
  if (wanted.length === 0) return;
  const found = mailbox
    ? await lookInSent(deps, workspaceId, mailbox, wanted)
    : 'The mailbox was removed.';
  const isFound = ({ messageId }: Wanted) => typeof found !== 'string' && found.has(messageId);
  for (const email of emails.filter(isFound))
    await deps.db.transaction(workspaceId, async (tx) => {
      learnKeepsSent(tx, mailboxId);
      await acceptUnknown(tx, mailbox!, email, { evidence: 'found_in_sent', at });
    });
  for (const reply of replies.filter(isFound))
    await deps.db.transaction(workspaceId, async (tx) => {
      learnKeepsSent(tx, mailboxId);
      await acceptUnknownReply(tx, reply, 'found_in_sent');
    });
  const evidence = typeof found === 'string' ? found : 'not_in_sent';
  await deps.db.transaction(workspaceId, async (tx) => {
    for (const email of emails.filter((each) => !isFound(each)))
      setLook(tx, email, { lookAt: nextLook(email.settledAt, at), evidence });
    for (const reply of replies.filter((each) => !isFound(each)))
      setReplyLook(tx, reply, { lookAt: nextLook(reply.settledAt, at), evidence });
  });
}

/** Which of them are there, or why that could not be seen. */
async function lookInSent(
  { egress, credentials }: SettleDeps,
  workspaceId: string,
  mailbox: MailboxRow,
  wanted: Wanted[],
): Promise<Set<string> | string> {
  try {
    const auth = await credentials.of(workspaceId, mailbox, { protocol: 'imap' });
    const session = await openImapSession({ egress, server: mailbox.imap, auth });
    try {
      return await findInSent(
        session,
        wanted.map(({ messageId }) => messageId),
      );
    } finally {
      session.close();
    }
  } catch (error) {
    if (error instanceof MailFailure) return error.message;
    throw error;
  }
}
