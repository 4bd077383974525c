import { sql, type Tx } from '../platform/db/index.ts';
import type { EnrollmentKey } from './claim-next.sql.ts';

export interface NewEmail extends EnrollmentKey {
  stepId: string;
  id: string;
  mailboxId: string;
  isFirst: boolean;
  variantId: string | null;
  messageId: string;
}

export interface EmailLimits {
  /** The mailbox's local date. */
  day: string;
  /** Null for addresses of free email providers, which are no company. */
  company: string | null;
  companyPerDay: number | null;
  /** First emails count against the campaign's limit of new people. */
  newPerDay: number | null;
  /** An email in another campaign after this instant is too recent. Null without a cooldown. */
  contactedAfter: Date | null;
}

interface ClaimedRow {
  id: string;
  attempt: number;
  tries: number;
  messageId: string;
}

export interface EmailReservation {
  company: boolean;
  campaign: boolean;
  /** Another campaign has written to the prospect meanwhile. */
  isContacted: boolean;
  /** Also null if the email left or may have left: the primary key refuses a second claim. */
  claimed: ClaimedRow | null;
}

/**
 * Counts an email for its company and its campaign, unless one of them has reached its limit. Then
 * claims the email: for the first time, or again if it surely did not leave. The caller holds the lock
 * of the prospect. This is a statement of its own, so that it sees the writes of the lock's last
 * holder.
 */
export async function claimEmailRow(
  tx: Tx,
  email: NewEmail,
  limits: EmailLimits,
  at: Date,
): Promise<EmailReservation> {
  const { campaignId, prospectId, isFirst } = email;
  const { company, companyPerDay, newPerDay, contactedAfter } = limits;
  const day = sql`${limits.day}::date`;
  const [reserved] = await tx.rows<EmailReservation>(sql`
    with company as (
      insert into company_day (workspace_id, domain, day, sent)
      select ${tx.workspaceId}, ${company}, ${day}, 1 where ${company}::text is not null
      on conflict (workspace_id, domain, day) do update set sent = company_day.sent + 1
        where ${companyPerDay}::int is null or company_day.sent < ${companyPerDay}
      returning 1
    ), campaign as (
      insert into campaign_day (workspace_id, campaign_id, day, sent)
      select ${tx.workspaceId}, ${campaignId}, ${day}, 1 where ${isFirst}
      on conflict (workspace_id, campaign_id, day) do update set sent = campaign_day.sent + 1
        where ${newPerDay}::int is null or campaign_day.sent < ${newPerDay}
      returning 1
    ), reserved as (
      select ${company}::text is null or exists (select from company) as company,
             not ${isFirst} or exists (select from campaign) as campaign,
             ${contactedAfter}::timestamptz is not null and exists (
               select from enrollment
               where workspace_id = ${tx.workspaceId} and prospect_id = ${prospectId}
                 and campaign_id <> ${campaignId}
                 and (status = 'sending' or last_sent_at > ${contactedAfter})) as is_contacted
    ), claimed as (
      insert into outbound_message as known
        (workspace_id, campaign_id, prospect_id, step_id, id, mailbox_id, status, is_first, variant_id,
         message_id, claimed_at)
      select ${tx.workspaceId}, ${campaignId}, ${prospectId}, ${email.stepId}, ${email.id}, ${email.mailboxId},
             'claimed', ${isFirst}, ${email.variantId}, ${email.messageId}, ${at}
      from reserved where company and campaign and not is_contacted
      on conflict (workspace_id, campaign_id, prospect_id, step_id) do update
      set attempt = known.attempt + 1, status = 'claimed', mailbox_id = excluded.mailbox_id,
          is_first = excluded.is_first, variant_id = excluded.variant_id, claimed_at = excluded.claimed_at,
          settled_at = null, answer = null, evidence = null, look_at = null
      where known.status in ('released', 'deferred')
      returning json_build_object(
        'id', id, 'attempt', attempt, 'tries', tries, 'messageId', message_id) as claimed
    )
    select company, campaign, is_contacted as "isContacted", (select claimed from claimed) as claimed
    from reserved`);
  return reserved!;
}

/** Sets the mailbox and the step. The mailbox then serves its other campaigns first. */
export function markSending(
  tx: Tx,
  { campaignId, prospectId, stepId, mailboxId, isFirst }: NewEmail,
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

/** The emails of a campaign that the prospect got, for the headers of the thread. */
export interface SentThread {
  subject: string | null;
  messageIds: string[];
}

export async function selectSentThread(
  tx: Tx,
  { campaignId, prospectId }: EnrollmentKey,
  conversationId: string | null,
): Promise<SentThread> {
  // After a change of the mailbox, the thread continues, but has no conversation there yet.
  const id =
    conversationId === null
      ? sql`(
          select m.conversation_id from outbound_message o
          join message m on m.workspace_id = ${tx.workspaceId} and m.id = o.id
          where o.workspace_id = ${tx.workspaceId} and o.campaign_id = ${campaignId}
            and o.prospect_id = ${prospectId} and o.status = 'accepted'
          order by o.claimed_at limit 1)`
      : sql`${conversationId}::uuid`;
  const [sent] = await tx.rows<SentThread>(sql`
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
