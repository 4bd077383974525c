import { sql, type Tx } from '../platform/db/index.ts';
import type { EnrollmentKey } from './claim-next.sql.ts';

/** An email that a worker had not finished. */
export interface UnfinishedEmail extends EnrollmentKey {
  stepId: string;
  attempt: number;
  status: 'claimed' | 'at_dot' | 'handed_over';
}

/** The emails of this mailbox that a lost worker left unfinished. */
export const selectUnfinished = (tx: Tx, mailboxId: string): Promise<UnfinishedEmail[]> =>
  tx.rows<UnfinishedEmail>(sql`
    select campaign_id as "campaignId", prospect_id as "prospectId", step_id as "stepId", attempt, status
    from outbound_message
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId}
      and status in ('claimed', 'at_dot', 'handed_over')`);

type EmailAttempt = EnrollmentKey & { stepId: string; attempt: number };

/** The rows of the attempts. The arrays let the planner look them up by key. */
const matchingAttempts = (tx: Tx, attempts: EmailAttempt[]) => sql`
  json_to_recordset(${JSON.stringify(attempts)}) as given (
    "campaignId" uuid, "prospectId" uuid, "stepId" uuid, attempt int)
  where o.workspace_id = ${tx.workspaceId}
    and o.campaign_id = any(${attempts.map(({ campaignId }) => campaignId)}::uuid[])
    and o.prospect_id = any(${attempts.map(({ prospectId }) => prospectId)}::uuid[])
    and o.campaign_id = given."campaignId" and o.prospect_id = given."prospectId"
    and o.step_id = given."stepId" and o.attempt = given.attempt`;

export interface ReleasedEmail {
  campaignId: string;
  mailboxId: string;
  isFirst: boolean;
  claimedAt: Date;
  emailKey: string | null;
}

/**
 * Releases emails that surely did not leave. Their prospects wait again; a first email can then leave
 * from another mailbox. A worker that did not pass the gate may also release an email that another
 * worker marked unknown.
 */
export const releaseAttempts = (
  tx: Tx,
  attempts: EmailAttempt[],
  at: Date,
): Promise<ReleasedEmail[]> =>
  tx.rows<ReleasedEmail>(sql`
    with released as (
      update outbound_message o set status = 'released', settled_at = ${at}, look_at = null
      from ${matchingAttempts(tx, attempts)} and o.status in ('claimed', 'at_dot', 'unknown')
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

/** Marks emails that may have left. They are looked for from `lookAt` on, and not sent again. */
export function markUnknown(
  tx: Tx,
  attempts: EmailAttempt[],
  { at, lookAt }: { at: Date; lookAt: Date | null },
): void {
  if (attempts.length === 0) return;
  tx.defer(sql`
    with unknown as (
      update outbound_message o
      set status = 'unknown', settled_at = ${at}, look_at = ${lookAt}, evidence = 'worker_lost'
      from ${matchingAttempts(tx, attempts)} and o.status in ('at_dot', 'handed_over')
      returning o.campaign_id, o.prospect_id
    )
    update enrollment e set status = 'held', reason = 'unknown'
    from unknown u
    where e.workspace_id = ${tx.workspaceId}
      and e.prospect_id = any(${attempts.map(({ prospectId }) => prospectId)}::uuid[])
      and e.campaign_id = u.campaign_id and e.prospect_id = u.prospect_id and e.status = 'sending'`);
}

/** Subtracts emails that were claimed today from today's count. */
export function uncountSent(tx: Tx, mailboxId: string, claimedAt: Date[]): void {
  tx.defer(sql`
    update mailbox
    set sent_today = greatest(0, sent_today - (
      select count(*) from unnest(${claimedAt}::timestamptz[]) as claimed (at) where at >= day_began))
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId}`);
}

/** An email that is no longer counted on its day. */
export interface QuotaRefund {
  day: string;
  company: string | null;
  campaignId: string | null;
}

/** The arrays let the planner look the rows up by key. */
export function refundQuota(tx: Tx, refunds: QuotaRefund[]): void {
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
