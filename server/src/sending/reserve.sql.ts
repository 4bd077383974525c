import { sql, type Tx } from '../platform/db/index.ts';
import type { NewOutbound } from './outbound.sql.ts';

export interface Limits {
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

interface Claimed {
  id: string;
  attempt: number;
  tries: number;
  messageId: string;
}

export interface Reserved {
  company: boolean;
  campaign: boolean;
  /** Another campaign has written to the prospect meanwhile. */
  isContacted: boolean;
  /** Null also if the email left or may have left: the primary key decides. */
  claimed: Claimed | null;
}

/**
 * Counts an email for its company and campaign, unless one of them is at its limit. If nothing forbids
 * it, claims the email for the first time, or again if it surely did not leave. Needs the lock of the
 * prospect, and a statement of its own, so that it sees what the last holder of the lock wrote.
 */
export async function claimOutbound(
  tx: Tx,
  email: NewOutbound,
  limits: Limits,
  at: Date,
): Promise<Reserved> {
  const { campaignId, prospectId, isFirst } = email;
  const { company, companyPerDay, newPerDay, contactedAfter } = limits;
  const day = sql`${limits.day}::date`;
  const [reserved] = await tx.rows<Reserved>(sql`
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

/** An email that is no longer counted on its day. */
export interface Refund {
  day: string;
  company: string | null;
  campaignId: string | null;
}

/** The arrays let the planner look the rows up by key. */
export function refund(tx: Tx, refunds: Refund[]): void {
  const companies = refunds.flatMap(({ company }) => company ?? []);
  const campaignIds = refunds.flatMap(({ campaignId }) => campaignId ?? []);
  const given = sql`json_to_recordset(${JSON.stringify(refunds)}) as given (
    day date, company text, "campaignId" uuid)`;
  if (companies.length > 0)
    tx.defer(sql`
      update company_day d set sent = greatest(d.sent - given.count, 0)
      from (select company, day, count(*)::int as count from ${given} group by company, day) given
      where d.workspace_id = ${tx.workspaceId} and d.domain = any(${companies}::text[])
        and d.domain = given.company and d.day = given.day`);
  if (campaignIds.length > 0)
    tx.defer(sql`
      update campaign_day d set sent = greatest(d.sent - given.count, 0)
      from (select "campaignId", day, count(*)::int as count from ${given} group by "campaignId", day) given
      where d.workspace_id = ${tx.workspaceId} and d.campaign_id = any(${campaignIds}::uuid[])
        and d.campaign_id = given."campaignId" and d.day = given.day`);
}
