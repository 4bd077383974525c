import { sql, type Tx } from '../platform/db/index.ts';
import type { EnrollmentKey } from './claim.sql.ts';

export interface NewOutbound extends EnrollmentKey {
  stepId: string;
  id: string;
  mailboxId: string;
  isFirst: boolean;
  variantId: string | null;
  messageId: string;
}

/** Fixes the mailbox and the step, and moves the campaign behind the others of this mailbox. */
export function markSending(
  tx: Tx,
  { campaignId, prospectId, stepId, mailboxId, isFirst }: NewOutbound,
  at: Date,
): void {
  tx.defer(sql`
    update enrollment
    set status = 'sending', reason = null, mailbox_id = ${mailboxId}, step_id = ${stepId}
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and prospect_id = ${prospectId}`);
  if (!isFirst) return;
  tx.defer(sql`
    update campaign_mailbox set served_at = ${at}
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId} and campaign_id = ${campaignId}`);
}

/** What the prospect already got of a campaign, for the headers of the thread. */
export interface Sent {
  subject: string | null;
  messageIds: string[];
}

export async function selectSent(
  tx: Tx,
  { campaignId, prospectId }: EnrollmentKey,
  conversationId: string | null,
): Promise<Sent> {
  // After a change of the mailbox, the thread goes on and its next conversation has not begun.
  const id =
    conversationId === null
      ? sql`(
          select m.conversation_id from outbound_message o
          join message m on m.workspace_id = ${tx.workspaceId} and m.id = o.id
          where o.workspace_id = ${tx.workspaceId} and o.campaign_id = ${campaignId}
            and o.prospect_id = ${prospectId} and o.status = 'accepted'
          order by o.claimed_at limit 1)`
      : sql`${conversationId}::uuid`;
  const [sent] = await tx.rows<Sent>(sql`
    select
      (select subject from conversation
       where workspace_id = ${tx.workspaceId} and id = ${id}) as subject,
      array(
        select coalesce(server_message_id, message_id) from outbound_message
        where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
          and prospect_id = ${prospectId} and status = 'accepted'
        order by claimed_at) as "messageIds"`);
  return sent!;
}

/** An email that a worker had not finished. */
export interface Unfinished extends EnrollmentKey {
  stepId: string;
  attempt: number;
  status: 'claimed' | 'at_dot' | 'handed_over';
}

/** What a lost worker left of this mailbox. */
export const selectUnfinished = (tx: Tx, mailboxId: string): Promise<Unfinished[]> =>
  tx.rows<Unfinished>(sql`
    select campaign_id as "campaignId", prospect_id as "prospectId", step_id as "stepId", attempt, status
    from outbound_message
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId}
      and status in ('claimed', 'at_dot', 'handed_over')`);

type Attempt = EnrollmentKey & { stepId: string; attempt: number };

/** One attempt of one email. The arrays let the planner look the rows up by key. */
const matching = (tx: Tx, attempts: Attempt[]) => sql`
  json_to_recordset(${JSON.stringify(attempts)}) as given (
    "campaignId" uuid, "prospectId" uuid, "stepId" uuid, attempt int)
  where o.workspace_id = ${tx.workspaceId}
    and o.campaign_id = any(${attempts.map(({ campaignId }) => campaignId)}::uuid[])
    and o.prospect_id = any(${attempts.map(({ prospectId }) => prospectId)}::uuid[])
    and o.campaign_id = given."campaignId" and o.prospect_id = given."prospectId"
    and o.step_id = given."stepId" and o.attempt = given.attempt`;

export interface Released {
  campaignId: string;
  mailboxId: string;
  isFirst: boolean;
  claimedAt: Date;
  emailKey: string | null;
}

/**
 * Releases emails that surely did not leave. Their prospects wait again; a first email can then leave
 * from another mailbox. A worker that did not pass the gate may release also an email that another
 * one has meanwhile marked unknown.
 */
export const releaseAttempts = (tx: Tx, attempts: Attempt[], at: Date): Promise<Released[]> =>
  tx.rows<Released>(sql`
    with released as (
      update outbound_message o set status = 'released', settled_at = ${at}, look_at = null
      from ${matching(tx, attempts)} and o.status in ('claimed', 'at_dot', 'unknown')
      returning o.campaign_id, o.prospect_id, o.mailbox_id, o.is_first, o.claimed_at
    ), waiting as (
      update enrollment e
      set status = 'waiting', reason = null, mailbox_id = case when r.is_first then null else e.mailbox_id end
      from released r
      where e.workspace_id = ${tx.workspaceId}
        and e.prospect_id = any(${attempts.map(({ prospectId }) => prospectId)}::uuid[])
        and e.campaign_id = r.campaign_id and e.prospect_id = r.prospect_id
        and (e.status = 'sending' or (e.status = 'held' and e.reason = 'unknown'))
    )
    select r.campaign_id as "campaignId", r.mailbox_id as "mailboxId", r.is_first as "isFirst",
           r.claimed_at as "claimedAt", p.email_key as "emailKey"
    from released r cross join lateral (
      select email_key from prospect
      where workspace_id = ${tx.workspaceId} and id = r.prospect_id offset 0) p`);

/** Emails that may have left. They are looked for from `lookAt` on, and are not sent again. */
export function markUnknown(
  tx: Tx,
  attempts: Attempt[],
  { at, lookAt }: { at: Date; lookAt: Date | null },
): void {
  if (attempts.length === 0) return;
  tx.defer(sql`
    with unknown as (
      update outbound_message o
      set status = 'unknown', settled_at = ${at}, look_at = ${lookAt}, evidence = 'worker_lost'
      from ${matching(tx, attempts)} and o.status in ('at_dot', 'handed_over')
      returning o.campaign_id, o.prospect_id
    )
    update enrollment e set status = 'held', reason = 'unknown'
    from unknown u
    where e.workspace_id = ${tx.workspaceId}
      and e.prospect_id = any(${attempts.map(({ prospectId }) => prospectId)}::uuid[])
      and e.campaign_id = u.campaign_id and e.prospect_id = u.prospect_id and e.status = 'sending'`);
}

/** Returns emails to the count of the day on which they were claimed, if that is still the current one. */
export function uncountSent(tx: Tx, mailboxId: string, claimedAt: Date[]): void {
  tx.defer(sql`
    update mailbox
    set sent_today = greatest(0, sent_today - (
      select count(*) from unnest(${claimedAt}::timestamptz[]) as claimed (at) where at >= day_began))
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId}`);
}
