import { selectSequences } from '../core/campaigns/campaign-steps.sql.ts';
import { isEmailStep } from '../core/campaigns/step-rules.ts';
import { templateOf } from '../core/campaigns/variant-rules.ts';
import type { MailboxCredentials } from '../core/mailboxes/credentials.ts';
import { findInSent, openImapSession } from '../core/mailboxes/imap-session.ts';
import { type MailboxRow, selectMailbox } from '../core/mailboxes/mailbox-rows.sql.ts';
import type { SettleUnknownEmails } from '../core/receiving/message.ts';
import { mergeTagValuesOf } from '../core/sending/merge-tag-value-rules.ts';
import { renderEmail } from '../core/sending/render-email.ts';
import { localDay } from '../core/sending/send-time-rules.ts';
import { type Database, sql, type Tx } from '../platform/db/index.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { MailFailure } from '../platform/mail/mail-server.ts';
import { defineScheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/job-registry.ts';
import { type EnrollmentKey, selectCandidate } from './claim-next.sql.ts';
import { recordAccepted } from './record-accepted.ts';
import { settleRemovedMailbox } from './release-email.ts';
import * as store from './settle-unknown.sql.ts';
import { nextLook } from './smtp-reply-rules.ts';

export interface SettleDeps {
  db: Database;
  egress: Egress;
  credentials: Pick<MailboxCredentials, 'of'>;
  clock: () => Date;
}

type UnknownMessage = store.UnknownEmail | store.UnknownReply;

/** Mailboxes of one run, and how many are connected to at the same time. */
const batchSize = 200;
const concurrency = 10;

export const settleUnknown = defineScheduledJob({ name: 'settle-unknown', everySeconds: 30 });

/**
 * First settles the emails that lost workers left in removed mailboxes. Then looks for unknown emails
 * in the Sent folders.
 */
export const runSettleUnknown =
  (deps: SettleDeps) =>
  async ({ signal, log }: Pick<ScheduledJobContext, 'signal' | 'log'>): Promise<void> => {
    const { db, clock } = deps;
    const removed = await db.query<MailboxKey>(sql`
      select workspace_id as "workspaceId", id from removed_mailboxes_to_settle(${clock()}, ${batchSize})`);
    for (const { workspaceId, id } of removed) {
      if (signal.aborted) return;
      await db
        .transaction(workspaceId, (tx) => settleRemovedMailbox(tx, id, clock()))
        .catch((error: unknown) => log.warn({ err: error }, 'a removed mailbox cannot be settled'));
    }
    const mailboxes = await db.query<MailboxKey>(sql`
      select workspace_id as "workspaceId", id from mailboxes_with_unknown(${clock()}, ${batchSize})`);
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

interface MailboxKey {
  workspaceId: string;
  id: string;
}

async function settleMailbox(deps: SettleDeps, workspaceId: string, mailboxId: string) {
  const { db } = deps;
  const at = deps.clock();
  const [mailbox, emails, replies] = await db.read(workspaceId, (tx) =>
    Promise.all([
      selectMailbox(tx, mailboxId),
      store.selectUnknownEmails(tx, mailboxId, at),
      store.selectUnknownReplies(tx, mailboxId, at),
    ]),
  );
  const unknown: UnknownMessage[] = [...emails, ...replies];
  if (unknown.length === 0) return;
  const sentIds = mailbox
    ? await searchSentFolder(deps, workspaceId, mailbox, unknown)
    : 'The mailbox was removed.';
  const isFound = ({ messageId }: UnknownMessage) =>
    typeof sentIds !== 'string' && sentIds.has(messageId);
  for (const email of unknown.filter(isFound))
    await db.transaction(workspaceId, async (tx) => {
      store.markKeepsSent(tx, mailboxId);
      await acceptUnknown(tx, mailbox!, email, 'found_in_sent', at);
    });
  const evidence = typeof sentIds === 'string' ? sentIds : 'not_in_sent';
  await db.transaction(workspaceId, async (tx) => {
    for (const email of unknown.filter((each) => !isFound(each)))
      store.setNextLook(tx, email, { lookAt: nextLook(email.settledAt, at), evidence });
  });
}

/** The Message-IDs that are in the Sent folder, or why it could not be searched. */
async function searchSentFolder(
  { egress, credentials }: SettleDeps,
  workspaceId: string,
  mailbox: MailboxRow,
  wanted: UnknownMessage[],
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

const system = { actor: { kind: 'system', id: null }, correlationId: null } as const;

async function acceptUnknown(
  tx: Tx,
  mailbox: MailboxRow,
  email: UnknownMessage,
  evidence: string,
  at: Date,
): Promise<void> {
  const acting = { tx, actor: system };
  const acceptance = { answer: null, evidence, serverMessageId: null };
  if (email.kind === 'reply') {
    // The reply was sent at its attempt, before the message that proves it.
    await recordAccepted(acting, email, { ...acceptance, at: email.settledAt });
    return;
  }
  const { zone, name: senderName } = mailbox;
  const sent = await renderSentText(tx, email, { day: localDay(zone, at), senderName });
  await recordAccepted(acting, { ...email, ...sent, mailbox }, { ...acceptance, at });
}

/** Accepts unknown emails that a received message names: it shows that they were sent. */
export const settleNamedEmails: SettleUnknownEmails = async (tx, mailboxId, named, at) => {
  const ids = [...named.keys()];
  const [emails, replies] = await Promise.all([
    store.selectUnknownEmailsById(tx, ids),
    store.selectUnknownRepliesById(tx, ids),
  ]);
  const unknown: UnknownMessage[] = [...replies, ...emails];
  if (unknown.length === 0) return;
  const mailbox = await selectMailbox(tx, mailboxId);
  if (!mailbox) return;
  // A loop is enough, because unknown emails are rare.
  for (const email of unknown) await acceptUnknown(tx, mailbox, email, named.get(email.id)!, at);
};

interface UnknownText {
  subject: string;
  text: string;
  conversationId: string | null;
}

/**
 * Renders an unknown email again, without its footer, from the current step and prospect. The text that
 * was sent is not known, because a text is stored when its email is accepted.
 */
export async function renderSentText(
  tx: Tx,
  {
    campaignId,
    prospectId,
    stepId,
    variantId,
  }: EnrollmentKey & { stepId: string; variantId: string | null },
  { day, senderName }: { day: string; senderName: string },
): Promise<UnknownText> {
  const [candidate, sequences] = await Promise.all([
    selectCandidate(tx, { campaignId, prospectId }, day),
    selectSequences(tx, [campaignId]),
  ]);
  const emails = sequences.get(campaignId)?.steps.filter(isEmailStep) ?? [];
  const step = emails.find(({ id }) => id === stepId);
  const conversationId = candidate?.conversationId ?? null;
  if (!candidate || !step) return { subject: '', text: '', conversationId };
  const { subject, text } = renderEmail({
    template: templateOf(step, variantId),
    footer: '',
    values: mergeTagValuesOf(candidate.recipient, senderName),
    unsubscribeUrl: '',
    threadSubject: emails[0]!.subject,
  });
  return { subject, text, conversationId };
}
