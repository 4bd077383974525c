import type { EnrollmentStatus } from '@outcrop/contract';
import { displayName } from '../core/prospects/display-name.sql.ts';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';

export interface EnrollmentRow {
  prospectId: string;
  fullName: string | null;
  email: string | null;
  status: EnrollmentStatus;
  reason: string | null;
  nextStepId: string | null;
  dueAt: Date | null;
  mailboxId: string | null;
  lastSentAt: Date | null;
  enrolledAt: Date;
}

/** Blocks changes of the campaign until the transaction ends. */
export async function lockCampaignShared(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select from campaign where workspace_id = ${tx.workspaceId} and id = ${id} for share`);
  return rows.length > 0;
}

const campaignRange = (tx: Tx, campaignId: string, afterId: string | null): Sql => sql`
  workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
  ${afterId === null ? sql`` : sql`and prospect_id > ${afterId}`}`;

/**
 * The next enrollments in the order of the primary key, filtered by status. Reads at most
 * `maxScanned`; `lastId` is the last one read, or null at the end of the campaign.
 */
export async function selectEnrollments(
  tx: Tx,
  campaignId: string,
  {
    status,
    afterId,
    limit,
    maxScanned,
  }: { status: EnrollmentStatus | null; afterId: string | null; limit: number; maxScanned: number },
): Promise<{ rows: EnrollmentRow[]; lastId: string | null }> {
  const [rows, [last]] = await Promise.all([
    tx.rows<EnrollmentRow>(sql`
      select e.prospect_id as "prospectId", ${displayName} as "fullName", p.email, e.status, e.reason,
             e.step_id as "nextStepId",
             case when e.status in ('waiting', 'away') then e.due_at end as "dueAt",
             e.mailbox_id as "mailboxId", e.last_sent_at as "lastSentAt", e.enrolled_at as "enrolledAt"
      from (
        select * from (
          select * from enrollment where ${campaignRange(tx, campaignId, afterId)}
          order by prospect_id limit ${maxScanned}) scanned
        where ${status}::text is null or status = ${status}
        order by prospect_id limit ${limit}) e
      cross join lateral (
        select full_name, first_name, last_name, email from prospect
        where workspace_id = ${tx.workspaceId} and id = e.prospect_id offset 0) p
      order by e.prospect_id`),
    // Without a status, a short page is the last one.
    status === null
      ? []
      : tx.rows<{ id: string }>(sql`
          select prospect_id as id from enrollment where ${campaignRange(tx, campaignId, afterId)}
          order by prospect_id offset ${maxScanned - 1} limit 1`),
  ]);
  return { rows, lastId: last?.id ?? null };
}

export interface LockedEnrollment {
  prospectId: string;
  status: EnrollmentStatus;
  stepId: string | null;
  reason: string | null;
  dueAt: Date;
  lastSentAt: Date | null;
  /** Steps whose email was sent or may have been sent. */
  sentStepIds: string[];
  /** The time zone of the mailbox. */
  zone: string;
  isMailboxRemoved: boolean;
  /** Whether it is unknown if an email was sent, and no user has decided yet. */
  hasUnknownEmail: boolean;
}

/** Must run after the prospects are locked. */
export const lockEnrollments = (tx: Tx, campaignId: string, prospectIds: string[]) =>
  tx.rows<LockedEnrollment>(sql`
    select e.prospect_id as "prospectId", e.status, e.step_id as "stepId", e.reason, e.due_at as "dueAt",
           e.last_sent_at as "lastSentAt", coalesce((
             select zone from mailbox where workspace_id = ${tx.workspaceId} and id = e.mailbox_id), 'UTC') as zone,
           exists (
             select from mailbox
             where workspace_id = ${tx.workspaceId} and id = e.mailbox_id and status = 'removed') as "isMailboxRemoved",
           array(
             select step_id from outbound_message o
             where o.workspace_id = ${tx.workspaceId} and o.campaign_id = ${campaignId}
               and o.prospect_id = e.prospect_id and o.status not in ('released', 'deferred')) as "sentStepIds",
           exists (
             select from outbound_message o
             where o.workspace_id = ${tx.workspaceId} and o.campaign_id = ${campaignId}
               and o.prospect_id = e.prospect_id and o.status = 'unknown') as "hasUnknownEmail"
    from enrollment e
    where e.workspace_id = ${tx.workspaceId} and e.campaign_id = ${campaignId}
      and e.prospect_id = any(${prospectIds}::uuid[])
    order by e.prospect_id
    for no key update of e`);

export interface ChangedEnrollment {
  prospectId: string;
  status: EnrollmentStatus;
  stepId: string | null;
  dueAt: Date;
  /** Lets another mailbox of the campaign send the next email, in a new conversation. */
  leavesMailbox: boolean;
}

/** Stops the search for emails that may have been sent. */
export function giveUpUnknownEmails(
  tx: Tx,
  campaignId: string,
  prospects: { prospectId: string }[],
  at: Date,
): void {
  const ids = prospects.map(({ prospectId }) => prospectId);
  tx.defer(sql`
    update outbound_message set status = 'given_up', evidence = 'skipped', look_at = null, settled_at = ${at}
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
      and prospect_id = any(${ids}::uuid[]) and status = 'unknown'`);
}

/** A refused email was not sent, so it becomes the next email again. */
export function releaseRefusedEmails(
  tx: Tx,
  campaignId: string,
  resumed: ChangedEnrollment[],
): void {
  const withStep = resumed.filter(({ stepId }) => stepId !== null);
  tx.defer(sql`
    update outbound_message o set status = 'released', tries = 0
    from unnest(${withStep.map(({ prospectId }) => prospectId)}::uuid[],
                ${withStep.map(({ stepId }) => stepId)}::uuid[]) as resumed (prospect_id, step_id)
    where o.workspace_id = ${tx.workspaceId} and o.campaign_id = ${campaignId}
      and o.prospect_id = any(${withStep.map(({ prospectId }) => prospectId)}::uuid[])
      and o.prospect_id = resumed.prospect_id and o.step_id = resumed.step_id and o.status = 'refused'`);
}

export function updateEnrollments(tx: Tx, campaignId: string, changed: ChangedEnrollment[]): void {
  if (changed.length === 0) return;
  const ids = changed.map(({ prospectId }) => prospectId);
  tx.defer(sql`
    update enrollment e
    set status = changed.status, step_id = changed."stepId", due_at = changed."dueAt", reason = null,
        mailbox_id = case when changed."leavesMailbox" then null else e.mailbox_id end,
        conversation_id = case when changed."leavesMailbox" then null else e.conversation_id end
    from json_to_recordset(${JSON.stringify(changed)})
      as changed ("prospectId" uuid, status text, "stepId" uuid, "dueAt" timestamptz, "leavesMailbox" boolean)
    where e.workspace_id = ${tx.workspaceId} and e.campaign_id = ${campaignId}
      and e.prospect_id = any(${ids}::uuid[]) and e.prospect_id = changed."prospectId"`);
}
