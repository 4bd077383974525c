import { sql, type Tx } from '../../platform/db/index.ts';
import type { CombinedState, EnrollmentPair, SentEmailState } from './combine-enrollments-rules.ts';

interface MergedProspects {
  /** The prospect that is merged into the other. */
  from: string;
  to: string;
}

interface SharedCampaign extends EnrollmentPair {
  campaignId: string;
}

/** Locks the enrollments of both prospects in these campaigns, and reads their emails. */
export async function lockSharedCampaigns(
  tx: Tx,
  campaignIds: string[],
  { from, to }: MergedProspects,
): Promise<SharedCampaign[]> {
  const both = [from, to];
  const [enrollments, messages, steps] = await Promise.all([
    tx.rows<CombinedState & { campaignId: string; prospectId: string }>(sql`
      select campaign_id as "campaignId", prospect_id as "prospectId", status, step_id as "stepId",
             mailbox_id as "mailboxId", due_at as "dueAt", reason, last_sent_at as "lastSentAt",
             conversation_id as "conversationId"
      from enrollment
      where workspace_id = ${tx.workspaceId} and campaign_id = any(${campaignIds}::uuid[])
        and prospect_id = any(${both}::uuid[])
      order by campaign_id, prospect_id
      for no key update`),
    tx.rows<SentEmailState & { campaignId: string; prospectId: string }>(sql`
      select campaign_id as "campaignId", prospect_id as "prospectId", step_id as "stepId", status
      from outbound_message
      where workspace_id = ${tx.workspaceId} and campaign_id = any(${campaignIds}::uuid[])
        and prospect_id = any(${both}::uuid[])
      order by campaign_id, prospect_id, step_id
      for update`),
    tx.rows<{ campaignId: string; stepId: string }>(sql`
      select campaign_id as "campaignId", id as "stepId" from campaign_step
      where workspace_id = ${tx.workspaceId} and campaign_id = any(${campaignIds}::uuid[])
        and kind = 'email'
      order by campaign_id, position`),
  ]);
  return campaignIds.map((campaignId) => {
    const enrollmentOf = (id: string) =>
      enrollments.find((each) => each.campaignId === campaignId && each.prospectId === id)!;
    const messagesOf = (id: string) =>
      messages.filter((each) => each.campaignId === campaignId && each.prospectId === id);
    return {
      campaignId,
      kept: enrollmentOf(to),
      merged: enrollmentOf(from),
      keptMessages: messagesOf(to),
      mergedMessages: messagesOf(from),
      emailStepIds: steps
        .filter((step) => step.campaignId === campaignId)
        .map(({ stepId }) => stepId),
    };
  });
}

/** Gives emails of one prospect to another. They replace the other's emails of the same steps. */
export function moveMessages(
  tx: Tx,
  movedMessages: { campaignId: string; stepId: string }[],
  { from, to }: MergedProspects,
): void {
  if (movedMessages.length === 0) return;
  const of = (prospectId: string) => sql`
    workspace_id = ${tx.workspaceId} and prospect_id = ${prospectId} and (campaign_id, step_id) in (
      select * from unnest(${movedMessages.map(({ campaignId }) => campaignId)}::uuid[],
                           ${movedMessages.map(({ stepId }) => stepId)}::uuid[]))`;
  tx.defer(sql`delete from outbound_message where ${of(to)}`);
  tx.defer(sql`update outbound_message set prospect_id = ${to} where ${of(from)}`);
}

export function updateEnrollments(
  tx: Tx,
  prospectId: string,
  changed: (CombinedState & { campaignId: string })[],
): void {
  const rows = changed.map((each) => ({
    campaign_id: each.campaignId,
    status: each.status,
    step_id: each.stepId,
    mailbox_id: each.mailboxId,
    due_at: each.dueAt,
    reason: each.reason,
    last_sent_at: each.lastSentAt,
    conversation_id: each.conversationId,
  }));
  tx.defer(sql`
    update enrollment e
    set status = changed.status, step_id = changed.step_id, mailbox_id = changed.mailbox_id,
        due_at = changed.due_at, reason = changed.reason, last_sent_at = changed.last_sent_at,
        conversation_id = changed.conversation_id
    from json_populate_recordset(null::enrollment, ${JSON.stringify(rows)}) as changed
    where e.workspace_id = ${tx.workspaceId} and e.campaign_id = changed.campaign_id
      and e.prospect_id = ${prospectId}`);
}
